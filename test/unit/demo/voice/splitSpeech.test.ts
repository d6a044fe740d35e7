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
  ["€5 or £2.50. 3 €!", "5 euros or 2.50 pounds. 3 euros!"],
  ["€3,50 and ¥1,000", "3.50 euros and 1,000 yen"],
  ["2026-11-29", "November 29, 2026"],
  ["5 km, 1 kg, 2.5 GB, 10 min", "5 kilometers, 1 kilogram, 2.5 gigabytes, 10 minutes"],
  ["a 5 m's 3 MBA", "a 5 m's 3 MBA"],
  ["5\u00a0km, 5\u202fkg, 10\u202f000", "5 kilometers, 5 kilograms, 10000"],
  ["100 km/h, 5 m/s, 60mph, 1 ft", "100 kilometers per hour, 5 meters per second, 60 miles per hour, 1 foot"],
  ["5 kWh, 2.4 GHz, 60 fps", "5 kilowatt hours, 2.4 gigahertz, 60 frames per second"],
  ["1.5x, 2.5Gb, v1.2.3", "1.5 times, 2.5 Gb, v1 point 2 point 3"],
  [
    "the 1990s, the '90s, her 30s, the 1900s, a 10s break",
    "the 19 nineties, the nineties, her thirties, the 19 hundreds, a 10 seconds break",
  ],
  ["−5 °C, 5–10, 5 - 3 = 2, 7 − 2", "-5 degrees Celsius, 5 to 10, 5 minus 3  equals  2, 7 minus 2"],
  [
    "$5M, US$2.5bn, £1bn, 5k €, US$ 20, $3.50",
    "5 million dollars, US 2.5 billion dollars, 1 billion pounds, 5 thousand euros, US$20, $3.50",
  ],
  ["1 €, €1, 5¢", "1 euro, 1 euro, 5 cents"],
  ["2026-11-29T12:30:00Z, 29.11.2026", "November 29, 2026, 12:30, November 29, 2026"],
  ["00:12:05, 1:30:20, 10:00-11:00, 16:9", "12 minutes and 5 seconds, 1:30 and 20 seconds, 10:00 to 11:00, 16 to 9"],
  ["00:01:01, 2:30:01", "1 minute and 1 second, 2:30 and 1 second"],
  ["No. 5, p. 12, Jan. 5, ca. 50, etc.", "number 5, page 12, January 5, about 50, et cetera."],
  ["www.example.com/a, Node.js, main.ts, the end.", "example dot com, Node dot js, main dot ts, the end."],
  ["10:30 a.m., e.g. U.S.A.", "10:30 a.m., for example U.S.A."],
  ["a && b || c, x^2, y^3", "a  and  b  or  c, x squared, y to the power of 3"],
  ["2π, α, CO₂, § 5", "2 pi ,  alpha , C O 2,  section  5"],
  ["Tom & Jerry", "Tom  and  Jerry"],
  ["2 + 2 = 4 ≠ 5", "2  plus  2  equals  4  does not equal  5"],
  ["1 < 2 and 3 > 2", "1  is less than  2 and 3  is greater than  2"],
  ["#3, ~5 and C#", "number 3, about 5 and C#"],
  ["e.g. this, i.e. that, Fig. 3 vs. 4", "for example this, that is that, Figure 3 versus 4"],
  ["a fig. leaf", "a fig. leaf"],
  ["See https://www.example.com/a/b?c=d#e.", "See example dot com."],
  ["At https://example.com, http://a.org; or https://b.org?", "At example dot com, a dot org; or b dot org?"],
  ["(http://docs.example.org)", "(docs dot example dot org)"],
  ["anna.b@example.com, please", "anna dot b at example dot com, please"],
  ["A red 🎈 flies", "A red    flies"],
  ["20 °C, 90°", "20 degrees Celsius, 90 degrees "],
  ["Straße, Æsop, smørrebrød", "Strasse, Aesop, smorrebrod"],
  ["a\u0000b\u202ec", "a b c"],
  ["ﬁsh 2½, ½", "fish 2 and  one half ,  one half "],
])("%j is spoken as %j", (text, expected) => expect(toSpokenLetters(text)).toBe(expected));
