/** Reads references to files in an answer, from links, inline code and text. */
import { readPosition } from "./filePosition.ts";

export interface FileReference {
  /** As written, or a `file:` address. */
  path: string;
  /** One-based. */
  line?: number;
  column?: number;
}

/** A reference in a text, between two positions of it. */
export interface FoundReference {
  start: number;
  end: number;
  reference: string;
}

/** Letters of all scripts; slashes or, on Windows, backslashes. */
const pathPattern =
  /^(?:[a-z]:(?=[\\/]))?[\\/]?[\p{L}\p{N}\p{M}\p{Extended_Pictographic}\p{Join_Control}_@.+()[\]~&,'=$!#%-]+(?:[\\/][\p{L}\p{N}\p{M}\p{Extended_Pictographic}\p{Join_Control}_@.+()[\]~&,'=$!#%-]+)*$/iu;
const knownNames =
  /(?:^|[\\/])(?:(?:Make|Docker|Container|Gem|Rake|Jenkins|Proc|Vagrant|Brew|Caddy|Pip|Pod|Fast|Cask|Guard|Berks|Just|Task)file|justfile|LICENSE|CODEOWNERS|\.[a-z][\w.-]*)$/;
const extension = /[\p{L}\p{N}\p{M}\p{Extended_Pictographic}_)\]%]\.[a-z]\w{0,9}$/iu;
/** Addresses that open a file in VS Code. Source: its documentation, "Opening VS Code with URLs". */
const editorAddress = /^vscode(?:-insiders)?:\/\/file(?=\/)(?:\/(?=[a-z]:\/))?/i;
const fileAddress = /^file:\/\/\/(?![\\/])/i;
/** A scheme has at least two letters; a single letter is a drive. */
const scheme = /^[a-z][a-z0-9+.-]+:/i;
/** `at f (src/a.ts:12:3)`. */
const frame = /^at [^(]*\((.*:\d{1,7})\)$/;
/** `at src/a.ts:12:3`, `--> src/a.rs:3:5`, `File "a.py", line 12`. */
const beforePath = /^(?:at (?:async )?|--> |File (?="))/;
const longest = 500;

/** Whether a word looks like a file path: it has an extension, or is a common file name without one. */
export function isPath(text: string): boolean {
  return text.length <= longest && (extension.test(text) || knownNames.test(text)) && pathPattern.test(text);
}

/** A path of Windows or a `file:` address as a path with slashes; one with a drive begins with a slash. */
export function withSlashes(path: string): string {
  const slashed = fileAddress.test(path) ? decode(path.slice("file://".length)) : path.replaceAll("\\", "/");
  return /^[a-z]:\//i.test(slashed) ? `/${slashed}` : slashed;
}

/** Separates a path from the position in the file, and from what stack traces and messages of compilers write around them. */
export function readFileReference(text: string): FileReference {
  if (text.length > longest) return { path: text };
  const written = frame.exec(text)?.[1] ?? afterIn(text) ?? text.replace(beforePath, "");
  const [whole, , quoted] = /^(["'])([^"']+)\1/.exec(written) ?? [];
  if (whole !== undefined && quoted !== undefined) {
    const position = readPosition(written.slice(whole.length), true);
    return position === undefined ? readFileReference(quoted) : { path: quoted, ...position };
  }
  for (const [index, sign] of [...written].entries()) {
    if (!" \u00a0,:#([".includes(sign)) continue;
    const [path, rest] = [written.slice(0, index), written.slice(index)];
    if (!isFilePath(path)) continue;
    const position = readPosition(rest, false);
    if (position !== undefined) return { path, ...position };
    // The name of a test follows, as pytest writes it.
    if (/^::\w/.test(rest)) return { path };
  }
  return readEnd(written);
}

/** `at A.f() in C:\a.cs:line 12`. */
function afterIn(text: string): string | undefined {
  const at = text.startsWith("at ") && /:line \d{1,7}$/.test(text) ? text.lastIndexOf(" in ") : -1;
  return at < 0 ? undefined : text.slice(at + " in ".length);
}

/** The reference of a path without an extension, or with another fragment than a position. */
function readEnd(text: string): FileReference {
  const [fragment] = /#[^\\/#]*$/.exec(text) ?? [];
  const path = fragment === undefined ? text.replace(/(?::\d{1,7}){1,2}$/, "") : text.slice(0, -fragment.length);
  return path === text || path === "" ? { path } : { path, ...readPosition(text.slice(path.length), false) };
}

/** The file reference of a link; undefined if it does not lead to a file. */
export function fileOfLink(address: string): string | undefined {
  const text = decode(address.trim().replace(/\?[^?#]*(?=#|$)/, "")).replace(editorAddress, "");
  const { path } = readFileReference(text);
  if (path === "" || text.length > longest || /^[?#]|^[\\/]{2}/.test(path)) return undefined;
  return scheme.test(path) && !fileAddress.test(path) ? undefined : text;
}

/** Like `isPath`, for a text whose beginning and end are known, so that names may contain spaces. */
export function isQuotedPath(text: string): boolean {
  return text.trim() === text && isPath(text.replaceAll(/(?<=[^\s\\/]) (?=[^\s\\/])/g, "_"));
}

/** Like `isQuotedPath`, also for a `file:` address. */
export function isFilePath(path: string): boolean {
  return isQuotedPath(fileAddress.test(path) ? withSlashes(path).replace(/^\/(?=[a-z]:)/i, "") : path);
}

/** The file reference of inline code that looks like a path; undefined for other code. */
export function fileOfCode(code: string): string | undefined {
  if (isFilePath(readFileReference(code).path) && (fileAddress.test(code) || !/%[\da-f]{2}/i.test(code))) return code;
  // Written as an address, such as `my%20file.ts` and `icon.svg?raw`.
  const address = /\s/.test(code) ? undefined : fileOfLink(code);
  return address !== undefined && isFilePath(readFileReference(address).path) ? address : undefined;
}

/** Text between spaces, signs that paths do not contain, full-width punctuation and citations; dashes may be those of ranges. */
const word = /(?:[^\s，。、；：！？（）「」『』【】《》“”‘’⁅⁆…|;→←⇒↔·•—–]|[—–](?=\d))+/g;
/** A path in quotes, which may contain spaces. */
const quotedPath = /(?<![\p{L}\p{N}])(["'])((?:(?!\1)[^\n"]){1,300})\1(?![\p{L}\p{N}])/gu;
/** Characters around a path that are not part of it: also a genitive, and words of scripts without spaces after its extension or position. */
const opening = /^["'`([{<*]*/;
const closing =
  /(?:'s|["'`)\]}>*.,:;!?]|(?<=\.\w{1,10}(?:[:#(][\d:,.)LC–-]{0,30})?)[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+)$/u;

const spaceless = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`;
/** Words before a path in text without spaces. They end with a character that is often before a name, because folders have such names too. */
const wordsBefore = new RegExp(
  String.raw`^[${spaceless}]*[在于从将把请改件开辑见看和与或到的是为对建新ルはをのとにでが](?=[\w.@/\\])`,
  "u",
);
/** A path up to such words after its extension or position. */
const beforeWords = new RegExp(String.raw`^.*?\.[A-Za-z]\w{0,9}(?:[:#(][\d:,.)LC–-]{1,30})?(?=[${spaceless}])`, "u");

/** The paths among the words of a text, with the positions that follow them. */
export function filesInText(text: string): FoundReference[] {
  const quoted = [...text.matchAll(quotedPath)].filter(
    ({ 2: inner = "" }) => /\s/.test(inner) && isFilePath(readFileReference(inner).path),
  );
  const within = (index: number) => quoted.some(({ 0: whole, index: start }) => index >= start && index < start + whole.length);
  const words = [...text.matchAll(word)].filter(({ index }) => !within(index));
  return [
    ...quoted.map(({ 2: reference = "", index }) => ({ start: index + 1, end: index + 1 + reference.length, reference })),
    ...filesInWords(text, words),
  ].toSorted((one, other) => one.start - other.start);
}

function filesInWords(text: string, words: readonly RegExpExecArray[]): FoundReference[] {
  return words.flatMap(({ 0: written, index }) => {
    const signs = opening.exec(written)?.[0].length ?? 0;
    const marks = signs + (wordsBefore.exec(written.slice(signs))?.[0].length ?? 0);
    const rest = written.slice(marks);
    const found = withoutClosing(rest) ?? withoutClosing(beforeWords.exec(rest)?.[0] ?? "");
    if (found === undefined) return [];
    const [start, end] = [index + marks, index + marks + found.length];
    const { path, line } = readFileReference(found);
    const position = line === undefined ? readPosition(text.slice(end, end + 40).replace(/^["'`]/, ""), true) : undefined;
    const numbers = [position?.line, position?.column].filter((number) => number !== undefined);
    return [{ start, end, reference: position === undefined ? found : [path, ...numbers].join(":") }];
  });
}

/** The word without the characters after the path and its position; undefined: no path. */
function withoutClosing(written: string): string | undefined {
  let [found, end] = [written, written.length];
  if (end > longest) return undefined;
  let reference = readFileReference(found);
  while (closing.test(found)) {
    end -= closing.exec(found)?.[0].length ?? 1;
    const shorter = readFileReference(written.slice(0, end));
    if (
      isFilePath(reference.path) &&
      (shorter.path !== reference.path ||
        (reference.line !== undefined && (shorter.line !== reference.line || shorter.column !== reference.column)))
    )
      break;
    [found, reference] = [written.slice(0, end), shorter];
  }
  return isFilePath(reference.path) ? found : undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
