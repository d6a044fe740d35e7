/** Messages with values in several languages. */
import { describe, expect, test } from "vitest";
import { formatDay, formatMessage, formatNumber } from "../../../../src/chat/texts/formatMessage.ts";
import { panelTexts } from "../../../../src/chat/texts/panelTexts.ts";
import { translateTexts } from "../../../../src/chat/texts/translatedTexts.ts";

describe("a message", () => {
  test("inserts its values in the order of the language", () => {
    expect(formatMessage("{0} of {1}", [1, 2], "en")).toBe("1 of 2");
    expect(formatMessage("{1} 中 {0}", [1, 2], "ja")).toBe("2 中 1");
  });

  test("never interprets a value as a placeholder, and keeps a placeholder without a value", () => {
    expect(formatMessage("{0} and {1}", ["{1}", "$&"], "en")).toBe("{1} and $&");
    expect(formatMessage("{0} and {1}", ["a"], "en")).toBe("a and {1}");
  });

  test("uses the plural forms of its language", () => {
    const english = "{0, plural, one {# file} other {# files}} left";
    expect([0, 1, 2].map((count) => formatMessage(english, [count], "en"))).toEqual(["0 files left", "1 file left", "2 files left"]);
    const polish = "{0, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}";
    expect([1, 3, 5, 22].map((count) => formatMessage(polish, [count], "pl"))).toEqual(["1 plik", "3 pliki", "5 plików", "22 pliki"]);
  });

  test("of a language without plural forms has a single form", () => {
    expect(formatMessage("{0, plural, other {#個}}", [1], "ja")).toBe("1個");
  });

  test("is in English if the editor's language is unknown", () => {
    expect(formatMessage("{0, plural, one {# file} other {# files}}", [1284], "not_a-language")).toBe("1,284 files");
  });
});

test.for([
  [1284, "en", "1,284"],
  [1284567, "de", "1.284.567"],
  [0.0000113, "en", "0.0000113"],
  [12.3456, "en", "12.35"],
  [1234567.5, "en", "1,234,567.5"],
  [999.999, "en", "1,000"],
  [1e21, "en", "1,000,000,000,000,000,000,000"],
  [0, "en", "0"],
  [-0.25, "en", "-0.25"],
] as const)("the number %d in %s is %s", ([value, language, text]) => {
  expect(formatNumber(value, language)).toBe(text);
});

test("English numbers are those of the language's own format", () => {
  const { format } = new Intl.NumberFormat("en", {
    maximumFractionDigits: 2,
    maximumSignificantDigits: 3,
    roundingPriority: "morePrecision",
  });
  const numbers = [0, 7, 0.05, 0.5, 999, 1000, 99_999.99, 1_000_000, 3.2, 1.005, 2 ** 53].flatMap((number) => [
    number,
    number + 0.25,
    -number,
  ]);
  for (const number of numbers) if (!Object.is(number, -0)) expect(formatNumber(number, "en")).toBe(format(number));
});

test("a day is written in the format of the language", () => {
  const noon = Date.UTC(2026, 10, 21, 12);
  expect([formatDay(noon, "en-US"), formatDay(noon, "de")]).toEqual(["11/21/26", "21.11.26"]);
});

describe("the panel's texts", () => {
  test("have placeholders that count from 0 without a gap, and valid plural forms", () => {
    for (const [name, message] of Object.entries(panelTexts)) {
      const locations = new Set([...message.matchAll(/\{(\d)/g)].map(([, index]) => Number(index)));
      expect([...locations].sort(), name).toEqual(Array.from({ length: locations.size }, (_, index) => index));
      const values = Array.from({ length: locations.size }, (_, index) => index + 2);
      expect(formatMessage(message, values, "en"), name).not.toMatch(/[{}]|#(?! file)/);
    }
  });

  test("are passed to the translator complete, each by its key", () => {
    const texts = translateTexts(panelTexts, (message) => message.toUpperCase());
    expect(Object.keys(texts)).toEqual(Object.keys(panelTexts));
    expect(texts.send).toBe("SEND");
  });
});
