/** The texts, numbers and times of a process are in its language. */
import { afterEach, expect, test } from "vitest";
import { inEnglish, knownTag, setLanguage, t, writeDay, writeNumber, writeTime } from "../../../src/contract/translate.ts";

afterEach(() => setLanguage("en", inEnglish));

test.each([
  ["en", "1,234,567.5", "Jan 31, 2027"],
  ["de", "1.234.567,5", "31.01.2027"],
  ["fr", "1\u202f234\u202f567,5", "31 janv. 2027"],
  ["es", "1.234.567,5", "31 ene 2027"],
  ["ja", "1,234,567.5", "2027/01/31"],
  ["zh-cn", "1,234,567.5", "2027年1月31日"],
])("numbers and days are written as in %s", (language, number, day) => {
  setLanguage(language, inEnglish);
  const noon = new Date(2027, 0, 31, 12, 30);
  expect(writeNumber(1_234_567.5)).toBe(number);
  expect(writeDay(noon)).toBe(day);
  expect(writeTime(noon.getTime()).startsWith(day)).toBe(true);
});

test.each([
  ["zh-cn", "zh-CN"],
  ["pt_BR", "pt-BR"],
  ["xx", "en"],
  ["not a language", "en"],
  ["", "en"],
])("the tag of %j is %s", (tag, known) => expect(knownTag(tag)).toBe(known));

test("a placeholder without a value stays", () => {
  expect(t("{0} of {1}", 2)).toBe("2 of {1}");
  expect(t("`{0}` has braces", "{1}")).toBe("`{1}` has braces");
});
