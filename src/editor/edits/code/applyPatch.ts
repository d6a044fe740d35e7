/** Applies the hunks of an answer's patch to a document that may differ from what the answer assumes. */
import { isElision } from "./elisions.ts";
import { convertLevels, indentationOf, indentationUnit } from "./indentation.ts";
import type { PatchHunk, PatchLine } from "./patch.ts";

/** `failed`: numbers of hunks, from 1, whose lines are not in the document, or are there several times. */
export interface Patched {
  lines: string[];
  failed: readonly number[];
  /** Whether the last hunk ends at the end of the document. */
  isAtEnd: boolean;
}

/** Maximum number of context lines at each end of a hunk that may differ from the document, as in GNU patch. */
const mostFuzz = 3;

/** How lines are compared, the strictest first. */
const comparisons: readonly ((line: string) => string)[] = [
  (line) => line,
  (line) => line.trimEnd(),
  (line) => line.trim().replaceAll(/\s+/g, " "),
  // Typographic quotes, dashes and spaces that an answer writes differently.
  (line) =>
    line
      .normalize("NFKC")
      .replaceAll(/[‘’‚‛]/g, "'")
      .replaceAll(/[“”„]/g, '"')
      .replaceAll(/[‐-―−]/g, "-")
      .trim()
      .replaceAll(/\s+/g, " "),
];

export function applyPatch(document: readonly string[], hunks: readonly PatchHunk[]): Patched {
  const failed: number[] = [];
  let state: State = { lines: [...document], shift: 0, from: 0 };
  for (const [index, hunk] of hunks.entries()) {
    let next: State | undefined = state;
    for (const part of splitAtElisions(hunk, document)) next = next && applyHunk(next, part, document);
    if (next === undefined) failed.push(index + 1);
    else state = next;
  }
  const { lines, from } = state;
  return { lines, failed, isAtEnd: lines.slice(from).every((line) => line === "") };
}

interface State {
  lines: string[];
  /** Lines that earlier hunks have added, less those removed. */
  shift: number;
  /** The line after the last hunk. */
  from: number;
}

/** @param document Before all changes. */
function applyHunk({ lines, shift, from }: State, hunk: PatchHunk, document: readonly string[]): State | undefined {
  const written = writtenBy(hunk);
  const isWritten = written !== undefined && findHunk(document, written, from - shift, 0, 0) !== undefined;
  const found = findHunk(lines, hunk, from, shift) ?? (isWritten ? findHunk(lines, written, from, shift, 0) : undefined);
  if (found === undefined) return undefined;
  const added = writeChange(lines, found);
  const size = oldLines(found.lines).length;
  return {
    lines: [...lines.slice(0, found.line), ...added, ...lines.slice(found.line + size)],
    shift: shift + added.length - size,
    from: found.line + added.length,
  };
}

