/** Finds the files that a code block of an answer names. */
import { isPath, isQuotedPath, readFileReference, withSlashes } from "../../../chat/fileReference.ts";

export interface AnswerCode {
  code: string;
  /** The text after the opening fence. */
  info: string;
  /** The text before the block, with code in backquotes. */
  before: string;
}

export interface NamedFile {
  /** As written in the answer, with slashes. */
  path: string;
  /** true: clearly named as a file, so that it can be created. false: a word that may only look like a path. */
  isCertain: boolean;
}

const commentStart = /^(?:\/\/|#(?!!)|--|;|%|\/\*|<!--)/;
const commentEnds = ["*/", "-->"];
/** Characters around a name that are not part of it. */
const marks = new Set("\"'`()[].,:;!?");

/** The most reliable first: a comment in the first line, the info string, then the sentence before the block. */
export function namedFiles({ code, info, before }: AnswerCode): NamedFile[] {
  const comment = commentedPath(code);
  const quoted = quotedPaths(before);
  const certain = [...(comment === undefined ? [] : [comment]), ...pathsOfInfo(info), ...quoted.filter(isPath)];
  const words = before.split(/\s/).map(withoutMarks);
  // Quoted text with spaces may be a command, such as `node server.js`.
  const uncertain = [...quoted.filter((path) => !isPath(path)), ...words.filter(isPath).toReversed()];
  const named = (isCertain: boolean) => (path: string) => ({ path: withSlashes(path), isCertain });
  const all = [...certain.map(named(true)), ...uncertain.map(named(false))];
  return all.filter(({ path }, index) => all.findIndex((other) => other.path === path) === index);
}

function withoutMarks(word: string): string {
  let [start, end] = [0, word.length];
  // A name can start with a dot.
  while (start < end && word[start] !== "." && marks.has(word[start] ?? "")) start += 1;
  while (end > start && marks.has(word[end - 1] ?? "")) end -= 1;
  return word.slice(start, end);
}

/** The path in the first line, if that is a comment with nothing else. */
function commentedPath(code: string): string | undefined {
  const line = code.split("\n", 1)[0]?.trim() ?? "";
  const start = commentStart.exec(line)?.[0];
  if (start === undefined) return undefined;
  const end = commentEnds.find((one) => line.endsWith(one)) ?? "";
  const said = line.slice(start.length, line.length - end.length).trim();
  const path = withoutMarks(said.replace(/^(?:file|filename|path):/i, "").trim());
  return isPath(path) ? path : undefined;
}

/** Forms: `ts src/add.ts`, `ts:src/add.ts`, `ts title="src/add.ts"`, `12:20:src/add.ts`. */
function pathsOfInfo(info: string): string[] {
  const spaced = [...info.matchAll(/=(?:"([^"]*)"|'([^']*)')/g)].map(([, double, single = ""]) => double ?? single);
  const words = info.split(/\s+/).map((word) => word.replace(/^\{?(?:\.\w+$|\w+=)/, "").replaceAll(/["'{}]/g, ""));
  const named = spaced.filter((text) => text.includes(" ") && isQuotedPath(text));
  return named.length > 0 ? named : words.flatMap((word) => word.split(":")).filter(isPath);
}

/** The one nearest to the block comes first. */
function quotedPaths(before: string): string[] {
  const quoted = [...before.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => readFileReference(text).path);
  return quoted.filter(isQuotedPath).toReversed();
}

/** The code without the comment that names its file, unless the file already begins with that comment. */
export function withoutPathComment(code: string, fileText: string): string {
  if (commentedPath(code) === undefined) return code;
  const [first = ""] = code.split("\n", 1);
  return fileText.trimStart().startsWith(first.trim()) ? code : code.slice(first.length).replace(/^\s*\n/, "");
}
