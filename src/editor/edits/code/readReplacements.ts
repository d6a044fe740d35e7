/** Reads blocks to search and replace, as Aider, Cline and Roo Code ask models for them. */
import { isElision } from "./elisions.ts";
import type { FilePatch, PatchHunk, PatchLine } from "./patch.ts";

const searchMark = /^(?:<{4,9}|-{5,9}) ?(?:SEARCH|ORIGINAL|OLD|FIND|BEFORE)\b ?[:>]?(.*)$/i;
const bareSearchMark = /^<{7}$/;
const middleMark = /^={4,9}$/;
const replaceMark = /^(?:>{4,9}|\+{5,9}) ?(?:REPLACE|UPDATED|NEW|MODIFIED|AFTER)\b/i;
const bareReplaceMark = /^>{7}$/;
/** What is written around the name of a file: comment marks, a heading, emphasis, backquotes and a label. */
const beforePath = /^(?:\/\/|<!--|--|[#*`\s])*/;
const pathLabel = /^(?:(?:file(?:name)?|path):[*`\s]*|<(?:file_?)?path>\s*)/i;
const afterPath = /(?:-->|<\/(?:file_?)?path>|[*`:\s])$/;
const longestPath = 300;
/** Roo Code gives the position of the searched lines before them. */
const position = /^:(start|end)_line:\s*(\d+)$/;
/** Roo Code puts a backslash before lines of the code that look like marks. */
const escaped = /^(\s*)\\(?=(?:<{5,9}|={5,9}|>{5,9}|-{5,9})(?:\s|$)|:(?:start|end)_line:)/;
const fence = /^\s*(?:`{3,}|~{3,})/;

/** Roo Code's form in XML. */
const beforeMark = /^<.*<!\[CDATA\[/;
const pathElement = /<(?:file_?)?path>([^<>]+)<\//;
/** As files are shown to models. */
const lineNumber = /^ *(\d{1,6}) \| ?/;

interface Block {
  path: string | undefined;
  line: number | undefined;
  search: string[];
  replacement: string[];
}

/** undefined: the lines are no such blocks. A last block without its end mark counts, because the code is a whole block of the answer. */
export function readReplacements(lines: readonly string[]): FilePatch[] | undefined {
  const texts = lines.map((line) => line.trim().replace(beforeMark, ""));
  const has = (mark: RegExp) => texts.some((text) => mark.test(text));
  const isBare = !has(searchMark) && has(bareSearchMark) && has(bareReplaceMark);
  if (!has(middleMark) || !(isBare || has(searchMark))) return undefined;
  const patches: (Omit<FilePatch, "hunks"> & { hunks: PatchHunk[] })[] = [];
  for (const block of readBlocks(lines, texts, isBare)) {
    const last = patches.at(-1);
    const file = last !== undefined && last.path === block.path ? last : { path: block.path, isDeleted: false, hunks: [] };
    if (file !== last) patches.push(file);
    file.hunks.push(...hunksOf(block));
  }
  return patches;
}

function readBlocks(lines: readonly string[], texts: readonly string[], isBare: boolean): Block[] {
  const begins = isBare ? bareSearchMark : searchMark;
  const conflicts = isBare ? new Set<number>() : linesInConflicts(texts);
  const blocks: Block[] = [];
  let ends = replaceMark;
  let part: "outside" | "search" | "replace" = "outside";
  let path: string | undefined;
  let middle = "";
  for (const [index, line] of lines.entries()) {
    const text = conflicts.has(index) ? "" : (texts[index] ?? "");
    const block = blocks.at(-1);
    if (part === "outside" || block === undefined) {
      path = pathElement.exec(line)?.[1]?.trim() ?? path;
      const named = begins.exec(text)?.[1]?.trim();
      if (begins.test(text)) {
        path = named || path;
        blocks.push({ path, line: undefined, search: [], replacement: [] });
        part = "search";
        let next = index + 1;
        while (next < texts.length && !begins.test(texts[next] ?? "")) next += 1;
        const marks = texts.slice(index, next).filter((_, at) => !conflicts.has(index + at));
        ends = marks.some((one) => replaceMark.test(one)) ? replaceMark : bareReplaceMark;
        middle = middleOf(marks, text, ends);
      } else if (!fence.test(line)) path = pathOf(text) ?? path;
    } else if (part === "search") {
      const found = position.exec(text);
      if (text === middle) part = "replace";
      else if (found !== null && block.search.length === 0) block.line = found[1] === "start" ? Number(found[2]) - 1 : block.line;
      else if (!(/^-{5,9}$/.test(text) && block.search.length === 0)) block.search.push(line.replace(escaped, "$1"));
    } else if (ends.test(text)) {
      part = "outside";
      // Some models also write the middle mark before the end mark.
      if (block.replacement.at(-1)?.trim() === middle && !block.search.some((each) => each.trim() === middle)) block.replacement.pop();
    } else block.replacement.push(line.replace(escaped, "$1"));
  }
  return part === "search" ? blocks.slice(0, -1) : blocks;
}

/** The middle mark of a block: the one as long as its first mark, because other lines of these signs may underline a heading. */
function middleOf(texts: readonly string[], first: string, ends: RegExp): string {
  const end = texts.findIndex((text) => ends.test(text));
  const marks = texts.slice(0, end < 0 ? undefined : end).filter((text) => middleMark.test(text));
  const size = /^[<-]+/.exec(first)?.[0].length;
  return marks.find(({ length }) => length === size) ?? marks[0] ?? "";
}

/** The lines of merge conflicts, which a block may search for. Their marks are none of the block. */
function linesInConflicts(texts: readonly string[]): Set<number> {
  const found = new Set<number>();
  for (const [first, text] of texts.entries()) {
    if (!/^<{7}(?: |$)/.test(text) || searchMark.test(text)) continue;
    const length = texts.slice(first + 1).findIndex((one) => /^[<>]{7}(?: |$)/.test(one)) + 2;
    const conflict = texts.slice(first, first + length);
    const last = conflict.at(-1) ?? "";
    if (length < 3 || last.startsWith("<") || replaceMark.test(last) || !conflict.includes("=======")) continue;
    for (let line = first; line < first + length; line += 1) found.add(line);
  }
  return found;
}

/** undefined: the line names no file. */
function pathOf(line: string): string | undefined {
  if (line.length > longestPath) return undefined;
  let path = line.replace(beforePath, "").replace(pathLabel, "");
  while (afterPath.test(path)) path = path.replace(afterPath, "");
  const isName = /\.\w{1,10}$/.test(path) || !/\s/.test(path);
  return path !== "" && isName && !/[<>]/.test(path) ? path : undefined;
}

/** Lines of dots in both sides stand for lines that stay, so that what is between them are changes of their own. */
function hunksOf(block: Block): PatchHunk[] {
  const { search, replacement, line } = withoutNumbers(block);
  const [old, changed] = [splitAtDots(search), splitAtDots(replacement)];
  const isDivided = old.length > 1 && old.length === changed.length;
  const pairs = isDivided ? old.map((part, index) => [part, changed[index] ?? []] as const) : [[search, replacement] as const];
  const hunks = pairs.map(([from, to], index) => ({ lines: changeOf(from, to), line: index === 0 ? line : undefined, below: [] }));
  return isDivided ? hunks.filter(({ lines }) => lines.some(({ type }) => type !== "context")) : hunks;
}

/** Without the numbers of lines that a model copied with the lines. */
function withoutNumbers(block: Block): Pick<Block, "search" | "replacement" | "line"> {
  const numbers = block.search.filter((line) => line.trim() !== "").map((line) => Number(lineNumber.exec(line)?.[1]));
  const [first] = numbers;
  if (first === undefined || numbers.some((number, index) => number < first + index || Number.isNaN(number))) return block;
  const bare = (lines: readonly string[]) => lines.map((line) => line.replace(lineNumber, ""));
  return { search: bare(block.search), replacement: bare(block.replacement), line: block.line ?? first - 1 };
}

function splitAtDots(lines: readonly string[]): string[][] {
  const parts: string[][] = [[]];
  for (const line of lines) {
    if (/\.{3}|…/.test(line) && isElision(line)) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts;
}

/** Lines that both sides share at the beginning and at the end are context. */
export function changeOf(search: readonly string[], replacement: readonly string[]): PatchLine[] {
  let head = 0;
  while (head < search.length && head < replacement.length && search[head] === replacement[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(search.length, replacement.length) - head && search.at(-1 - tail) === replacement.at(-1 - tail)) tail += 1;
  const as = (type: PatchLine["type"]) => (text: string) => ({ type, text });
  return [
    ...search.slice(0, head).map(as("context")),
    ...search.slice(head, search.length - tail).map(as("removed")),
    ...replacement.slice(head, replacement.length - tail).map(as("added")),
    ...search.slice(search.length - tail).map(as("context")),
  ];
}
