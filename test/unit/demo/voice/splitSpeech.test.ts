/** How a text is divided and written for the built-in voice. */
import { describe, expect, test } from "vitest";
import { isReadable, toSpokenLetters } from "../../../../src/demo/voice/readableText.ts";
import { splitSpeech } from "../../../../src/demo/voice/splitSpeech.ts";

describe("the pieces of a text", () => {
  test("are its sentences, with a longer pause after a paragraph", () => {
    const pieces = splitSpeech("It rained. Nobody came.\n\nChapter two");
    expect(pieces.map(({ text }) => text)).toEqual(["It rained.", "Nobody came.", "Chapter two"]);
    expect(pieces[1]?.pause).toBeGreaterThan(pieces[0]?.pause ?? 1);
  });

  test.each([
    ["words", "word ".repeat(500)],
    ["clauses", "the tide, ".repeat(300)],
    ["digits without a space", "7".repeat(4000)],
  ])("are short in a sentence of many %s, and lose nothing of it", (_, text) => {
    const pieces = splitSpeech(text);
    expect(Math.max(...pieces.map((piece) => piece.text.length))).toBeLessThanOrEqual(400);
    expect(
      pieces
        .map((piece) => piece.text)
        .join("")
        .replaceAll(" ", ""),
    ).toBe(text.replaceAll(" ", ""));
  });

  test.each(["", " \n\n", "* * *\n\n---", "?!"])("of %j are none", (text) => expect(splitSpeech(text)).toEqual([]));
});

test.each([
  ["Good evening.", true],
  ["Café, naïve, Zürich", true],
  ["1999", true],
  ["The word мир means peace, and it stands in an English sentence.", true],
  ["Привет, мир", false],
  ["Καλημέρα", false],
  ["你好，世界", false],
  ["こんにちは", false],
  ["안녕하세요", false],
  ["مرحبا", false],
  ["नमस्ते", false],
  ["🎈🎈", false],
])("whether %j can be read: %s", (text, expected) => expect(isReadable(text)).toBe(expected));

test.each([
  ["“Café” — isn’t it?", '"Cafe" ,  isn\'t it?'],
  ["€5 or £2.50", "5 euros  or 2.50 pounds "],
  ["Straße, Æsop, smørrebrød", "Strasse, Aesop, smorrebrod"],
  ["a\u0000b\u202ec", "a b c"],
  ["ﬁsh ½", "fish 1 2"],
])("%j is spoken as %j", (text, expected) => expect(toSpokenLetters(text)).toBe(expected));
