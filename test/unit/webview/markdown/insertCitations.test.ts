/** Inserts a mark after each cited text. */

import { expect, test } from "vitest";
import type { Citation } from "../../../../src/output/outputPart.ts";
import { insertCitations } from "../../../../src/webview/markdown/insertCitations.ts";
import { fc } from "../../../fuzzing.ts";

const first = "https://one.example";
const second = "https://two.example";
const cite = (url: string, start: number, end: number): Citation => ({ url, start, end });

test("a mark follows the cited words, before cited trailing white space", () => {
  expect(insertCitations("One fact. Another.", 0, [cite(first, 0, 10), cite(second, 10, 18)])).toBe("One fact.⁅1⁆ Another.⁅2⁆");
});

test("a URL has one number however often it is cited", () => {
  expect(insertCitations("a b c", 0, [cite(first, 0, 1), cite(second, 2, 3), cite(first, 4, 5)])).toBe("a⁅1⁆ b⁅2⁆ c⁅1⁆");
});

test("positions count from the beginning of the whole answer", () => {
  expect(insertCitations("later words", 100, [cite(first, 0, 50), cite(second, 100, 105)])).toBe("later⁅2⁆ words");
});

test("cited words that are only the source's link are replaced by the mark", () => {
  const slice = "Known ([one.example](https://one.example)) since long.";
  expect(insertCitations(slice, 0, [cite(first, 6, 42)])).toBe("Known ⁅1⁆ since long.");
});

test("a position inside a character moves to its end", () => {
  expect(insertCitations("🗼🗼 and on", 0, [cite(first, 0, 3)])).toBe("🗼🗼⁅1⁆ and on");
});

test("code stays unchanged", () => {
  expect(insertCitations("```ts\nconst a = 1;\n```\n", 0, [cite(first, 0, 10)])).toBe("```ts\nconst a = 1;\n```\n");
});

test("a citation without a position has no mark", () => {
  expect(insertCitations("words", 0, [{ url: first }, cite(first, 0, 99), cite(first, -5, 0), cite(first, 2, -1)])).toBe("words");
});

test("for any positions of citations, only words of the source's link are lost", () => {
  const location = fc.integer({ min: -3, max: 40 });
  const citation = fc.record({ url: fc.constantFrom(first, second), start: location, end: location });
  fc.assert(
    fc.property(
      fc.string({ maxLength: 30, unit: "grapheme" }),
      fc.array(citation, { maxLength: 6 }),
      fc.nat(10),
      (slice, citations, offset) => {
        fc.pre(!/[[\]⁅⁆]/.test(slice));
        expect(insertCitations(slice, offset, citations).replaceAll(/⁅[12]⁆/g, "")).toBe(slice);
      },
    ),
  );
});
