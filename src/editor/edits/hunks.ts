/** Line differences between two texts, and their locations in a version of the first text that was edited since. */
import { diffArrays } from "diff";

/** Milliseconds for one comparison. Texts that take longer, because they differ nearly everywhere, are replaced as a whole. */
const longestComparison = 300;

export interface Hunk {
  /** Zero-based line in the base. An insertion goes before this line. */
  start: number;
  /** The lines of the base to replace. */
  removed: readonly string[];
  added: readonly string[];
}

/** `open`: the lines are the same as in the base. `applied`: they already have the hunk's change. `conflict`: they have other edits. */
type HunkState = "open" | "applied" | "conflict";

export interface LocatedHunk<H extends Hunk = Hunk> {
  hunk: H;
  state: HunkState;
  /** Zero-based line in the edited version. */
  line: number;
}

/** Splits at every line break that VS Code recognizes. */
export function splitLines(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}

export function findHunks(base: readonly string[], changed: readonly string[]): Hunk[] {
  const parts = diffArrays([...base], [...changed], { timeout: longestComparison });
  if (parts === undefined) return [wholeHunk(base, changed)];
  const hunks: Hunk[] = [];
  let line = 0;
  let removed: string[] = [];
  let added: string[] = [];
  const close = () => {
    if (removed.length + added.length > 0) hunks.push({ start: line - removed.length, removed, added });
    removed = [];
    added = [];
  };
  for (const part of parts) {
    if (part.added) added = part.value;
    else if (part.removed) {
      removed = part.value;
      line += part.value.length;
    } else {
      close();
      line += part.value.length;
    }
  }
  close();
  return hunks;
}

/** One hunk from the first to the last line that differs. */
function wholeHunk(base: readonly string[], changed: readonly string[]): Hunk {
  const shorter = Math.min(base.length, changed.length);
  let head = 0;
  while (head < shorter && base[head] === changed[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && base.at(-1 - tail) === changed.at(-1 - tail)) tail += 1;
  return { start: head, removed: base.slice(head, base.length - tail), added: changed.slice(head, changed.length - tail) };
}

/** @param hunks Hunks of `base`, in order. @param current `base` with the edits made since. */
export function locateHunks<H extends Hunk>(base: readonly string[], hunks: readonly H[], current: readonly string[]): LocatedHunk<H>[] {
  const edits = findHunks(base, current);
  return hunks.map((hunk) => {
    const touching = edits.filter((edit) => touches(edit, hunk));
    const line = edits.reduce(
      (sum, edit) => (endOf(edit) <= hunk.start && !touching.includes(edit) ? sum + growth(edit) : sum),
      hunk.start,
    );
    const [only, ...others] = touching;
    if (only === undefined) return { hunk, state: "open", line };
    return { hunk, state: others.length === 0 && isSame(only, hunk) ? "applied" : "conflict", line };
  });
}

function endOf({ start, removed }: Hunk): number {
  return start + removed.length;
}

function growth({ removed, added }: Hunk): number {
  return added.length - removed.length;
}

/** Adjacent hunks do not touch, but two insertions at the same line do, because their order is unknown. */
function touches(one: Hunk, other: Hunk): boolean {
  if (one.removed.length === 0 && other.removed.length === 0) return one.start === other.start;
  return one.start < endOf(other) && other.start < endOf(one);
}

function isSame(one: Hunk, other: Hunk): boolean {
  const areEqual = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((line, index) => line === b[index]);
  return one.start === other.start && areEqual(one.removed, other.removed) && areEqual(one.added, other.added);
}

/** The lines after all open hunks are applied. */
export function applyHunks(current: readonly string[], located: readonly LocatedHunk[]): string[] {
  const result = [...current];
  for (const { hunk, state, line } of [...located].reverse()) if (state === "open") result.splice(line, hunk.removed.length, ...hunk.added);
  return result;
}

/** The base after one hunk is applied, and the other hunks adjusted to it. */
export function mergeHunk<H extends Hunk>(base: readonly string[], hunks: readonly H[], merged: H): { base: string[]; hunks: H[] } {
  const others = hunks.filter((hunk) => hunk !== merged);
  return {
    base: applyHunks(base, [{ hunk: merged, state: "open", line: merged.start }]),
    hunks: others.map((hunk) => (hunk.start > merged.start ? { ...hunk, start: hunk.start + growth(merged) } : hunk)),
  };
}

/** Zero-based, as in VS Code. */
interface LinePosition {
  line: number;
  character: number;
}

export interface LineRange {
  start: LinePosition;
  end: LinePosition;
}

export function replaceRange(lines: readonly string[], { start, end }: LineRange, text: string): string[] {
  const head = (lines[start.line] ?? "").slice(0, start.character);
  const tail = (lines[end.line] ?? "").slice(end.character);
  return [...lines.slice(0, start.line), ...splitLines(head + text + tail), ...lines.slice(end.line + 1)];
}

/** The edit that applies an open hunk to a document. The document's last line has no line break. */
export function hunkEdit(current: readonly string[], { hunk, line }: LocatedHunk): { range: LineRange; text: string } {
  const after = line + hunk.removed.length;
  if (after < current.length)
    return {
      range: { start: { line, character: 0 }, end: { line: after, character: 0 } },
      text: hunk.added.map((one) => `${one}\n`).join(""),
    };
  const lengthOf = (index: number) => current[index]?.length ?? 0;
  const end = { line: current.length - 1, character: lengthOf(current.length - 1) };
  if (line === 0) return { range: { start: { line: 0, character: 0 }, end }, text: hunk.added.join("\n") };
  return {
    range: { start: { line: line - 1, character: lengthOf(line - 1) }, end },
    text: hunk.added.map((one) => `\n${one}`).join(""),
  };
}