/** The changes before and after context that stands for other lines, such as `...`. */
function splitAtElisions(hunk: PatchHunk, document: readonly string[]): readonly PatchHunk[] {
  const known = new Set(document.map((line) => line.trim()));
  const parts: PatchLine[][] = [[]];
  for (const line of hunk.lines) {
    if (line.type === "context" && isElision(line.text, (text) => known.has(text))) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  if (parts.length === 1) return [hunk];
  const changed = parts.filter((lines) => lines.some(({ type }) => type !== "context"));
  return changed.map((lines, index) => ({ lines, line: index === 0 ? hunk.line : undefined, below: hunk.below }));
}

/** The result of a hunk as one without changes: a document may have it already. undefined: the hunk adds nothing, or removes nothing. */
function writtenBy({ lines, ...where }: PatchHunk): PatchHunk | undefined {
  const written = lines.filter(({ type }) => type !== "removed").map(({ text }) => ({ type: "context" as const, text }));
  const isClear = lines.some(({ type, text }) => type === "added" && /[\p{L}\p{N}]/u.test(text));
  return isClear && written.length < lines.length ? { ...where, lines: written } : undefined;
}

interface FoundHunk {
  line: number;
  /** The hunk's lines without context that differs from the document. */
  lines: readonly PatchLine[];
}

/** @param most The number of context lines at each end that may differ. */
function findHunk(
  document: readonly string[],
  hunk: PatchHunk,
  from: number,
  shift: number,
  most: number = mostFuzz,
): FoundHunk | undefined {
  const isEmpty = document.every((line) => line.trim() === "");
  if (oldLines(hunk.lines).every(({ text }) => text.trim() === "")) {
    // Nothing to look for: the lines of an empty file, or an insertion at a known line.
    if (isEmpty)
      return {
        line: 0,
        lines: [...document.map((text) => ({ type: "removed" as const, text })), ...hunk.lines.filter(({ type }) => type === "added")],
      };
    const line = locationOf(document, hunk, shift);
    return line === undefined ? undefined : { line, lines: hunk.lines.filter(({ type }) => type === "added") };
  }
  for (let fuzz = 0; fuzz <= most; fuzz += 1) {
    const lines = withoutContext(hunk.lines, fuzz);
    const wanted = oldLines(lines).map(({ text }) => text);
    if (wanted.filter((text) => text.trim() !== "").length === 0 || (fuzz > 0 && lines.length === hunk.lines.length)) continue;
    for (const comparable of comparisons) {
      const found = positionsOf(document.map(comparable), wanted.map(comparable));
      const line = choose(found, document, hunk, from, shift);
      if (line !== undefined) return { line, lines };
      if (found.length > 0) return undefined;
    }
  }
  return undefined;
}

/** Where lines without context are inserted. */
function locationOf(document: readonly string[], { below, line, isAtEnd }: PatchHunk, shift: number): number | undefined {
  if (line !== undefined) return line + shift <= document.length ? line + shift : undefined;
  if (isAtEnd === true) return document.length - Number(document.at(-1) === "");
  const head = below.length === 0 ? undefined : headOf(document, below);
  return head === undefined ? undefined : head + 1;
}

/** The innermost of the lines that a hunk is below; undefined: they are not in the document, or the outermost is not clear. */
function headOf(document: readonly string[], below: readonly string[]): number | undefined {
  let head: number | undefined;
  for (const text of below) {
    const heads = document.flatMap((line, index) => (line.trim().startsWith(text.trim()) && index > (head ?? -1) ? [index] : []));
    if (heads[0] === undefined || (head === undefined && heads.length > 1)) return undefined;
    head = heads[0];
  }
  return head;
}

function positionsOf(document: readonly string[], wanted: readonly string[]): number[] {
  const positions: number[] = [];
  for (let line = 0; line + wanted.length <= document.length; line += 1)
    if (wanted.every((text, index) => document[line + index] === text)) positions.push(line);
  return positions;
}

/** Of several positions: below the line that the hunk names, or else the nearest one to its line number. undefined: it is not known which. */
function choose(found: readonly number[], document: readonly string[], hunk: PatchHunk, from: number, shift: number): number | undefined {
  if (found.length <= 1) return found[0];
  const { below, line, isAtEnd } = hunk;
  if (isAtEnd === true) return found.at(-1);
  const head = headOf(document, below);
  const after = head === undefined ? undefined : found.find((position) => position > head);
  if (after !== undefined) return after;
  if (line !== undefined) return found.toSorted((one, other) => Math.abs(one - line - shift) - Math.abs(other - line - shift))[0];
  const later = found.filter((position) => position >= from);
  return from > 0 && later.length === 1 ? later[0] : undefined;
}

function oldLines(lines: readonly PatchLine[]): PatchLine[] {
  return lines.filter(({ type }) => type !== "added");
}

/** Without up to `fuzz` context lines at each end. */
function withoutContext(lines: readonly PatchLine[], fuzz: number): readonly PatchLine[] {
  const isContext = (line: PatchLine | undefined) => line?.type === "context";
  let [first, last] = [0, lines.length];
  for (let step = 0; step < fuzz && isContext(lines[first]); step += 1) first += 1;
  for (let step = 0; step < fuzz && isContext(lines[last - 1]); step += 1) last -= 1;
  return lines.slice(first, last);
}

/** Context keeps the document's text; added lines are indented like the hunk's other lines are in the document. */
function writeChange(document: readonly string[], { line, lines }: FoundHunk): string[] {
  const there = document.slice(line, line + oldLines(lines).length);
  const own = indentationUnit(lines.map(({ text }) => text));
  const unit = indentationUnit(document);
  let index = 0;
  /** The old lines so far, and the document's lines for them. */
  const pairs = lines.flatMap(({ type, text }, at) => {
    if (type === "added") return [];
    index += 1;
    return [{ at, from: indentationOf(text), to: indentationOf(there[index - 1] ?? ""), kept: there[index - 1] ?? text }];
  });
  return lines.flatMap(({ type, text }, at) => {
    if (type === "context") return pairs.filter((pair) => pair.at === at).map(({ kept }) => kept);
    if (type === "removed") return [];
    const from = indentationOf(text);
    const nearest = [...pairs.filter((pair) => pair.at < at).toReversed(), ...pairs.filter((pair) => pair.at > at)];
    const filled = nearest.filter(({ kept }) => kept.trim() !== "");
    const like = filled.find((pair) => pair.from === from) ?? filled.find((pair) => from.startsWith(pair.from));
    if (text.trim() === "" || like === undefined) return [text];
    return [like.to + convertLevels(text.slice(like.from.length), own, unit)];
  });
}
