/** Reads references to files in an answer, from links and inline code. */

export interface FileReference {
  /** As written, or a `file:` address. */
  path: string;
  /** One-based. */
  line?: number;
  column?: number;
}

const pathPattern = /^(?:\.{0,2}\/)?[\w@.+()[\]-]+(?:\/[\w@.+()[\]-]+)*$/;
const knownNames = /(?:^|\/)(?:Makefile|Dockerfile|LICENSE|\.[a-z][\w.-]*)$/;
const extension = /[\w)\]]\.[a-z]\w{0,9}$/i;
/** `#L12`, `#L12C3`, `#L12-L20`. */
const fragment = /^L(\d{1,7})(?:C(\d{1,7}))?/;
/** `:12`, `:12:3`, `:12-20`. */
const suffix = /:(\d{1,7})(?::(\d{1,7}))?(?:-\d{1,7})?$/;
/** A scheme has at least two letters; a single letter is a drive. */
const scheme = /^[a-z][a-z0-9+.-]+:/i;
const longest = 500;

/** Whether a word looks like a file path: it has an extension, or is a common file name without one. */
export function isPath(text: string): boolean {
  return text.length <= longest && (extension.test(text) || knownNames.test(text)) && pathPattern.test(text);
}

/** Separates a path from the position in the file. */
export function readFileReference(text: string): FileReference {
  const hash = text.indexOf("#");
  const match = hash < 0 ? suffix.exec(text) : fragment.exec(text.slice(hash + 1));
  const path = hash < 0 ? text.slice(0, match?.index ?? text.length) : text.slice(0, hash);
  const [, line, column] = match ?? [];
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

/** The file reference of inline code that looks like a path; undefined for other code. */
export function fileOfCode(code: string): string | undefined {
  return isPath(readFileReference(code).path) ? code : undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
