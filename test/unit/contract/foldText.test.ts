/** Where the characters of a folded text come from. */
import { expect, test } from "vitest";
import { foldText, foldWithRanges } from "../../../src/contract/foldText.ts";

test.each([
  ["Die GRÖSSE", "größe", "GRÖSSE"],
  ["Die Größe.", "grösse", "Größe"],
  ["The ﬁrst", "first", "ﬁrst"],
  ["e\u0301te\u0301 2024", "été", "e\u0301te\u0301"],
  ["في ٢٠٢٤م", "2024", "٢٠٢٤"],
  ["Ｈｅｌｌｏ!", "hello", "Ｈｅｌｌｏ"],
  ["ｶﾞｲﾄﾞを", "ガイド", "ｶﾞｲﾄﾞ"],
  ["שָׁלוֹם עולם", "שלום", "שָׁלוֹם"],
  ["Use C++ and C", "c++", "C++"],
  ["İstanbul", "istanbul", "İstanbul"],
  ["🗼 Łódź", "lodz", "Łódź"],
  ["a\nb", "a\nb", "a\nb"],
  ["나의 한글 이름".normalize("NFD"), "한글", "한글".normalize("NFD")],
  ["하\u11ab글", "한글", "하\u11ab글"],
  ["I don’t know", "don't", "don’t"],
  ["Say “yes” — 5–6", '"yes" - 5-6', "“yes” — 5–6"],
  ["a non‑breaking hyphen", "non-breaking", "non‑breaking"],
  ["Schiff\u00adfahrt", "schifffahrt", "Schiff\u00adfahrt"],
  ["می\u200cخواهم", "میخواهم", "می\u200cخواهم"],
  ["정말 ㅋㅠㅠ", "ㅋㅠ", "ㅋㅠ"],
  ["ﾡￂ나", "가", "ﾡￂ"],
])("%j has %j at %j", (text, query, expected) => {
  const { folded, rangeAt } = foldWithRanges(text);
  const wanted = foldText(query);
  expect(folded).toBe(foldText(text));
  const at = folded.indexOf(wanted);
  expect(at).toBeGreaterThanOrEqual(0);
  expect(text.slice(rangeAt(at).start, rangeAt(at + wanted.length - 1).end)).toBe(expected);
});

test("a text of two million characters is folded in less than a second of the processor's time", () => {
  const start = process.cpuUsage();
  foldWithRanges("word Wort ".repeat(200_000));
  expect(process.cpuUsage(start).user / 1e6).toBeLessThan(1);
});
