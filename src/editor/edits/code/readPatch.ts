/** Reads patches in answers: unified diffs with or without headers, SEARCH/REPLACE blocks, and the patch format of OpenAI's models. */
import type { FilePatch, PatchHunk, PatchLine } from "./patch.ts";
import { gitHeader, hunkStart, patchLines } from "./patchLines.ts";
import { headerNames, headerPath, withoutPrefixes, withoutQuotes } from "./patchNames.ts";
import { readReplacements } from "./readReplacements.ts";

const diffLanguages = new Set(["diff", "patch", "udiff"]);
const hunkHeader = /^@@(?:\s*-(\d+)(?:,(\d+))?\s+\+(\d+)(?:,\d+)?)?\s*(?:@@)?\s*(.*?)(?:\s@@)?$/;
const namesOfFiles = String.raw`diff --git |index [0-9a-f]+\.\.|--- |\+\+\+ `;
const factsOfFiles = "(?:old|new|deleted|new file|deleted file) mode |(?:dis)?similarity index|rename |copy |Index: |={20,}|Binary files ";
const fileHeader = new RegExp(`^(?:${namesOfFiles}|${factsOfFiles})`);
const rename = /^rename (from|to) (.+)$/;
/** Between the hunks of a context diff, which is not read. */
const contextHunk = /^\*{15}$/;
/** The words after the backslash depend on the language of the program. */
const noNewline = /^\\ \S.*[^\\{}]$/;
const openaiFile = /^\*\*\* (Update|Add|Delete) File: (.*)$/;
const openaiMove = /^\*\*\* Move to: (.*)$/;
const openaiMark = /^\*\*\* (?:Begin Patch|End Patch|End of File)/;
const openaiEnd = /^\*\*\* End of File/;

