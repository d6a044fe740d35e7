/** Answers use the question, the history and the files. */
import { describe, expect, it, test } from "vitest";
import { pathToContinue, plainText } from "../../../../src/chat/conversation/conversation.ts";
import type { DemoTextRequest } from "../../../../src/demo/request.ts";
import { makeText } from "../../../../src/demo/text/makeText.ts";
import { encodePng } from "../../../../src/media/images/encodePng.ts";
import { readImageHeader } from "../../../../src/media/images/readImageHeader.ts";
import { answer as answerTurn, prompt } from "../../chat/turns.ts";
import { inputFile, textRequest } from "../requests.ts";

const ask = (prompt: string, changes: Partial<DemoTextRequest> = {}) => makeText(textRequest(prompt, changes));
const answer = async (prompt: string, changes?: Partial<DemoTextRequest>) => (await ask(prompt, changes)).text;
const document = (text: string, name = "notes.md") => inputFile(new TextEncoder().encode(text), "text/markdown", "file", name);

const blueImage = () => {
  const data = new Uint8Array(60 * 40 * 3);
  for (let at = 0; at < data.length; at += 3) data.set([40, 90, 215], at);
  return inputFile(encodePng({ width: 60, height: 40, channels: 3, data }), "image/png", "image", "sky.png");
};

