/** Differences of two texts by lines, and where they belong in a version of the first one that was edited meanwhile. */
import { diffArrays } from "diff";

/** Milliseconds for one comparison; texts that differ nearly everywhere are replaced as a whole. */
const longestComparison = 300;

export interface Hunk {
  /** Zero-based line of the base. An insertion comes before this line. */
  start: number;
  /** The lines of the base that are replaced. */
  removed: readonly string[];
  added: readonly string[];
}

/**
 * `open`: the lines are as they were in the base. `applied`: they read as the hunk wants them. `conflict`: they were edited in another way.
 */
type HunkState = "open" | "applied" | "conflict";

export interface LocatedHunk<H extends Hunk = Hunk> {
  hunk: H;
  state: HunkState;
  /** Zero-based line of the edited version. */
  line: number;
}

/** Every kind of line break that VS Code knows. */
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

/** All that lies between the first and the last line that differ. */
function wholeHunk(base: readonly string[], changed: readonly string[]): Hunk {
  const shorter = Math.min(base.length, changed.length);
  let head = 0;
  while (head < shorter && base[head] === changed[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && base.at(-1 - tail) === changed.at(-1 - tail)) tail += 1;
  return { start: head, removed: base.slice(head, base.length - tail), added: changed.slice(head, changed.length - tail) };
}

/** @param hunks of `base`, in order. @param current `base` as it was edited meanwhile. */
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

/** Neighbours do not touch, but two insertions at one line do: their order is unknown. */
function touches(one: Hunk, other: Hunk): boolean {
  if (one.removed.length === 0 && other.removed.length === 0) return one.start === other.start;
  return one.start < endOf(other) && other.start < endOf(one);
}

function isSame(one: Hunk, other: Hunk): boolean {
  const areEqual = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((line, index) => line === b[index]);
  return one.start === other.start && areEqual(one.removed, other.removed) && areEqual(one.added, other.added);
}

/** The lines with the hunks that are open, in order. */
export function applyHunks(current: readonly string[], located: readonly LocatedHunk[]): string[] {
  const result = [...current];
  for (const { hunk, state, line } of [...located].reverse()) if (state === "open") result.splice(line, hunk.removed.length, ...hunk.added);
  return result;
}

/** The base with one hunk in it, and the other hunks as they are based on that. */
export function mergeHunk<H extends Hunk>(base: readonly string[], hunks: readonly H[], merged: H): { base: string[]; hunks: H[] } {
  const others = hunks.filter((hunk) => hunk !== merged);
  return {
    base: applyHunks(base, [{ hunk: merged, state: "open", line: merged.start }]),
    hunks: others.map((hunk) => (hunk.start > merged.start ? { ...hunk, start: hunk.start + growth(merged) } : hunk)),
  };
}

/** Zero-based, as VS Code's. */
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

/** What replaces an open hunk's lines in a document, whose last line has no line break. */
export function editOf(current: readonly string[], { hunk, line }: LocatedHunk): { range: LineRange; text: string } {
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