/** undefined: the code is no patch. Empty: it is one, without any change that can be applied. @param info The text after the opening fence. */
export function readPatch(code: string, info: string): FilePatch[] | undefined {
  const lines = code.replaceAll("\r", "").replace(/\n$/, "").split("\n");
  const replacements = readReplacements(lines);
  if (replacements !== undefined) return replacements;
  const diff = patchLines(lines);
  if (diff.some((line) => contextHunk.test(line)) && diff.some((line) => line.startsWith("--- "))) return [];
  if (!isDiff(diff, info.toLowerCase().split(/[\s:{-]/))) return undefined;
  const patches = new DiffReader().read(diff);
  return patches.length === 0 && !diff.some((line) => gitHeader.test(line)) ? undefined : patches;
}

function isDiff(lines: readonly string[], words: readonly string[]): boolean {
  const isChanged = (line: string) => /^[+-](?![+-]{2} )/.test(line);
  const hunk = lines.findIndex((line) => hunkStart.test(line));
  if (hunk >= 0) return lines.slice(hunk).some((line) => /^[+-]/.test(line));
  const hasFile = lines.some((line) => openaiFile.test(line));
  if (hasFile) return lines.some((line) => isChanged(line) || line.startsWith("*** Delete File: "));
  const hasHeader = lines.some((line, index) => /^--- \S/.test(line) && /^\+\+\+ \S/.test(lines[index + 1] ?? ""));
  return (
    lines.some((line) => gitHeader.test(line)) || ((words.some((word) => diffLanguages.has(word)) || hasHeader) && lines.some(isChanged))
  );
}

interface OpenPatch {
  path: string | undefined;
  oldPath?: string;
  isDeleted: boolean;
  hunks: { lines: PatchLine[]; line: number | undefined; below: readonly string[]; isAtEnd?: true }[];
  endsWithNewline?: boolean;
}

/** Counts of lines in headers are not used, because answers often count wrongly. */
class DiffReader {
  readonly #patches: OpenPatch[] = [];
  #isInHunk = false;
  /** Whether the last file was begun by git's own header. */
  #isOfGit = false;
  /** The file is a copy, so that the one that it is a copy of does not change. */
  #isCopy = false;
  /** Of a rename whose file header has not been read. */
  #renamed: string | undefined;

  read(lines: readonly string[]): FilePatch[] {
    for (const [index, line] of lines.entries()) this.#readLine(line, lines.slice(index + 1, index + 3));
    const finished = this.#patches.map((patch) => ({ ...patch, hunks: patch.hunks.map(withoutBlankEnd).filter(changesSomething) }));
    return finished.filter((patch) => patch.hunks.length > 0 || patch.isDeleted || patch.oldPath !== undefined);
  }

  #beginFile(patch: OpenPatch): void {
    this.#patches.push(patch);
    this.#isInHunk = false;
  }

  #beginHunk(line?: number, below: readonly string[] = []): void {
    if (this.#patches.length === 0) this.#beginFile({ path: undefined, isDeleted: false, hunks: [] });
    const hunks = this.#patches.at(-1)?.hunks;
    // Several headers without lines between them narrow the location: `@@ class A` and `@@ def f`.
    const outer = hunks?.at(-1)?.lines.length === 0 ? (hunks.pop()?.below ?? []) : [];
    hunks?.push({ lines: [], line, below: [...outer, ...below] });
    this.#isInHunk = true;
  }

  #readLine(line: string, [next = "", second = ""]: readonly string[]): void {
    const openai = openaiFile.exec(line);
    const moved = openaiMove.exec(line)?.[1]?.trim();
    const header = hunkHeader.exec(line);
    const last = this.#patches.at(-1);
    // In a hunk, such lines may also be removed and added ones, such as comments of SQL.
    const isFile = line.startsWith("--- ") && next.startsWith("+++ ") && (!this.#isInHunk || hunkStart.test(second));
    if (openai !== null) this.#beginFile({ path: openai[2]?.trim(), isDeleted: openai[1] === "Delete", hunks: [] });
    else if (moved !== undefined && last?.path !== undefined) Object.assign(last, { path: moved, oldPath: last.path });
    else if (openaiMark.test(line)) {
      if (openaiEnd.test(line)) Object.assign(last?.hunks.at(-1) ?? {}, { isAtEnd: true });
      this.#isInHunk = false;
    } else if (isFile) this.#readFileHeader(line, next);
    else if (header !== null) {
      const below = header[4]?.trim() ?? "";
      this.#beginHunk(lineOf(header), below === "" ? [] : [below]);
    } else if (fileHeader.test(line) && (!this.#isInHunk || !/^(?:---|\+\+\+) /.test(line))) this.#readOtherHeader(line);
    else if (this.#isInHunk && noNewline.test(line)) this.#readEnd();
    else if (this.#isInHunk || line.trim() !== "") {
      if (!this.#isInHunk) this.#beginHunk();
      this.#patches.at(-1)?.hunks.at(-1)?.lines.push(readChange(line));
    }
  }

  #readFileHeader(old: string, changed: string): void {
    this.#beginNamed(headerPath(old), headerPath(changed));
  }

  /** Git's own header is before that of the file. */
  #beginNamed(before: string | undefined, after: string | undefined): void {
    const [from, to] = withoutPrefixes(before, after);
    const oldPath = from !== undefined && to !== undefined && from !== to && !this.#isCopy ? { oldPath: from } : {};
    if (this.#isOfGit && this.#patches.at(-1)?.hunks.length === 0) this.#patches.pop();
    this.#beginFile({ path: to ?? from, ...oldPath, isDeleted: after === undefined, hunks: [] });
    this.#isOfGit = false;
  }

  #readOtherHeader(line: string): void {
    this.#isInHunk = false;
    const names = gitHeader.exec(line)?.[1];
    if (names !== undefined) {
      this.#isCopy = false;
      this.#beginNamed(...headerNames(names));
      this.#isOfGit = true;
      return;
    }
    const last = this.#patches.at(-1);
    if (line.startsWith("deleted file mode ") && last !== undefined) last.isDeleted = true;
    if (line.startsWith("copy from ") && last !== undefined) {
      delete last.oldPath;
      this.#isCopy = true;
    }
    const [, side, path] = rename.exec(line) ?? [];
    if (side === "from" && path !== undefined) this.#renamed = withoutQuotes(path.trim());
    if (side !== "to" || path === undefined || this.#renamed === undefined) return;
    if (this.#isOfGit) this.#patches.pop();
    this.#beginFile({ path: withoutQuotes(path.trim()), oldPath: this.#renamed, isDeleted: false, hunks: [] });
    this.#isOfGit = true;
    this.#renamed = undefined;
  }

  /** The mark belongs to the line above it: the last one of the old text, of the new text, or of both. */
  #readEnd(): void {
    const patch = this.#patches.at(-1);
    const type = patch?.hunks.at(-1)?.lines.at(-1)?.type;
    if (patch === undefined || type === undefined) return;
    if (type === "removed") patch.endsWithNewline = true;
    else if (type === "added") {
      if (patch.endsWithNewline === true) delete patch.endsWithNewline;
      else patch.endsWithNewline = false;
    }
  }
}

/** Without old lines, the header of a hunk names the line above it. Some programs name the line itself, which equals the new one then. */
function lineOf([, old, count, changed]: RegExpExecArray): number | undefined {
  if (old === undefined) return undefined;
  return Math.max(0, Number(old) - (count === "0" && changed !== old ? 0 : 1));
}

function changesSomething({ lines }: PatchHunk): boolean {
  return lines.some(({ type }) => type !== "context");
}

function readChange(line: string): PatchLine {
  if (line.startsWith("+")) return { type: "added", text: line.slice(1) };
  if (line.startsWith("-")) return { type: "removed", text: line.slice(1) };
  return { type: "context", text: line.startsWith(" ") ? line.slice(1) : line };
}

function withoutBlankEnd<Hunk extends PatchHunk>(hunk: Hunk): Hunk {
  const isBlank = ({ type, text }: PatchLine) => type === "context" && text.trim() === "";
  return { ...hunk, lines: hunk.lines.slice(0, hunk.lines.findLastIndex((line) => !isBlank(line)) + 1) };
}
