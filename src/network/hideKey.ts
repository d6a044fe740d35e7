/**
 * Finds a key in a text of another program, in the forms in which it comes back: whole or in part, broken by lines, in base64,
 * percent-encoding, hexadecimal, a list of its bytes or escapes of JSON and HTML, and masked, as in `sk-ab****wxyz`.
 */

/** Parts of a key of at least this many characters are found; a shorter key only whole. */
const partLength = 8;
/** A shorter key is a word that any text may contain. */
const shortestKey = 4;
/**
 * White space, also written as an escape sequence, characters without width, and colons of hexadecimal, which may be in a broken key; and a
 * character that is written as its code.
 */
const spelled =
  /(?:\\[nrt]|[\0\s\u200b-\u200d\u2060-\u2064\ufeff\u00ad]|\\u0000|(?<=[0-9a-fA-F]{2}):(?=[0-9a-fA-F]{2}))+|(?:\\x|\\u00|\\U0{6}|%(?:25)*|&#[xX]0{0,4})([0-9a-fA-F]{2});?|&#0{0,4}(\d{2,3});/g;
/** Bytes as numbers, such as those of a Buffer in JSON, or each with a longer escape sequence: in octal, or in braces. */
const listed =
  /(?<![\w.])(?:(?:0x[0-9a-fA-F]{2}|\d{2,3})[,\s]{1,40}){7,}(?:0x[0-9a-fA-F]{2}|\d{2,3})|(?:\\u\{[0-9a-fA-F]{1,6}\}){8,}|(?:\\[0-7]{2,3}){8,}/g;
/** What stands for hidden characters: signs, or a word in brackets, as in `sk-ab[redacted]wxyz`. */
const maskSign = String.raw`[*•·●…▪█×]|\.{3,}|x{3,}|X{3,}|#{3,}|_{3,}|-{3,}|~{3,}|\?{3,}|\${3,}|\+{3,}|[<[(][^\s<>()[\]]{1,12}[>\])]`;
const maskSigns = new RegExp(`(?:${maskSign})+`);
/** A word with such signs, read from its beginning. */
const inWord = String.raw`[^\s"'\x60,;:()[\]{}<>=]`;
const maskedWord = new RegExp(`(?<!${inWord})${inWord}*(?:${maskSign})${inWord}*`, "g");
/** The last characters of a key, in words: `ending in wxyz`, `"last4":"wxyz"`. */
const ending =
  /((?:\bend(?:s|ing)(?:\s+(?:in|with))?|suffix|\blast[ _-]?(?:four|\d{1,2})?(?:[ _-]?(?:characters|chars|digits))?)["'`]?[\s:=]+["'`]?)([^\s"'`,;.()]{2,12})/gi;

/** Replaces what a text contains of a key by `mark`. */
export function hideKey(text: string, key: string, mark: string): string {
  if (key.length < shortestKey || text === "") return text;
  // Masked words first: a part of the key in one would take its visible end from it.
  const unmasked = text
    .replaceAll(maskedWord, (word) => (isMasked(word, key) ? mark : word))
    .replaceAll(ending, (whole, before: string, end: string) => (key.endsWith(end) ? `${before}${mark}` : whole));
  const parts = partsOf(key);
  const unlisted = unmasked.replaceAll(listed, (list) => {
    const read = readList(list);
    return hideParts(read, key, parts, mark) === read ? list : mark;
  });
  return hideParts(unlisted, key, parts, mark);
}

function readList(list: string): string {
  const base = list.startsWith("\\u") ? "0x" : list.startsWith("\\") ? "0o" : "";
  return (list.match(/(?:0x)?[0-9a-fA-F]+/g) ?? []).map((code) => String.fromCharCode(Number(base + code))).join("");
}

/** Whether the visible parts of a masked word are the beginning or the end of the key. */
function isMasked(word: string, key: string): boolean {
  const pieces = word.replace(/[.!?]$/, "").split(maskSigns);
  const [first = "", last = ""] = [pieces[0], pieces.at(-1)];
  return (first.length > 1 && key.startsWith(first)) || (last.length > 1 && key.endsWith(last));
}

function hideParts(text: string, key: string, parts: ReadonlySet<string>, mark: string): string {
  const { characters, starts, ends } = readSpelling(text);
  const length = Math.min(partLength, key.length);
  const found = new Uint8Array(text.length);
  let isFound = false;
  for (let at = 0; at + length <= characters.length; at += 1) {
    if (!parts.has(characters.slice(at, at + length))) continue;
    found.fill(1, starts[at], ends[at + length - 1]);
    isFound = true;
  }
  if (!isFound) return text;
  let hidden = "";
  for (let at = 0; at < text.length; at += 1) {
    if (found[at] === 0) hidden += text[at];
    else if (at === 0 || found[at - 1] === 0) hidden += mark;
  }
  return hidden;
}

interface Spelling {
  characters: string;
  /** Where each character begins and ends in the text. */
  starts: readonly number[];
  ends: readonly number[];
}

function readSpelling(text: string): Spelling {
  const [starts, ends]: [number[], number[]] = [[], []];
  let characters = "";
  let from = 0;
  const take = (end: number) => {
    for (let at = from; at < end; at += 1) {
      starts.push(at);
      ends.push(at + 1);
    }
    characters += text.slice(from, end);
  };
  for (const { 0: whole, 1: hex, 2: decimal, index } of text.matchAll(spelled)) {
    take(index);
    from = index + whole.length;
    if (hex === undefined && decimal === undefined) continue;
    characters += String.fromCharCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
    starts.push(index);
    ends.push(from);
  }
  take(text.length);
  return { characters, starts, ends };
}

/** The keys in use are few, and are looked for in each line of the log. */
const mostKept = 16;
const kept = new Map<string, ReadonlySet<string>>();

/** All parts of one length of the key and of its encodings. */
function partsOf(key: string): ReadonlySet<string> {
  const found = kept.get(key);
  if (found) return found;
  if (kept.size >= mostKept) kept.clear();
  const parts = findParts(key);
  kept.set(key, parts);
  return parts;
}

function findParts(key: string): ReadonlySet<string> {
  const length = Math.min(partLength, key.length);
  const parts = new Set<string>();
  // Some servers write names of headers and their values in one case.
  const cases = [key.toLowerCase(), key.toUpperCase()];
  for (const written of [readSpelling(key).characters, key, ...cases, JSON.stringify(key).slice(1, -1), ...encodings(key)])
    for (let at = 0; at + length <= written.length; at += 1) parts.add(written.slice(at, at + length));
  return parts;
}

/** Base64 has three forms of a text, which depend on the number of bytes before it: its first and last characters also encode others. */
function encodings(key: string): string[] {
  const base64 = [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(key)]);
    return bytes.toString("base64url").slice(before === 0 ? 0 : before + 1, Math.floor((bytes.length * 4) / 3));
  });
  const hex = Buffer.from(key).toString("hex");
  return [...base64, ...base64.map((one) => one.replaceAll("-", "+").replaceAll("_", "/")), hex, hex.toUpperCase()];
}
