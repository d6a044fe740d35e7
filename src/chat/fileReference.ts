/** Reads references to files in an answer, from links and inline code. */

export interface FileReference {
  /** As written, or a `file:` address. */
  path: string;
  /** One-based. */
  line?: number;
  column?: number;
}

/** Letters of all scripts; slashes or, on Windows, backslashes. */
const pathPattern = /^(?:[a-z]:)?[\\/]?[\p{L}\p{N}\p{M}_@.+()[\]~&,'=$!-]+(?:[\\/][\p{L}\p{N}\p{M}_@.+()[\]~&,'=$!-]+)*$/iu;
const knownNames = /(?:^|[\\/])(?:Makefile|Dockerfile|LICENSE|\.[a-z][\w.-]*)$/;
const extension = /[\p{L}\p{N}\p{M}_)\]]\.[a-z]\w{0,9}$/iu;
/** `#L12`, `#L12C3`, `#L12-L20`. */
const fragment = /^L(?<line>\d{1,7})(?:C(?<column>\d{1,7}))?/;
/** `:12`, `:12:3`, `:12-20`; `(12)` and `(12,3)`, as in messages of compilers. */
const suffix = /(?::(?<line>\d{1,7})(?::(?<column>\d{1,7}))?(?:-\d{1,7})?|\((?<inLine>\d{1,7})(?:, ?(?<inColumn>\d{1,7}))?\))$/;
/** A scheme has at least two letters; a single letter is a drive. */
const scheme = /^[a-z][a-z0-9+.-]+:/i;
const longest = 500;

/** Whether a word looks like a file path: it has an extension, or is a common file name without one. */
export function isPath(text: string): boolean {
  return text.length <= longest && (extension.test(text) || knownNames.test(text)) && pathPattern.test(text);
}

/** A path of Windows with slashes; one with a drive begins with a slash. */
export function withSlashes(path: string): string {
  const slashed = path.replaceAll("\\", "/");
  return /^[a-z]:\//i.test(slashed) ? `/${slashed}` : slashed;
}

/** Separates a path from the position in the file. */
export function readFileReference(text: string): FileReference {
  const hash = text.indexOf("#");
  const match = hash < 0 ? suffix.exec(text) : fragment.exec(text.slice(hash + 1));
  const path = hash < 0 ? text.slice(0, match?.index ?? text.length) : text.slice(0, hash);
  const { line = match?.groups?.inLine, column = match?.groups?.inColumn } = match?.groups ?? {};
  return {
    path,
    ...(line === undefined ? {} : { line: Number(line) }),
    ...(column === undefined ? {} : { column: Number(column) }),
  };
}

/** The file reference of a link; undefined if it does not lead to a file. */
export function fileOfLink(address: string): string | undefined {
  const text = decode(address.trim());
  const { path } = readFileReference(text);
  if (path === "" || text.length > longest || /^[?#]|^[\\/]{2}/.test(path)) return undefined;
  return scheme.test(path) && !/^file:\/\/\/(?![\\/])/i.test(path) ? undefined : text;
}

/** Like `isPath`, for a text whose beginning and end are known, so that names may contain spaces. */
export function isQuotedPath(text: string): boolean {
  return text.trim() === text && isPath(text.replaceAll(/(?<=[^\s\\/]) (?=[^\s\\/])/g, "_"));
}

/** The file reference of inline code that looks like a path; undefined for other code. */
export function fileOfCode(code: string): string | undefined {
  return isQuotedPath(readFileReference(code).path) ? code : undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
