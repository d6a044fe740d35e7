/** The states of the panel that show the possible contents of an answer, each with the steps of the host and the user to reach it. */
import type { Attachment } from "../../src/chat/conversation/turn.ts";
import { chooseFromMore } from "./chooseFromMore.ts";
import { answerOf, citedConversation, conversationOf, promptOf, textPart } from "./conversations.ts";
import { diagramSources } from "./diagramSources.ts";
import type { PanelPage } from "./panelPage.ts";

export interface State {
  name: string;
  enter(panel: PanelPage): Promise<unknown>;
}

const formulaAnswer = String.raw`The roots of \(ax^2 + bx + c = 0\) cost between $5 and $6, and are

$$
x_{1,2} = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}
$$

With $\mathbf{v} \in \mathbb{R}^n$ and $\lim_{n \to \infty} \left(1 + \frac{1}{n}\right)^n = e$:

\[
\begin{aligned}
\int_0^\infty e^{-x^2}\,dx &= \frac{\sqrt{\pi}}{2} \\
\sum_{k=1}^{n} k &= \frac{n(n+1)}{2} \qquad \text{for every } n \in \mathbb{N}
\end{aligned}
\]

| Name | Formula |
|---|---|
| matrix | $\begin{pmatrix} a & b \\ c & d \end{pmatrix}$ |
| cases | $f(x) = \begin{cases} 1 & x > 0 \\ 0 & \text{else} \end{cases}$ |
| framed | $\boxed{E = mc^2}$, $\cancel{x}$, $\overline{AB}$, $\underline{CD}$, $\hat{x}$, $\vec{v}$ |
| table | $\begin{array}{c\|c} p & q \\ \hline 1 & 0 \end{array}$ |

1. A wide one scrolls:
   $$\prod_{i=1}^{n} \left( \alpha_i + \beta_i + \gamma_i \right) = \left( \alpha_1 + \beta_1 + \gamma_1 \right) \cdots \left( \alpha_n + \beta_n + \gamma_n \right)$$
2. A wrong one stays as it is: $\frac{1}{$
`;

const annotatedAnswer = `> [!NOTE]
> Keys are kept in the *secret storage*[^1].

> [!TIP]
> Use a profile for each account.

> [!IMPORTANT]
> Settings are synced[^sync].

> [!WARNING]
> A workspace may be shared.

> [!CAUTION]
> Deleting a key cannot be undone.

- [x] Keys
- [ ] Settings

[^1]: One for each origin, see \`secrets.ts\`.
[^sync]: With **Settings Sync**.

    Where it is on.
`;

export const imagesConversation = conversationOf([
  promptOf("p", "Draw two lighthouses"),
  answerOf("a", "p", [
    { kind: "image", key: "i", state: "ready", file: "0123.png" },
    { kind: "image", key: "j", state: "ready", file: "4567.png" },
  ]),
]);

export const comparedConversation = conversationOf(
  [
    promptOf("p", "Where should an extension keep its settings?"),
    answerOf("a", "p", [textPart("In `settings.json`, where the user can change and share them. **Keys** belong to the secret storage.")]),
    answerOf(
      "b",
      "p",
      [textPart('Use the *memento* for state:\n\n```ts\ncontext.globalState.update("seen", true);\n```\n\nEverything else is a setting.')],
      {
        model: "openai/gpt-5",
        demo: false,
        comparedWith: "a",
        milliseconds: 7400,
        usage: { input_tokens: 1284, output_tokens: 290, total_tokens: 1574, cost: 0.0042 },
      },
    ),
  ],
  { chosen: { p: "a" } },
);

const readConversation = conversationOf([
  promptOf("p", "How was it lit?"),
  answerOf("a", "p", [textPart("The first lamps burned whale oil. Later ones burned kerosene. Most are electric today.")]),
]);

