/** What is missing of an interrupted text in its document, and whether its insertion is certain. */
import { describe, expect, test } from "vitest";
import { joinText } from "../../../../../src/editor/edits/code/joinText.ts";
import { findPassage, findRest, insertionIn, replacementIn } from "../../../../../src/editor/generate/text/textOrigin.ts";

const uri = "file:///notes.md";
const long = "It goes on. ".repeat(50);

/** The document as it was when the command began; `|` is the cursor. */
function begin(marked: string, languageId = "markdown") {
  const offset = marked.indexOf("|");
  const [before = "", after = ""] = marked.split("|");
  return { before, after, insertion: insertionIn({ uri, languageId, text: before + after }, offset), languageId };
}

describe("the rest completes the document as if nothing had happened", () => {
  test.each<[string, string, string, (string | undefined)?]>([
    ["at the end", "The gull|", "It flew over the quay."],
    ["in an empty document", "|", "It flew over the quay."],
    ["below a blank line", "\n|", "It flew over the quay."],
    ["in an indented line", "\t|\n\nThe end.\n", "It flew over the quay."],
    ["at the beginning", "|\n\nThe end.\n", "It flew over the quay."],
    ["between two paragraphs", "One.\n\n|\n\nTwo.\n", "It flew.\n\nIt landed."],
    ["in the middle of a line", "The gull | the quay.", "flew over"],
    ["before what begins like the text", "One.\n\n|\n\nIt flew.\n", "It flew.\n\nIt flew."],
    ["before a long text", `One.\n\n|\n\n${long}`, "It flew over the quay."],
    ["in a list", "- One\n- |", "two\n- three"],
    ["in code", "function fly() {\n  |\n}\n", "const wing = 1;\nreturn wing;", "typescript"],
    ["with lines that end as on Windows", "One.\r\n\r\n|\r\n\r\nTwo.\r\n", "It flew.\n\nIt landed."],
  ])("%s", (_, marked, whole, languageId) => {
    const { before, after, insertion, ...language } = begin(marked, languageId);
    const lineEnding = marked.includes("\r\n") ? "\r\n" : "\n";
    const joined = joinText({ before, after, ...language }, whole).replaceAll("\n", lineEnding);
    for (let written = 0; written <= joined.length; written += 1) {
      const text = before + joined.slice(0, written) + after;
      const found = findRest(insertion, text, whole);
      expect(found, `after ${written} characters`).toBeDefined();
      const { offset = 0, rest = "" } = found ?? {};
      expect(text.slice(0, offset) + rest + text.slice(offset)).toBe(before + joined + after);
    }
  });

  test("also after edits above it", () => {
    const { before, after, insertion } = begin("The first paragraph of the notes.\n\nThe gull|\n\nThe end.\n");
    const text = `# A title\n\n${before} flew over${after}`;
    const { offset = 0, rest } = findRest(insertion, text, "flew over the quay.") ?? {};
    expect(rest).toBe(" the quay.");
    expect(text.slice(0, offset)).toBe(`# A title\n\n${before} flew over`);
  });
});

describe("a document that has changed at that insertion is not changed", () => {
  test.each([
    ["the user went on writing", "One.\n\nIt flew, I think.\n\nTwo.\n"],
    ["the user corrected what had arrived", "One.\n\nIt few\n\nTwo.\n"],
    ["the text before it is another", "Three.\n\nIt flew\n\nTwo.\n"],
    ["the text after it is another", "One.\n\nIt flew\n\nThree.\n"],
    ["the document is empty", ""],
    ["everything is gone but the text", "It flew"],
  ])("%s", (_, text) => {
    expect(findRest(begin("One.\n\n|\n\nTwo.\n").insertion, text, "It flew over the quay.")).toBeUndefined();
  });
});

describe("an interrupted replacement finds its passage", () => {
  const text = "# Notes\n\nIt flew.\n\nThe end.\nIt flew.\n";
  const at = (offset: number, passage = "It flew.") =>
    replacementIn({ uri, languageId: "markdown", text }, { offset, passage, instruction: "Shorter" });
  const first = at(text.indexOf("It flew."));
  const last = at(text.lastIndexOf("It flew."));

  test.each([
    ["where it was", first, text, text.indexOf("It flew.")],
    ["where it was, of two alike", last, text, text.lastIndexOf("It flew.")],
    ["after edits above it", last, `# A title\n\n${text}`, 11 + text.lastIndexOf("It flew.")],
    ["after edits around it, if it occurs once", first, "Other.\n\nIt flew.\nMore.\n", 8],
    ["with other line endings", at(0, "# Notes\n\nIt"), text.replaceAll("\n", "\r\n"), 0],
    ["not if it has changed", first, "# Notes\n\nIt flies.\n", undefined],
    ["not if it occurs twice and is elsewhere", first, "It flew. It flew.", undefined],
    ["not in an empty document", first, "", undefined],
    ["not if it is blank", at(7, "\n\n"), text, undefined],
  ])("%s", (_, replacement, now, start) => {
    expect(findPassage(replacement, now)?.start).toBe(start);
  });
});
