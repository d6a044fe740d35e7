/** An exported conversation as readers of GitHub's Markdown and browsers show it: each turn, whatever the texts of the others leave open. */
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { expect, test } from "vitest";
import { toMarkdown } from "../../../src/chat/conversation/conversationMarkdown.ts";
import { fromMarkdown } from "../../../src/chat/conversation/readConversationMarkdown.ts";
import { closeMarkdown } from "../../../src/markup/markdown/closeMarkdown.ts";
import type { OutputPart } from "../../../src/output/outputPart.ts";
import { answer, conversation, prompt } from "./turns.ts";

const texts: [string, string][] = [
  ["nothing open", "Lit by **oil**."],
  ["a fence", "```ts\nconst a = 1;"],
  ["a fence that has only begun", "```"],
  ["a fence of tildes", "~~~~ js title\nconst a = 1;\n~~~"],
  ["a long fence with a short one in it", "`````\n```\ncode\n```"],
  ["a fence with an indented end", "```\ncode\n    ```"],
  ["a fence in a list", "- item\n\n  ```js\n  code"],
  ["a fence in a list that is closed", "- item\n\n  ```js\n  code\n  ```"],
  ["a fence in a quote", "> ```\n> code"],
  ["a fence after a list", "1. one\n\n```\ncode"],
  ["inline code", "Use `code"],
  ["a script", "<script>\nlet a = 1;"],
  ["a script in a sentence", "Write <script> first"],
  ["preformatted text", "<pre>\ncode\n\nmore"],
  ["a style", "<style>\np {"],
  ["a text area", "Use <textarea> here"],
  ["a title", "<title>Lamps"],
  ["a comment", "<!-- not closed\n\ntext"],
  ["a comment in a list", "- <!-- not closed"],
  ["a processing instruction", "<?php echo 1;"],
  ["a declaration", "<!DOCTYPE html"],
  ["a CDATA section", "<![CDATA[ x"],
  ["collapsed details", "<details>\n<summary>More</summary>\n\ntext"],
  ["nested elements", "<table><tr><td>\n\n<div><b>text"],
  ["a select", "<select><option>one"],
  ["the last element that cannot be closed", "<plaintext>\ntext"],
  ["a script and a fence", "<script>\n</script>\n\n```\n<pre>"],
  ["an element in code", "`<details>` and\n\n```html\n<pre>\n```"],
  ["a link", "[text](<https://a.example"],
  ["marks of this format", "<!-- end -->\n\n<!-- prompt {} -->"],
  ["an indented code block", "    <script>\n"],
  ["an attribute in single quotes", "<div title='a>\n\ntext"],
  ["a tag", "<div\n\ntext"],
  ["an attribute", '<div title="a\n\ntext'],
  ["any other tag on a line of its own", "<custom-element>\ntext"],
  ["an end tag", "</div>\ntext"],
  ["a declaration in a list", "1. <!ELEMENT br EMPTY"],
  ["a link reference definition", "[You]: <https://a.example"],
  ["a definition whose title goes on", "[You]: https://a.example 'a\ntitle"],
  ["a definition without an address", "text\n\n[model]:"],
  ["a footnote", "A note[^1]\n\n[^1]: its text\n\n    ```\n    code"],
  ["a footnote that ends with its mark", "A note[^1]\n\n[^1]:"],
  ["a table", "| a | b |\n|---|---|\n| `x | y"],
  ["a table whose last row has no end", "| a |\n|-|\n|"],
  ["a heading that is underlined", "Title\n==="],
  ["a line that could underline", "text\n\n---"],
  ["a list item without a text", "- "],
  ["a backslash", "text\\"],
  ["a quote that goes on", "> text"],
  ["a fence in a quote in a list", "- > ~~~\n  > code"],
  ["a task with a fence", "- [ ] do\n\n      code\n  ~~~"],
  ["a formula", "$$\nx^2"],
  ["a formula in a list", "- $$\n  x^2"],
  ["an iframe", '<iframe src="https://a.example">'],
  ["a noscript element", "<noscript>text"],
  ["an svg element", "<svg><title>"],
  ["a math element", "<math><mtext>"],
  ["a template", "<template><b>x"],
  ["an end of the document", "</body></html>"],
  // Readers that show the tags of a script read those in it, too.
  ["an element in a script", "<script>\nconst row = '<details>';"],
  ["an element in a text area", "<textarea><table>"],
  ["a comment in an element", "<details><!-- a"],
  ["a declaration in an element", "<div><!ELEMENT"],
  ["an instruction in an element", "<form><?php"],
  ["a CDATA section in an element", "<svg>\n<![CDATA["],
  ["an empty comment and what looks like its end", "<!---><details>-->"],
  ["items whose end is left out", "<ul><li>one<li>two"],
  ["an option", "<option>"],
];