export const contentStates: State[] = [
  {
    name: "comparison",
    enter: async (panel) => {
      await panel.show(comparedConversation);
      await panel.page.locator(".comparison article").last().waitFor();
    },
  },
  {
    name: "moreActions",
    enter: async (panel) => {
      await panel.show(citedConversation);
      await panel.page
        .locator(".turn-footer")
        .last()
        .getByRole("button", { name: panel.say("moreActions") })
        .click();
      await panel.page.getByRole("menu", { name: panel.say("moreActions") }).waitFor();
    },
  },
  {
    name: "regenerateWith",
    enter: async (panel) => {
      await panel.show(citedConversation);
      await chooseFromMore(panel.page.locator(".turn-footer").last(), panel.say("moreActions"), panel.say("regenerateWith"));
      await panel.page.getByRole("listbox", { name: panel.say("models"), exact: true }).waitFor();
    },
  },
  {
    name: "readAloud",
    enter: async (panel) => {
      // Reading lasts as long as a sentence is awaited.
      panel.host.speak = () => new Promise(() => undefined);
      await panel.show(readConversation);
      await panel.page.getByRole("button", { name: panel.say("readAloud"), exact: true }).click();
      await panel.page.getByRole("button", { name: panel.say("readStop") }).waitFor();
      // Marks the sentence that is being read: a state has no sound.
      await panel.page.evaluate(() => {
        const text = document.querySelector(".markdown p")?.firstChild;
        if (!(text instanceof Text)) return;
        const range = document.createRange();
        range.setStart(text, 0);
        range.setEnd(text, 33);
        CSS.highlights.set("heard-sentence", new Highlight(range));
      });
    },
  },
  {
    name: "images",
    enter: async (panel) => {
      await panel.show(imagesConversation);
      await panel.page.locator("figure img").last().waitFor();
    },
  },
  {
    name: "lightbox",
    enter: async (panel) => {
      await panel.show(imagesConversation);
      await panel.page
        .getByRole("button", { name: panel.say("imageOpen") })
        .first()
        .click();
      await panel.page.locator(".lightbox img").waitFor();
    },
  },
  {
    name: "annotated",
    enter: async (panel) => {
      await panel.show(conversationOf([promptOf("p", "Where are my settings?"), answerOf("a", "p", [textPart(annotatedAnswer)])]));
      await panel.page.locator(".footnote").last().waitFor();
    },
  },
  {
    name: "formulas",
    enter: async (panel) => {
      await panel.show(conversationOf([promptOf("p", "Show me formulas"), answerOf("a", "p", [textPart(formulaAnswer)])]));
      await panel.page.locator(".formula math").last().waitFor();
    },
  },
  {
    name: "mentions",
    enter: async (panel) => {
      const attachments: Attachment[] = ["src/lamp.ts", "docs/"].map((name, index) => ({
        id: `${index}`,
        kind: "text",
        name,
        mediaType: "text/plain",
        size: 1240,
      }));
      panel.host.findFiles = () => ({ files: [{ path: "src/lamp.ts", exists: true }] });
      const asked = promptOf("p", "What does #lamp.ts do, and where in #docs is it described?", null, { attachments });
      await panel.show(conversationOf([asked, answerOf("a", "p", [textPart("It shines, as `docs/lamps.md` says.")])]));
      await panel.page.getByRole("link", { name: "#lamp.ts" }).waitFor();
      await panel.post({ type: "attachments", attachments });
      await panel.page
        .getByRole("textbox", { name: panel.say("message"), exact: true })
        .fill("Compare #lamp.ts with everything that #docs says about it, and with שלום #lamp.ts.");
      await panel.page.locator(".input-backdrop .mention").nth(2).waitFor();
    },
  },
  {
    name: "diagrams",
    enter: async (panel) => {
      const sources = [diagramSources.flowchart, diagramSources.sequence, diagramSources.pie, "flowchart LR\n  A --> (("];
      const text = `${sources.map((source) => `\`\`\`mermaid\n${source}\n\`\`\`\n`).join("\n")}\nThat is all.\n`;
      await panel.page.setViewportSize({ width: 400, height: 2400 });
      await panel.show(conversationOf([promptOf("p", "Draw how it works"), answerOf("a", "p", [textPart(text)])]));
      await panel.page.locator(".diagram-notice").waitFor();
      await panel.page.locator(".diagram-image").nth(2).waitFor();
    },
  },
  {
    name: "folded",
    enter: (panel) =>
      panel.show(
        conversationOf([
          promptOf("p", Array.from({ length: 60 }, (_, line) => `Line ${line + 1} of a log that was sent as it is`).join("\n")),
          answerOf("a", "p", [textPart("It is a log.")]),
        ]),
      ),
  },
  {
    name: "automatic",
    enter: async (panel) => {
      const lamp: Attachment = { id: "lamp", kind: "text", name: "src/lamp.ts, lines 12–20", mediaType: "text/plain", size: 1240 };
      const agents: Attachment = { ...lamp, id: "agents", name: "AGENTS.md", size: 820, role: "instructions" };
      await panel.show(conversationOf([promptOf("p", "Where is it read?"), answerOf("a", "p", [textPart("In settings.ts.")])]));
      await panel.post({
        type: "automaticAttachments",
        offers: [
          { attachment: agents, isSent: true },
          { attachment: lamp, isSent: false },
        ],
      });
      await panel.post({ type: "attachments", attachments: [{ ...lamp, id: "own", name: "src/wick.ts" }] });
      await panel.page.locator(".attachments .chip").waitFor();
    },
  },
  {
    name: "unreadFiles",
    enter: async (panel) => {
      const cut = answerOf("a", "p", [textPart("```ts\nconst light =\n")], { state: "stopped", leftOut: ["photo.png"] });
      await panel.post({
        type: "models",
        models: [{ id: "demo-text", provider: "built-in", favourite: false, fitness: "yes", input: ["file"] }],
      });
      await panel.show(conversationOf([promptOf("p", "What is in the photo?"), cut]));
      await panel.post({
        type: "attachments",
        attachments: [{ id: "2", kind: "image", name: "photo.png", mediaType: "image/png", size: 400_000 }],
      });
      await panel.page.getByText(panel.say("cannotSeeImages", "demo-text")).waitFor();
    },
  },
  {
    name: "imageOffered",
    enter: async (panel) => {
      const answer = answerOf("a", "p", [textPart("A cat sits on a wall, and its tail hangs down like a question mark.")]);
      await panel.show(conversationOf([promptOf("p", "Draw me a picture of a cat"), answer]));
      await panel.page.locator(".image-offer").waitFor();
    },
  },
  {
    name: "unsentTools",
    enter: async (panel) => {
      const answer = answerOf("a", "p", [textPart("There were two news about gulls today.")], {
        settingsLeftOut: ["webSearch", "imageGeneration"],
      });
      await panel.show(conversationOf([promptOf("p", "Search the web for gulls, and draw one."), answer]));
      const tools = `${panel.say("webSearch")}, ${panel.say("imageGeneration")}`;
      await panel.page.getByText(panel.say("settingsLeftOut", "demo-text", tools)).waitFor();
    },
  },
];
