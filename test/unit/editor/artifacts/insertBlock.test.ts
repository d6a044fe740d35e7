/** A link is inserted below its selection with one blank line around it. */
import { describe, expect, it } from "vitest";
import { insertBlock } from "../../../../src/editor/artifacts/insertBlock.ts";
import { shiftOffset } from "../../../../src/editor/artifacts/shiftOffset.ts";

function insert(text: string, offset: number, lineEnding: "\n" | "\r\n" = "\n"): string {
  const insertion = insertBlock(text, offset, "LINK", { lineEnding, isIndented: false });
  return text.slice(0, insertion.offset) + insertion.text + text.slice(insertion.offset);
}

describe("insertBlock", () => {
  it.each([
    ["in the middle of a line", "one two\n\nthree", 3, "one two\n\nLINK\n\nthree"],
    ["before a line that follows at once", "one\ntwo", 3, "one\n\nLINK\n\ntwo"],
    ["at the end of a file", "one", 3, "one\n\nLINK"],
    ["at the end of a file with a closing line break", "one\n", 3, "one\n\nLINK\n"],
    ["after a selection of whole lines", "one\n\ntwo\n", 4, "one\n\nLINK\n\ntwo\n"],
  ])("inserts correctly %s", (_, text, offset, expected) => {
    expect(insert(text, offset)).toBe(expected);
  });

  it("keeps the document's line endings", () => {
    expect(insert("one\r\ntwo", 2, "\r\n")).toBe("one\r\n\r\nLINK\r\n\r\ntwo");
    expect(insert("one\r\n\r\ntwo", 5, "\r\n")).toBe("one\r\n\r\nLINK\r\n\r\ntwo");
  });
});

it("is indented like the line above it if the language requires that", () => {
  const text = "<body>\r\n\t<p>Fog</p>\r\n</body>";
  const { offset, text: inserted } = insertBlock(text, 14, "<figure>\n</figure>", { lineEnding: "\r\n", isIndented: true });
  expect([offset, inserted]).toEqual([19, "\r\n\r\n\t<figure>\r\n\t</figure>\r\n"]);
});

describe("shiftOffset", () => {
  const change = (rangeOffset: number, rangeLength: number, text: string) => ({ rangeOffset, rangeLength, text });

  it("moves with edits before it", () => {
    expect(shiftOffset(10, change(2, 0, "abc"))).toBe(13);
    expect(shiftOffset(10, change(2, 4, ""))).toBe(6);
  });

  it("stays on edits at or after it", () => {
    expect(shiftOffset(10, change(10, 0, "abc"))).toBe(10);
    expect(shiftOffset(10, change(12, 3, ""))).toBe(10);
  });

  it("moves to the end of a text that replaces its surroundings", () => {
    expect(shiftOffset(10, change(8, 5, "xy"))).toBe(10);
    expect(shiftOffset(10, change(0, 20, "xyz"))).toBe(3);
  });
});
