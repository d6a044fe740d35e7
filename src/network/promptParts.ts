/** Finds parts of prompts in a text, in time that grows with the length of both, not with their product. */

/** Parts of a prompt of at least this many UTF-16 code units are found. Shorter prompts are only found whole. */
const pieceLength = 24;
/** Shorter prompts occur in almost every sentence and reveal nothing. */
const shortestPrompt = 4;
/** A shorter prompt is only found as a separate word, because "cat" is part of other words. */
const shortestPart = 12;
/** White space around a short prompt is ignored up to this length of both. */
const longestPadded = 200;

/** Length of the windows of prompts that are looked up in the text, and their distance: every piece of `pieceLength` contains one whole. */
const windowLength = 12;
const windowDistance = pieceLength - windowLength + 1;
/** If windows are in the text more often than this without being part of a longer piece, the windows themselves count as found. */
const mostShortMatches = 20_000;

/** A spelling of the text: the character at `index` is from `starts[index]` to `starts[index + 1]` in the text. */
interface Spelling {
  characters: string;
  starts: ArrayLike<number>;
}

/** Returns for each character of the text whether it belongs to a prompt. A text may contain prompts as they are, or with JSON's escapes. */
export function findPromptParts(text: string, prompts: readonly string[]): Uint8Array {
  const found = new Uint8Array(text.length);
  const spellings = text.includes("\\") ? [plain(text), unescaped(text)] : [plain(text)];
  findPieces(spellings, prompts, found);
  findShort(spellings, prompts, found);
  return found;
}

function plain(text: string): Spelling {
  return { characters: text, starts: Array.from({ length: text.length + 1 }, (_, index) => index) };
}

const escapes = new Map([..."bfnrt"].map((letter, index) => [letter, "\b\f\n\r\t"[index] ?? ""]));

function unescaped(text: string): Spelling {
  let characters = "";
  const starts: number[] = [];
  const parts = text.matchAll(/\\u([0-9a-f]{4})|\\([^u])|[^\\]|\\/giu);
  for (const { 0: part, 1: code, 2: escaped, index } of parts) {
    const character =
      code !== undefined ? String.fromCharCode(Number.parseInt(code, 16)) : escaped ? (escapes.get(escaped) ?? escaped) : part;
    for (let unit = 0; unit < character.length; unit += 1) starts.push(index);
    characters += character;
  }
  return { characters, starts: [...starts, text.length] };
}

function mark({ starts }: Spelling, from: number, to: number, found: Uint8Array): void {
  found.fill(1, starts[from], starts[to]);
}

interface Location {
  spelling: Spelling;
  at: number;
}

/** Marks everything that the text has in common with a long prompt. */
function findPieces(spellings: readonly Spelling[], prompts: readonly string[], found: Uint8Array): void {
  const windows = partsOf(spellings, windowLength);
  const isKnown = createFilter();
  for (const window of windows.keys()) isKnown.add(window, 0, windowStep);
  let shortMatches = 0;
  for (const prompt of prompts) {
    for (let from = 0; from + windowLength <= prompt.length; from += windowDistance) {
      if (!isKnown.has(prompt, from, windowStep)) continue;
      const window = prompt.slice(from, from + windowLength);
      for (const location of windows.get(window) ?? []) {
        const [start, end] = commonPart(location, prompt, from);
        shortMatches += 1;
        if (end - start < pieceLength && shortMatches < mostShortMatches) continue;
        mark(location.spelling, start, end, found);
        // Each window is marked once, so that a prompt of repetitions costs no more than another.
        windows.delete(window);
      }
    }
  }
}

/** How far the text around a location is the same as the prompt around `from`. */
function commonPart({ spelling: { characters }, at }: Location, prompt: string, from: number): [start: number, end: number] {
  let before = 0;
  while (before < at && before < from && characters.charCodeAt(at - before - 1) === prompt.charCodeAt(from - before - 1)) before += 1;
  let length = windowLength;
  const longest = Math.min(characters.length - at, prompt.length - from);
  while (length < longest && characters.charCodeAt(at + length) === prompt.charCodeAt(from + length)) length += 1;
  return [at - before, at + length];
}

/** The distance of the four characters by which most windows, and most starts of short prompts, that are not in the text are recognized. */
const windowStep = 3;
const startStep = 1;

interface Filter {
  add(text: string, at: number, step: number): void;
  /** false: certainly not added. */
  has(text: string, at: number, step: number): boolean;
}

function createFilter(): Filter {
  const known = new Uint8Array(2 ** 16);
  const slotOf = (text: string, at: number, step: number) => {
    const start = Math.imul(text.charCodeAt(at), 31) + text.charCodeAt(at + step);
    const end = Math.imul(text.charCodeAt(at + 2 * step), 31) + text.charCodeAt(at + 3 * step);
    return (Math.imul(start, 961) + end) & 0xffff;
  };
  return {
    add(text, at, step) {
      known[slotOf(text, at, step)] = 1;
    },
    has: (text, at, step) => known[slotOf(text, at, step)] === 1,
  };
}

/** Marks the prompts that are shorter than a piece. */
function findShort(spellings: readonly Spelling[], prompts: readonly string[], found: Uint8Array): void {
  const isKnown = createFilter();
  for (const { characters } of spellings) {
    for (let at = 0; at + shortestPrompt <= characters.length; at += 1) isKnown.add(characters, at, startStep);
  }
  const parts = new Map<number, Map<string, Location[]>>();
  for (const prompt of prompts) {
    if (prompt.length > longestPadded) continue;
    const searched = prompt.trim();
    const { length } = searched;
    if (length < shortestPrompt || length >= pieceLength || !isKnown.has(searched, 0, startStep)) continue;
    const locations = parts.get(length) ?? partsOf(spellings, length);
    parts.set(length, locations);
    for (const { spelling, at } of locations.get(searched) ?? []) {
      const isSeparate = !isWordCharacter(spelling.characters[at - 1]) && !isWordCharacter(spelling.characters[at + length]);
      if (length >= shortestPart || isSeparate) mark(spelling, at, at + length, found);
    }
    locations.delete(searched);
  }
}

/** All parts of one length, with their locations. */
function partsOf(spellings: readonly Spelling[], length: number): Map<string, Location[]> {
  const parts = new Map<string, Location[]>();
  for (const spelling of spellings) {
    for (let at = 0; at + length <= spelling.characters.length; at += 1) {
      const part = spelling.characters.slice(at, at + length);
      const locations = parts.get(part);
      if (locations) locations.push({ spelling, at });
      else parts.set(part, [{ spelling, at }]);
    }
  }
  return parts;
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}
