/** Fenced blocks inside blocks of Markdown, and code that is whole. */
import { describe, expect, test } from "vitest";
import { hasWholeCode } from "../../../../src/markup/markdown/codeBlocks.ts";
import { createParser } from "../../../../src/markup/markdown/parser.ts";
import { nestedDocuments, textsAfterFence } from "./nestedFences.ts";

const parser = createParser();
const codeOf = (markdown: string) =>
  parser.parse(markdown, { references: {} }).flatMap(({ type, content }) => (type === "fence" ? [content] : []));

const fence = "```";
describe("a block of Markdown contains blocks with equal fences:", () => {
  test.each([
    [
      "one block",
      `${fence}markdown\n# A\n${fence}bash\nnpm i\n${fence}\nend\n${fence}\nafter`,
      [`# A\n${fence}bash\nnpm i\n${fence}\nend\n`],
    ],
    [
      "several blocks",
      `${fence}md\n${fence}js\na\n${fence}\n\n${fence}ts\nb\n${fence}\n${fence}\n`,
      [`${fence}js\na\n${fence}\n\n${fence}ts\nb\n${fence}\n`],
    ],
    ["none", `${fence}markdown\n# A\n${fence}\n\n${fence}bash\nls\n${fence}\n`, ["# A\n", "ls\n"]],
    [
      "Markdown in Markdown",
      `${fence}md\n${fence}md\n${fence}sh\nls\n${fence}\n${fence}\nx\n${fence}\n`,
      [`${fence}md\n${fence}sh\nls\n${fence}\n${fence}\nx\n`],
    ],
    ["in a list", `- x\n  ${fence}markdown\n  ${fence}bash\n  ls\n  ${fence}\n  ${fence}\n- y`, [`${fence}bash\nls\n${fence}\n`]],
    ["with tildes", "~~~markdown\n~~~bash\nls\n~~~\n~~~\n", ["~~~bash\nls\n~~~\n"]],
    [
      "bare fences below a heading and a colon",
      "```markdown\n## Setup\n\n```\nnpm i\n```\n\n**Output:**\n```\nok\n```\n```json\n{}\n```\nEnd.\n```\n\nAfter\n",
      ["## Setup\n\n```\nnpm i\n```\n\n**Output:**\n```\nok\n```\n```json\n{}\n```\nEnd.\n"],
    ],
    ["a shorter fence", "````markdown\n```bash\nls\n```\n````\n", ["```bash\nls\n```\n"]],
    [
      "a file name after the language",
      `${fence}markdown title=README.md\n${fence}bash\nls\n${fence}\n${fence}\n`,
      [`${fence}bash\nls\n${fence}\n`],
    ],
    ["the name of a file as its language", `${fence}README.md\n${fence}bash\nls\n${fence}\n${fence}\n`, [`${fence}bash\nls\n${fence}\n`]],
    ["a range of a file", `${fence}1:9:docs/a.mdx\n${fence}bash\nls\n${fence}\n${fence}\n`, [`${fence}bash\nls\n${fence}\n`]],
    [
      "in a numbered list",
      `${fence}md\n1. a\n\n   ${fence}sh\n   ls\n   ${fence}\n${fence}\n`,
      [`1. a\n\n   ${fence}sh\n   ls\n   ${fence}\n`],
    ],
    ["in a quote", `${fence}md\n> ${fence}sh\n> ls\n> ${fence}\n${fence}\n`, [`> ${fence}sh\n> ls\n> ${fence}\n`]],
    ["ten levels, and no more", `${"```md\n".repeat(12)}${"```\n".repeat(10)}\nafter`, [`${"```md\n".repeat(11)}${"```\n".repeat(9)}`]],
    ["no end", `${fence}md\n# A\n\n${fence}mermaid\ngraph\n${fence}\n`, [`# A\n\n${fence}mermaid\ngraph\n${fence}\n`]],
  ])("%s", (_name, markdown, code) => expect(codeOf(markdown)).toEqual(code));

  test.each([
    "Markdown",
    "MDX",
    "gfm",
    "text/markdown",
    "text/x-markdown",
    "readme",
    "{.markdown}",
    "{md #id}",
    "md,ignore",
    "markdown{1,3}",
    "md:a/b",
  ])("the language %s is Markdown", (language) => {
    expect(codeOf(`${fence}${language}\n${fence}sh\nls\n${fence}\n${fence}\nafter`)).toEqual([`${fence}sh\nls\n${fence}\n`]);
  });

  test.each(nestedDocuments)("it ends where its document does: %s", (_name, document) => {
    for (const after of textsAfterFence) expect(codeOf(`Text:\n\n${fence}markdown\n${document}${fence}${after}`)[0]).toBe(document);
  });

  test("a block of another language does not", () => {
    expect(codeOf(`${fence}js\n${fence}bash\nls\n${fence}\n`)).toEqual([`${fence}bash\nls\n`]);
  });
});

describe("code is whole", () => {
  const open = `text\n${fence}js\none();\ntwo();\n`;
  const closed = `${open}${fence}\nafter`;
  test.each([
    ["a closed block", closed, "one();\ntwo();\n", true],
    ["a part of a closed block", closed, "one();\n", false],
    ["an open block", open, "one();\ntwo();\n", false],
    ["a part of an open block", open, "one();\n", false],
    ["code that is not there", closed, "three();\n", false],
    ["no code", closed, "", false],
    ["an open block in a list", `- ${fence}js\n  one();\n`, "one();\n", false],
    ["a block in a list that has ended", `- ${fence}js\n  one();\n\nafter`, "one();\n", true],
    ["indented code before text", "    one();\n\nafter", "one();\n", true],
    ["indented code at the end", "    one();\n", "one();\n", false],
    ["HTML", "<pre><code>a &lt; b\\n\n</code></pre>\n\nafter", "a < b\\n\n", true],
  ])("if the answer goes on: %s", (_name, text, code, isWhole) => expect(hasWholeCode(text, code, false)).toBe(isWhole));

  test("if the answer is, and ends without a closing fence", () => {
    expect(hasWholeCode(open, "one();\ntwo();\n", true)).toBe(true);
    expect(hasWholeCode(open, "one();\n", true)).toBe(false);
  });
});