type Node = DefaultTreeAdapterTypes.ChildNode;
const childrenOf = (node: Node): Node[] => ("childNodes" in node ? node.childNodes : []);
const textOf = (node: Node): string => ("value" in node ? node.value : childrenOf(node).map(textOf).join(""));
/** The headings that are neither in another element of the text nor hidden. */
function headings(html: string): string[] {
  const document = parse(html);
  const body = document.childNodes.flatMap(childrenOf).find(({ nodeName }) => nodeName === "body");
  return (body === undefined ? [] : childrenOf(body)).filter(({ nodeName }) => nodeName === "h2").map(textOf);
}

const readers: [string, (markdown: string) => string][] = [
  ["without a filter of tags", (text) => micromark(text, { allowDangerousHtml: true })],
  ["of GitHub", (text) => micromark(text, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] })],
];
const said = (text: string): OutputPart => ({ kind: "text", key: "0", text, citations: [] });

test.each(texts)("%s, left open, hides no turn and comes back unchanged", (_, text) => {
  const parts: OutputPart[] = [{ kind: "reasoning", key: "r", text }, said(text), said(text)];
  const error = { kind: "failed", message: `${text}\n\n\`\`\`\n` };
  const it = conversation(
    [
      prompt("p", null, {
        text,
        attachments: [{ id: "x", kind: "text", name: text.replaceAll("\n", " "), mediaType: "text/plain", size: 1 }],
      }),
      answer("a", "p", { parts, state: "failed", error }),
      prompt("q", "a", { text }),
      answer("b", "q", { parts }),
      prompt("r", "b"),
    ],
    { title: text.replaceAll("\n", " ") },
  );
  const markdown = toMarkdown(it, "images");
  for (const [reader, read] of readers)
    expect([reader, headings(read(markdown))]).toEqual([reader, ["You", "model", "You", "model", "You"]]);
  const back = fromMarkdown(markdown, () => crypto.randomUUID());
  expect(back?.title).toBe(it.title);
  const contents = (turns: typeof it.turns) =>
    turns.map((turn) => (turn.role === "user" ? turn.text : turn.parts.map((part) => ("text" in part ? part.text : ""))));
  expect(contents(back?.turns ?? [])).toEqual(contents(it.turns));
});

/** Seen with @vscode/markdown-it-katex 1.1.2: a formula goes on to the end of the text, or of the list or quote that it is in. */
test.each([
  ["$$\nx^2", "$$"],
  ["$$ x^2", "$$"],
  ["text\n$$\nx\n\ny", "$$"],
  ["$$\nx\n$$\n\n$$", "$$"],
  ["$$\n```\ncode", "```\n$$"],
  ["$$x$$", ""],
  ["$$\nx\n$$", ""],
  ["a $$\nx", ""],
  ["- $$\n  x", ""],
  ["> $$\n> x", ""],
  ["```\n$$\n```", ""],
])("a formula of %j is closed with %j, as VS Code's preview needs it", (text, closing) => {
  expect(closeMarkdown(text)).toBe(closing);
});
