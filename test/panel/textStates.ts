/** The panel's states with texts from right to left, with hidden characters, and with more attachments than are shown. */
import type { State } from "./contentStates.ts";
import { answerOf, conversationOf, promptOf, textPart } from "./conversations.ts";

const rightToLeftText = `הדגל \`--flag=1\` חשוב, והתיקייה \`/usr/bin/\` קיימת. ראו [usr/bin/](https://a.example/) וגם $a^2+b=c$.

1. התקינו עם \`npm i\`
2. English in between
3. בדקו את https://a.example/b/

> ציטוט עם \`code\`

| דגל | ערך |
|---|---|
| \`--flag=1\` | 12.5% |
`;

export const textStates: State[] = [
  {
    name: "rightToLeft",
    enter: (panel) =>
      panel.show(
        conversationOf([
          promptOf("p", "ما هي المنارة؟"),
          answerOf("a", "p", [textPart("المنارة **برج** يضيء البحر:\n\n- نقطة أولى\n- نقطة `code` ثانية\n\n```js\nconst x = 1;\n```\n")]),
          promptOf("q", "איך מפעילים את `--flag=1`?", "a"),
          answerOf("b", "q", [textPart(rightToLeftText)]),
        ]),
      ),
  },
  {
    name: "hiddenCharacters",
    enter: async (panel) => {
      const code = 'if (role !== "user\u202e \u2066// admin\u2069 \u2066") {\n  const a\u200bb = 1;\n}';
      const text = `Run \`npm\u00a0i\u200b left-pad\`, then:\n\n\`\`\`ts\n${code}\n\`\`\`\n\nA text with\u{e0041}\u{e0042} tags and \u202ereversed\u202c words.`;
      await panel.show(conversationOf([promptOf("p", "Paste\u202ethis"), answerOf("a", "p", [textPart(text)])]));
      await panel.page.locator(".code-block .hidden-character").first().waitFor();
    },
  },
  {
    name: "dictating",
    enter: async (panel) => {
      await panel.show(conversationOf([]));
      await panel.post({ type: "dictation", state: "running" });
    },
  },
  {
    name: "foldedAttachments",
    enter: (panel) => {
      const attachments = Array.from({ length: 50 }, (_, index) => ({
        id: `${index}`,
        kind: "text" as const,
        name: `src/lamps/lamp-${index}.ts`,
        mediaType: "text/plain",
        size: 1240,
      }));
      return panel.show(
        conversationOf([promptOf("p", "Read these", null, { attachments }), answerOf("a", "p", [textPart("Fifty files.")])]),
      );
    },
  },
];
