/** No character of a stranger's text acts on a terminal, or stays unseen in code. */
import { expect, test } from "vitest";
import {
  findHidden,
  forTerminal,
  inOneLine,
  nameCharacter,
  terminalWriter,
  withVisibleTexts,
} from "../../../src/contract/hiddenCharacters.ts";
import { withoutReordering } from "../../../src/contract/withoutReordering.ts";

/** What a terminal obeys, or a reader cannot see: sequences of ECMA-48 and xterm, UTR 36, and Unicode's tags. */
const acts: readonly [string, string][] = [
  ["clear screen", "\u001b[2J"],
  ["clipboard by OSC 52", "\u001b]52;c;aGk=\u0007"],
  ["title by OSC", "\u001b]0;title\u001b\\"],
  ["link by OSC 8", "\u001b]8;;https://evil.example\u001b\\text\u001b]8;;\u001b\\"],
  ["device control string", "\u001bP1$r\u001b\\"],
  ["control sequence in C1", "\u009b2J"],
  ["operating system command in C1", "\u009d0;x\u009c"],
  ["backspace", "safe\b\b\b\bevil"],
  ["carriage return", "evil\rsafe"],
  ["bell", "\u0007"],
  ["null", "\u0000"],
  ["delete", "\u007f"],
  ["next line", "\u0085"],
  ["right-to-left override", "\u202etxt.exe"],
  ["embedding", "\u202a\u202b\u202c\u202d"],
  ["isolates", "\u2066\u2067\u2068\u2069"],
  ["marks of direction", "\u200e\u200f\u061c"],
  ["line separators", "\u2028\u2029"],
  ["tags", "\u{e0001}\u{e0041}\u{e007f}"],
  ["tags behind a flag", `\u{1f3f4}${"\u{e0061}".repeat(20)}\u{e007f}`],
];
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters
const dangerous = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|[\u{e0000}-\u{e007f}]/u;

test.each([...acts, ["line feed", "a.md\nb.md"], ["line ends of Windows", "a.md\r\nb.md"]])("a name is one line, with %s", (_, text) => {
  for (const whole of [text, `before ${text} after`]) {
    expect(inOneLine(whole)).not.toMatch(dangerous);
    expect(inOneLine(whole).split(/[\n\r]/)).toHaveLength(1);
  }
});

test.each(acts)("a terminal gets no %s", (_, text) => {
  for (const whole of [text, `before ${text} after\n`, `🙂${text}${text}`]) expect(forTerminal(whole)).not.toMatch(dangerous);
});

test.each(acts)("a terminal gets no %s from an answer that arrives in pieces", (_, text) => {
  let written = "";
  const write = terminalWriter((piece) => {
    written += piece;
  });
  for (const unit of `a\r\n${text}b🙂\n`.split("")) write(unit);
  expect(written.replaceAll("\r\n", "\n")).not.toMatch(dangerous);
  expect(written).toMatch(/^a\r\n/);
  expect(written).toMatch(/b🙂\n$/);
});

test.each(["plain\ttext\n", "a\r\nb\n", "שלום عليكم", "👩‍👩‍👧 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿", "नमस्\u200dते می\u200cخواهم", "é e\u0301", ""])(
  "%j stays as it is",
  (text) => {
    expect(forTerminal(text.replaceAll("\r\n", "\n"))).toBe(text.replaceAll("\r\n", "\n"));
    expect(withVisibleTexts(text)).toBe(text);
    expect(findHidden(text, "text")).toEqual([]);
  },
);

/** A text for programs in characters that readers do not see, and what stays. */
test.each([
  ["tags", "a\u{e0041}\u{e0042}b", "a\\udb40\\udc41\\udb40\\udc42b"],
  ["bytes as selectors after an emoji", "🙂\u{e0158}\u{e0155}!", "🙂\\udb40\\udd58\\udb40\\udd55!"],
  ["bytes as the first selectors", "a\ufe01\ufe02", "a\\ufe01\\ufe02"],
  ["one selector after a letter", "a\u{e0100}", "a\\udb40\\udd00"],
  ["bits as characters without width", "a\u200b\u200c\u200b\u200cb", "a\\u200b\\u200c\\u200b\\u200cb"],
  ["a variant of an ideograph", "葛\u{e0100}", "葛\u{e0100}"],
  ["an emoji and a sign as text", "❤️ ☎\ufe0e", "❤️ ☎\ufe0e"],
  ["a joiner between words of Thai", "กา\u200bรู", "กา\u200bรู"],
])("%s of a file are visible if they hide a text", (_, text, shown) => {
  expect(withVisibleTexts(text)).toBe(shown);
});

test("a report in JSON keeps its values", () => {
  const value = acts.map(([, text]) => text).join("");
  expect(JSON.parse(forTerminal(JSON.stringify({ value })))).toEqual({ value });
});

test.each([
  "\u200b",
  "\u200c",
  "\u200d",
  "\u2060",
  "\ufeff",
  "\u00ad",
  "\u3164",
  "\u{e0100}",
  "\u202e",
  "\u2066",
  "\u{e0061}",
  "\u001b",
  "\u0000",
])("in code, %j is found", (character) => {
  expect(findHidden(`let a${character} = 1;`, "code")).toEqual([{ index: 5, character }]);
});

test("in code, several selectors of variants in a row are found", () => {
  expect(findHidden("a\ufe01\ufe02 = 1;", "code")).toEqual([
    { index: 1, character: "\ufe01" },
    { index: 2, character: "\ufe02" },
  ]);
});

test("emoji, flags and ends of lines in code are not hidden", () => {
  expect(findHidden('const a = "👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️";\r\n\tb\n', "code")).toEqual([]);
  expect(nameCharacter("\u{e0061}")).toBe("U+E0061");
});

test("tags in a file are written so that they are seen", () => {
  const hidden = [..."ignore"].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join("");
  expect(withVisibleTexts(`Answer briefly.${hidden}`)).toMatch(/^Answer briefly\.(?:\\u[\da-f]{4}){12}$/);
});

/** UAX 9, section 2: embeddings, overrides, isolates, and their ends. Marks of a direction reorder nothing after them. */
test.each([
  ...["202a", "202b", "202c", "202d", "202e", "2066", "2067", "2068", "2069"].map((code) => [code, true] as const),
  ...["200e", "200f", "061c", "05d0", "200d"].map((code) => [code, false] as const),
])("U+%s in a name is written as an escape sequence: %s", (code, isWritten) => {
  const character = String.fromCodePoint(Number.parseInt(code, 16));
  expect(withoutReordering(`photo${character}gnp.exe`)).toBe(isWritten ? `photo\\u${code}gnp.exe` : `photo${character}gnp.exe`);
  expect(withoutReordering(character)).toBe(character);
});
