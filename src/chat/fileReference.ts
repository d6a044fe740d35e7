/** Reads where an answer refers to a file: in a link, or in inline code. */

export interface FileReference {
  /** As it is written, or a `file:` address. */
  path: string;
  /** Counted from 1. */
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
/** A scheme has two letters or more: one is a drive. */
const scheme = /^[a-z][a-z0-9+.-]+:/i;
const longest = 500;

/** Whether a word looks like a file's path: it has an extension, or a name that files have without one. */
export function isPath(text: string): boolean {
  return text.length <= longest && (extension.test(text) || knownNames.test(text)) && pathPattern.test(text);
}

/** Splits a path from the position in the file. */
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

/** The reference of a link to a file; undefined for any other address. */
export function fileOfLink(address: string): string | undefined {
  const text = decode(address.trim());
  const { path } = readFileReference(text);
  if (path === "" || text.length > longest || /^[?#]|^[\\/]{2}/.test(path)) return undefined;
  return scheme.test(path) && !/^file:\/\/\/(?![\\/])/i.test(path) ? undefined : text;
}

/** The reference of inline code that looks like a path; undefined for any other code. */
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
