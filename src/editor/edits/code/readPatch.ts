/** Reads patches in answers: unified diffs with or without headers, SEARCH/REPLACE blocks, and the patch format of OpenAI's models. */

export interface PatchLine {
  type: "context" | "removed" | "added";
  text: string;
}

export interface PatchHunk {
  lines: readonly PatchLine[];
  /** Zero-based line in the old text, as the header says, which may be wrong. undefined: unknown. */
  line: number | undefined;
  /** A line above the hunk, such as the head of its function. undefined: not given. */
  below: string | undefined;
}

export interface FilePatch {
  /** The file's path, as written; undefined: not given. */
  path: string | undefined;
  /** true: the patch deletes the file. */
  isDeleted: boolean;
  hunks: readonly PatchHunk[];
}

const diffLanguages = new Set(["diff", "patch", "udiff", "git-diff"]);
const searchMark = /^<{5,9} ?(?:SEARCH|ORIGINAL|OLD) ?:?$/i;
const middleMark = /^={5,9}$/;
const replaceMark = /^>{5,9} ?(?:REPLACE|UPDATED|NEW|MODIFIED)$/i;
const hunkHeader = /^@@(?:\s*-(\d+)(?:,\d+)?\s+\+\d+(?:,\d+)?)?\s*(?:@@)?\s*(.*)$/;
const fileHeader =
  /^(?:diff --git |index [0-9a-f]+\.\.|--- |\+\+\+ |(?:old|new|deleted|new file|deleted file) mode |similarity index|rename |copy |Index: |={20,})/;
const openaiHeader = /^\*\*\* (?:(Update|Add|Delete) File: |Begin Patch|End Patch|End of File|Move to: )/;

/** undefined: the code is no patch. @param language The first word after the opening fence. */
export function readPatch(code: string, language: string): FilePatch[] | undefined {
  const lines = code.replaceAll("\r", "").replace(/\n$/, "").split("\n");
  if (lines.some((line) => searchMark.test(line.trim())) && lines.some((line) => replaceMark.test(line.trim())))
    return readReplacements(lines);
  if (!isDiff(lines, language.toLowerCase())) return undefined;
  const patches = readDiff(lines);
  return patches.length === 0 ? undefined : patches;
}

function isDiff(lines: readonly string[], language: string): boolean {
  const isChanged = (line: string) => /^[+-](?![+-]{2} )/.test(line);
  const hasHunk = lines.some((line) => /^@@(?:$|\s)/.test(line)) || lines.some((line) => /^\*\*\* (?:Update|Add|Delete) File: /.test(line));
  if (hasHunk) return lines.some(isChanged) || lines.some((line) => /^\*\*\* Delete File: /.test(line));
  const hasHeader = lines.some((line, index) => /^--- \S/.test(line) && /^\+\+\+ \S/.test(lines[index + 1] ?? ""));
  return (diffLanguages.has(language) || hasHeader) && lines.some(isChanged);
}

function readReplacements(lines: readonly string[]): FilePatch[] {
  const patches: { path: string | undefined; isDeleted: boolean; hunks: PatchHunk[] }[] = [];
  let part: "outside" | "search" | "replace" = "outside";
  let [search, replacement]: [string[], string[]] = [[], []];
  let path: string | undefined;
  for (const line of lines) {
    if (part === "outside") {
      if (searchMark.test(line.trim())) [part, search, replacement] = ["search", [], []];
      else if (line.trim() !== "" && !/^\s*(?:`{3,}|~{3,})/.test(line)) path = line.trim().replace(/^(?:\/\/|#|--)\s*/, "");
    } else if (part === "search") {
      if (middleMark.test(line.trim())) part = "replace";
      else search.push(line);
    } else if (replaceMark.test(line.trim())) {
      const last = patches.at(-1);
      const file = last !== undefined && last.path === path ? last : { path, isDeleted: false, hunks: [] };
      if (file !== last) patches.push(file);
      file.hunks.push({ lines: changeOf(search, replacement), line: undefined, below: undefined });
      part = "outside";
    } else replacement.push(line);
  }
  return patches;
}

/** Lines that both sides share at the beginning and at the end are context. */
function changeOf(search: readonly string[], replacement: readonly string[]): PatchLine[] {
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

/** Counts of lines in headers are not used, because answers often count wrongly. */
function readDiff(lines: readonly string[]): FilePatch[] {
  const patches: OpenPatch[] = [];
  let isInHunk = false;
  const beginFile = (patch: OpenPatch) => {
    patches.push(patch);
    isInHunk = false;
  };
  const beginHunk = (line?: number, below?: string) => {
    if (patches.length === 0) beginFile({ path: undefined, isDeleted: false, hunks: [] });
    patches.at(-1)?.hunks.push({ lines: [], line, below });
    isInHunk = true;
  };
  for (const [index, line] of lines.entries()) {
    const openai = openaiHeader.exec(line);
    const header = hunkHeader.exec(line);
    const isFile = line.startsWith("--- ") && /^\+\+\+ /.test(lines[index + 1] ?? "");
    if (openai !== null) {
      isInHunk = false;
      if (openai[1] !== undefined) beginFile({ path: line.slice(openai[0].length).trim(), isDeleted: openai[1] === "Delete", hunks: [] });
    } else if (isFile) beginFile(readFileHeader(line, lines[index + 1] ?? ""));
    else if (header !== null) {
      const below = header[2]?.trim() ?? "";
      beginHunk(header[1] === undefined ? undefined : Math.max(0, Number(header[1]) - 1), below === "" ? undefined : below);
    } else if (fileHeader.test(line) && (!isInHunk || !/^(?:---|\+\+\+) /.test(line))) isInHunk = false;
    else if (!line.startsWith("\\ No newline") && (isInHunk || line.trim() !== "")) {
      if (!isInHunk) beginHunk();
      patches.at(-1)?.hunks.at(-1)?.lines.push(readLine(line));
    }
  }
  const finished = patches.map((patch) => ({ ...patch, hunks: patch.hunks.map(withoutBlankEnd).filter(changesSomething) }));
  return finished.filter((patch) => patch.hunks.length > 0 || patch.isDeleted);
}

interface OpenPatch {
  path: string | undefined;
  isDeleted: boolean;
  hunks: { lines: PatchLine[]; line: number | undefined; below: string | undefined }[];
}

function changesSomething({ lines }: PatchHunk): boolean {
  return lines.some(({ type }) => type !== "context");
}

function readFileHeader(old: string, changed: string): OpenPatch {
  const pathOf = (line: string) => {
    const path = line.slice(4).split("\t", 1)[0]?.trim().replace(/^"|"$/g, "") ?? "";
    return path === "/dev/null" ? undefined : path;
  };
  const [before, after] = [pathOf(old), pathOf(changed)];
  const isGit = (before ?? "a/").startsWith("a/") && (after ?? "b/").startsWith("b/");
  const path = after ?? before;
  return { path: isGit ? path?.slice(2) : path, isDeleted: after === undefined, hunks: [] };
}

function readLine(line: string): PatchLine {
  if (line.startsWith("+")) return { type: "added", text: line.slice(1) };
  if (line.startsWith("-")) return { type: "removed", text: line.slice(1) };
  return { type: "context", text: line.startsWith(" ") ? line.slice(1) : line };
}

function withoutBlankEnd(hunk: PatchHunk): PatchHunk {
  const isBlank = ({ type, text }: PatchLine) => type === "context" && text.trim() === "";
  return { ...hunk, lines: hunk.lines.slice(0, hunk.lines.findLastIndex((line) => !isBlank(line)) + 1) };
}
