/** Characters that a reader cannot see, or that change what a reader sees: of terminals, of writing in two directions, without width, and tags. */
import { writeEscape } from "./withoutReordering.ts";

/** Control characters except tab and line feed, and characters that change the direction of the text around them (UTR 36, section 3.1). */
const controls = "\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u206f";
/** Unicode's tag characters, in which a text for programs can be hidden. */
const tags = "\\u{e0000}-\\u{e007f}";
/** Zero-width characters, blank letters, and variation selectors that no character has. */
const invisible =
  "\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180e\\u200b-\\u200d\\u2060-\\u2065\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb\\u{e0100}-\\u{e01ef}";

/**
 * A flag of a region in tags, such as England's, and two emoji that are joined. Neither is hidden. A region has at most six letters and digits
 * (UTS 51, "Emoji tag sequences"), because a longer text would be hidden behind a flag.
 */
const visible =
  "\\u{1f3f4}[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{3,6}\\u{e007f}|\\p{Emoji}\\ufe0f?\\p{EMod}?\\u200d(?=\\p{Extended_Pictographic})";

/** Variation selectors, and zero-width characters. */
const selectors = "[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]";
const widthless = "[\\u200b-\\u200d\\u2060-\\u2064\\ufeff]";
/**
 * Texts for programs that readers do not see: tags; several variation selectors in a row, or one that does not follow an ideograph, as bytes;
 * more zero-width characters in a row than any language has, as bits.
 */
const written = `${selectors}{2,}|(?<!\\p{Script=Han})[\\u{e0100}-\\u{e01ef}]|${widthless}{4,}|[${tags}]`;

const inText = new RegExp(`${visible}|([${controls}${tags}])`, "gu");
const severalSelectors = `(?<=${selectors})${selectors}|${selectors}(?=${selectors})`;
const inCode = new RegExp(`${visible}|([${controls}${tags}${invisible}]|${severalSelectors})`, "gu");
const inFile = new RegExp(`${visible}|(${written})`, "gu");

export interface HiddenCharacter {
  index: number;
  character: string;
}

/** `where`: in code, characters without width are hidden too; in other texts, they are part of some languages. */
export function findHidden(text: string, where: "text" | "code"): HiddenCharacter[] {
  const found: HiddenCharacter[] = [];
  for (const { 1: character, index } of text.matchAll(where === "code" ? inCode : inText))
    if (character !== undefined && !isLineEnd(text, index)) found.push({ index, character });
  return found;
}

/** A carriage return before a line feed. */
function isLineEnd(text: string, index: number): boolean {
  return text[index] === "\r" && text[index + 1] === "\n";
}

/** The name of a character, such as `U+202E`. */
export function nameCharacter(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/**
 * A text for a terminal: a terminal obeys control characters of names, errors and answers. They are written as escape sequences, which are
 * also those of JSON, so that a report in JSON keeps its values.
 */
export function forTerminal(text: string): string {
  return text.replaceAll(inText, (whole, hidden: string | undefined, index: number) =>
    hidden === undefined || isLineEnd(text, index) ? whole : writeEscape(hidden),
  );
}

/** A text of a file in which hidden texts are escape sequences, so that a reader sees what a model gets. */
export function withVisibleTexts(text: string): string {
  return text.replaceAll(inFile, (whole, hidden: string | undefined) => (hidden === undefined ? whole : writeEscape(hidden)));
}

/** A line of a list, in which a name begins no other line. */
export function inOneLine(text: string): string {
  return forTerminal(text).replaceAll(/[\r\n]/g, writeEscape);
}

/** Writes a text that arrives in pieces: a piece may end between the two halves of a character, or of the end of a line. */
export function terminalWriter(write: (text: string) => void): (piece: string) => void {
  let kept = "";
  return (piece) => {
    const text = kept + piece;
    kept = /[\ud800-\udbff\r]$/.exec(text)?.[0] ?? "";
    const whole = text.slice(0, text.length - kept.length);
    if (whole !== "") write(forTerminal(whole));
  };
}
