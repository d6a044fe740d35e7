/** Maps the text of a scalar to the characters that were typed for it: quotes, escapes and folded lines make them differ. */
import type { ScalarNode } from "./frontMatter.ts";
import type { TextRange } from "./textRange.ts";

/** Returns the range in the document that was typed for a range of `source`. */
export type RangeMap = (range: TextRange) => TextRange;

interface Unit {
  /** The characters that it stands for, without white space. */
  length: number;
  start: number;
  end: number;
}

/**
 * White space is folded and trimmed in many ways, and the other characters are the same in both, in the same order. So these are matched,
 * and white space is where the next of them begins.
 */
export function mapRanges(text: string, { source, range, quoted }: ScalarNode): RangeMap {
  if (!quoted && text.startsWith(source, range.start)) {
    return ({ start, end }) => ({ start: range.start + start, end: range.start + end });
  }
  const typed = readUnits(text, range.start, range.end, quoted).flatMap(({ length, start, end }) => {
    return Array.from({ length }, () => ({ start, end }));
  });
  const visibleBefore = new Uint32Array(source.length + 1);
  for (let at = 0; at < source.length; at += 1) visibleBefore[at + 1] = (visibleBefore[at] ?? 0) + (isWhite(source[at]) ? 0 : 1);
  if (visibleBefore[source.length] !== typed.length) return () => range;
  const startAt = (offset: number) => typed[visibleBefore[offset] ?? 0]?.start ?? range.end;
  const endAt = (offset: number) => typed[(visibleBefore[offset] ?? 0) - 1]?.end ?? range.start;
  return ({ start, end }) => ({
    start: start < end || start === 0 ? startAt(start) : endAt(start),
    end: end > 0 ? endAt(end) : startAt(end),
  });
}

/** Also white space that YAML keeps, such as no-break spaces: it is trimmed from the ends of a value. */
function isWhite(character = ""): boolean {
  return /\s/.test(character);
}

/** The units of a scalar from its first to its last character, without white space. Source: YAML 1.2, "5.7. Escaped Characters". */
function readUnits(text: string, start: number, end: number, quoted: boolean): Unit[] {
  const units: Unit[] = [];
  const style = quoted ? text[start] : undefined;
  const isBlock = style === "|" || style === ">";
  const newline = text.indexOf("\n", start);
  // The first line of a block scalar is its header.
  let at = isBlock ? (newline === -1 ? end : newline) : style === undefined ? start : start + 1;
  const last = style === '"' || style === "'" ? end - 1 : end;
  while (at < last) {
    const unit = style === '"' && text[at] === "\\" ? readEscape(text, at) : { length: 1, start: at, end: at + 1 };
    if (style === "'" && text[at] === "'" && text[at + 1] === "'") unit.end = at + 2;
    if (!(unit.end === at + 1 && isWhite(text[at])) && unit.length > 0) units.push(unit);
    at = unit.end;
  }
  return units;
}

const hexadecimal: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** An escape that stands for white space, or for a line break that is left out, has the length 0. */
function readEscape(text: string, at: number): Unit {
  const letter = text[at + 1] ?? "";
  const digits = hexadecimal[letter];
  if (digits === undefined) return { length: /[\stnrvf_LP]/.test(letter) ? 0 : 1, start: at, end: at + 2 };
  const end = at + 2 + digits;
  const code = Number.parseInt(text.slice(at + 2, end), 16);
  return { length: code <= 0xffff && isWhite(String.fromCharCode(code)) ? 0 : code > 0xffff ? 2 : 1, start: at, end };
}