describe("an answer", () => {
  it("names the demo model as its source", async () => {
    expect(await answer("Why is the sky blue?")).toContain("Demo answer from `demo-text`");
  });

  it("shortens a long topic after a whole word", async () => {
    const written = await answer("Tell the story of a lighthouse keeper in Brittany who answers a letter from the sea.");
    expect(written).toContain("A lighthouse keeper in Brittany who answers a letter from…");
    expect(written).not.toMatch(/from th…/);
  });

  it.each([
    ["repeat: grüße 🎈", "grüße 🎈"],
    ["Count to 12", "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12"],
    ["How many words are in this: one two three four", "**4 words**"],
    ["Translate this to French: good morning", "The demo model cannot do this"],
  ])("to “%s” contains %s", async (prompt, part) => {
    expect(await answer(prompt)).toContain(part);
  });

  it.each(["The fox", "## Notes\n\nA ship at sea.", ""])(
    "inserted at a cursor after %j is only the text that was asked for",
    async (before) => {
      const instructions = "Answer with the text for the cursor's place alone: no introduction, no explanation.";
      for (const instruction of [
        "A list of three fruits",
        "Describe the harbour at night",
        "A sentence about fog",
        "Summarise the text above",
      ]) {
        const input = `${instruction}\n\n--- Text before the cursor ---\n${before}\n--- Text after the cursor ---\nThe end.`;
        for (const text of [await answer(input, { instructions }), await answer(`${instructions}\n\n${input}`)]) {
          expect(text).not.toMatch(/cursor|You asked|real model\n|Your request|Demo answer|introduction/i);
          expect(text).toMatch(/\(demo\)$/);
        }
      }
    },
  );

  it("continues the previous answer when the chat asks for that", async () => {
    const turns = [{ role: "user" as const, text: "Tell a short story about a lighthouse" }];
    const whole = await answer("", { turns });
    const partial = whole.slice(0, 100);
    const said = [prompt("p"), answerTurn("a", "p")];
    const asked = plainText(pathToContinue({ turns: said }, "a").at(-1) ?? prompt("p"));
    const rest = await answer("", { turns: [...turns, { role: "assistant", text: partial }, { role: "user", text: asked }] });
    expect(partial + rest).toBe(whole);
  });

  it.each([25, 100, 1000])("of %d words has exactly this number", async (count) => {
    const text = (await answer(`Write ${count} words about the sea`)).replace(/\n\*Demo answer[\s\S]*$/, "");
    expect(text.match(/[\p{L}]+/gu)).toHaveLength(count);
  });

  it.each([
    ["Write a table comparing TypeScript and Rust", /^\| \*\*TypeScript\*\* \|/m],
    ["Compare tea and coffee", /^\| \*\*Tea\*\* \|[\s\S]+^\| \*\*Coffee\*\* \|/m],
    ["Compare tea, coffee and cocoa in a table", /^\| \*\*Tea\*\* \|[\s\S]+^\| \*\*Coffee\*\* \|[\s\S]+^\| \*\*Cocoa\*\* \|/m],
    ["Plan a trip to Brittany", /^1\. \*\*Start small with\*\* trip to Brittany$/m],
    ["Explain closures in JavaScript", /^## Closures in JavaScript\n[\s\S]+^1\. \*\*In one sentence/m],
    ["Improve this paragraph: the tide is high", /^The demo model cannot do this[\s\S]+> the tide is high\n/],
    ["Give me python code for sorting", /```python\n[\s\S]+```/],
    ["Show a SQL query for users", /```sql\n/],
    ["List 7 ideas for a birthday", /^7\. /m],
    ["A checklist for moving house", /^- \[ \] /m],
    ["Write a poem about rain", /^### .*rain/im],
    ["Answer in JSON about cats", /```json\n\{/],
    ["Tell a story about a lamp", /lamp/],
  ])("to “%s” has the requested form", async (prompt, form) => {
    expect(await answer(prompt)).toMatch(form);
  });

  it("summarises with the first sentences of the text", async () => {
    const text = "The harbour is old. Ships fill it in winter. I like tea.";
    const summary = await answer(`Summarise in 2 sentences: ${text}`);
    expect(summary.match(/^- .+$/gm)).toEqual(["- The harbour is old.", "- Ships fill it in winter."]);
  });

  it("uses the history", async () => {
    const turns: DemoTextRequest["turns"] = [
      { role: "user", text: "My name is Ada." },
      { role: "assistant", text: "Hello Ada." },
      { role: "user", text: "What is my name?" },
    ];
    expect(await answer("", { turns })).toContain("**Ada**");
  });

  it.each([
    ['Always start with "Ahoy!"', /^Ahoy!/],
    ["Answer in capital letters", /WHY IS THE SKY BLUE/],
    ['End with "Over and out"', /Over and out/],
    ["You are a pirate", /instruction was read: “You are a pirate”/],
  ])("follows or quotes the instruction: %s", async (instructions, part) => {
    expect(await answer("Why is the sky blue?", { instructions })).toMatch(part);
  });
});

describe("text that is written directly into a document", () => {
  const alone = "Answer with the new passage alone: no introduction, no explanation.";

  it.each([
    ["Say it louder", "A RED LIGHTHOUSE.  IT SHINES. (demo)"],
    ["Make it a list", "- A red lighthouse.\n- It shines. (demo)"],
    ["Make it rhyme", "A red lighthouse.  It shines. (demo: a real model changes this)"],
    ["More specific: subject, light. Keep\nits language.", "A red lighthouse.  It shines. (demo: a real model changes this)"],
  ])("is the edited passage and a label: %s", async (instruction, passage) => {
    const edited = `${instruction}\n\nA red lighthouse.  It shines.`;
    for (const instructions of [alone, alone.replace("passage", "prompt")]) expect(await answer(edited, { instructions })).toBe(passage);
  });

  it.each([
    ["```ts\nconst a = 1;\n```", "```ts\nconst a = 1;\n```\n\n(demo: a real model changes this)"],
    ["| a |\n| - |\n| 1 |", "| a |\n| - |\n| 1 |\n\n(demo: a real model changes this)"],
    ['Say """this""": now\n\nand then', 'Say """this""": now\n\nand then (demo: a real model changes this)'],
    ["  a: 1\n  b: 2", "  a: 1\n  b: 2 (demo: a real model changes this)"],
    ["A ship. (demo)", "A ship. (demo: a real model changes this)"],
  ])("keeps all of the passage, and the label apart from its end: %j", async (passage, written) => {
    expect(await answer(`Make it rhyme: a, b\n\n${passage}`, { instructions: alone })).toBe(written);
  });

  it.each([
    ["Write code that sorts", /^```typescript\n[\s\S]+\n```\n\n\(demo\)$/],
    ["Answer in JSON about cats", /^```json\n[\s\S]+\n```\n\n\(demo\)$/],
    ["Translate the text above", /^The demo model cannot do this, but a real model can\. \(demo\)$/],
    ["Summarise the text above", /^- A ship at sea\.\n- It sinks\. \(demo\)$/],
  ])("has no note, and nothing of the document: %s", async (instruction, form) => {
    const instructions = "Answer with the text for the cursor's place alone: no introduction, no explanation.";
    const input = `${instruction}\n\n--- Text before the cursor ---\nA ship at sea. It sinks.\n--- Text after the cursor ---\n`;
    expect(await answer(input, { instructions })).toMatch(form);
  });

  it("is the improved prompt and a label", async () => {
    const instructions = "You improve prompts. Answer with the new prompt alone: no introduction, no explanation.";
    expect(await answer("Say it louder\n\nA red lighthouse.", { instructions })).toBe("A RED LIGHTHOUSE. (demo)");
  });

  it("continues without repetition", async () => {
    const instructions = "Answer with what comes next alone: no introduction, no repetition.";
    const text = await answer("The lighthouse keeper saw the lighthouse burn.", { instructions });
    expect(text).toMatch(/^And so the text goes on, with .*lighthouse.*\. \(demo\)$/);
  });
});

test.each(["Explain this code", "Review this and list the bugs", ""])(
  "code in a prompt is shown, and its words are not read as a request: “%s”",
  async (instruction) => {
    const text = await answer(`${instruction}\n\n\`\`\`ts\n// say hello\nexport const table = 1;\n\`\`\``);
    expect(text).toMatch(/^## What this code holds\n\n2 lines of ts, which begin with:\n\n```ts\n\/\/ say hello\n/);
  },
);

describe("texts of files that the chat writes before the message", () => {
  const story = "story.md:\n```\n# Boats\n\nA boat floats. Wood is light.\n```\n";
  const rules = "Instructions to follow, from AGENTS.md:\n````\nSay ```hello```.\n````\n";

  it.each([
    ["Summarise it", /^## Summary\n\n- A boat floats\.\n- Wood is light\.\n/],
    ["What did her mother say?", /^## What I see in the attached file\n\n1\. `story\.md`: a text of \*\*7 words\*\* in 3 lines\n/],
    ["What happens in this story?", /^## Summary\n\n- A boat floats\./],
    ["Tell a short story about a lamp", /^## A lamp\n\nMira/],
    ["Hello", /^Hello! I am the demo model/],
    ["```js\na\n```", /^## What this code holds\n\n1 lines of js/],
  ])("are files: %j", async (message, form) => {
    expect(await answer(`${story}${message}`)).toMatch(form);
    expect(await answer(`${rules}${story}\n${message}`)).toMatch(form);
  });
});

describe("attached files", () => {
  it("are counted, summarised and quoted", async () => {
    const files = [document("# Boats\n\nA boat floats. Wood is light.\n\n## Sails\n\nWind fills a sail.")];
    expect(await answer("Look at this", { files })).toMatch(
      /`notes\.md`: a text of \*\*12 words\*\* in 7 lines[\s\S]+````text\n# Boats\n\nA boat floats\. Wood/,
    );
    expect(await answer("Summarise it", { files })).toContain("- A boat floats.\n- Wood is light.\n- Wind fills a sail.");
    const linked = [
      document("A boat floats.\n\n![A boat. It floats…](generated/a-boat.png)\n\nRead [about wood](wood.md). Wind fills it."),
    ];
    expect(await answer("Summarise it", { files: linked })).toContain("\n\n- A boat floats.\n- Read about wood.\n- Wind fills it.\n\n");
    expect(await answer("Quote the first sentence", { files })).toContain("> A boat floats.");
    expect(await answer("How many words does it have?", { files })).toContain("**12 words**");
  });

  it("that are images are described by type, size and colours", async () => {
    const text = await answer("What do you see?", { files: [blueImage()] });
    expect(text).toContain("PNG image of **60 × 40** pixels");
    expect(text).toContain("`#285ad7` (100 %)");
  });

  it("are recognized by their bytes, not by their declared type", async () => {
    const lying = { ...blueImage(), mediaType: "text/plain", part: "file" as const };
    expect(await answer("What is it?", { files: [lying] })).toContain("PNG image");
  });

  it("that cannot be read are listed with their size", async () => {
    const files = [inputFile(Uint8Array.of(0, 1, 2, 3), "application/x-unknown", "file", "blob.bin")];
    expect(await answer("What is it?", { files })).toContain("`blob.bin`: a file, application/x-unknown, 4 bytes");
  });
});

describe("reasoning, web search and drawing", () => {
  it("reasons longer for more effort, and not at all without effort", async () => {
    const lengths = await Promise.all(
      (["low", "medium", "high"] as const).map(async (effort) => (await ask("Why?", { effort })).reasoning?.length ?? 0),
    );
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
    expect(new Set(lengths).size).toBe(3);
    expect((await ask("Why?")).reasoning).toBeUndefined();
  });

  it("cites demo sources whose indexes enclose whole sentences, also after emoji", async () => {
    const { text, citations } = await ask("Tell me about 🎈🎈 balloons", { webSearch: true });
    expect(citations).toHaveLength(3);
    for (const { start, end, url, title } of citations) {
      expect(text.slice(start, end)).toMatch(/^(?:The|Readers) [^\n]+\.$/);
      expect(text.slice(start - 2, start)).toBe("- ");
      expect(url).toMatch(/^https:\/\/example\.com\/demo\//);
      expect(title).toMatch(/^Demo source/);
    }
  });

  it("generates an image only if the request asks for one, in the tool's size", async () => {
    const changes = { model: "demo-multimodal", imageTool: { size: "512", aspectRatio: "16:9" } };
    const drawn = (await ask("Draw a cat", changes)).image;
    expect(drawn && readImageHeader(drawn.bytes)).toMatchObject({ format: "png", width: 512, height: 288 });
    expect((await ask("What is 2 + 2?", changes)).image).toBeUndefined();
    expect((await ask("Draw a cat")).image).toBeUndefined();
  });

  it.each(["Zeichne einen Leuchtturm", "灯台を描いて", "ارسم منارة بحرية", "Намалюй маяк на світанку"])(
    "draws in any language: %s",
    async (prompt) => {
      expect((await ask(prompt, { model: "demo-multimodal", imageTool: {} })).image).toBeDefined();
    },
  );

  it.each(["Was ist ein Leuchtturm?", "灯台とは何ですか？", "ما هي المنارة؟", "Hello", "Write a poem about rain", "Count to 5"])(
    "answers in words what asks for no image: %s",
    async (prompt) => {
      expect((await ask(prompt, { model: "demo-multimodal", imageTool: {} })).image).toBeUndefined();
    },
  );
});
