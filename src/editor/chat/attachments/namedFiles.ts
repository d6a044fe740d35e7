/** Finds the files that a code block of an answer names. */
import { filesInText, isFilePath, isPath, isQuotedPath, readFileReference, withSlashes } from "../../../chat/request/fileReference.ts";

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

const commentStart = /^(?:\/\/|#(?!!)|--|;|%|\/\*|<!--|\{\/\*|\{#|\(\*|"""|'''|'(?=\s)|rem\s)/i;
/** Lines that must stay the first ones of a file. */
const firstLine = /^(?:#!|<\?php\s*$)/i;
/** Signs around a path that only make it stand out, such as `=== src/a.ts ===`. */
const decoration = /^(?:[=*~_–—-]{2,}|\p{Extended_Pictographic}\uFE0F?)\s+|(?<!\s)\s+[=*~_–—-]{2,}$/gu;
/** What answers say about the file beside its name. */
const status =
  /\s(?:[-–—] ?|[([])(?:new|updated?|modified|changed|existing|edited|created|complete|full|revised|fixed)\b[^\])]{0,30}[\])]?$/i;
const commentEnds = ["*/}", "*/", "-->", "#}", "*)", '"""', "'''"];
/** Extensions of names without a folder that are files, unlike `console.log`. */
const extensions = new Set(
  (
    "astro bash bat c cc cfg clj cmd conf cpp cs css csv cts cxx dart erl ex exs fish fs go gql gradle graphql groovy h hpp hs html ini " +
    "ipynb java jl js json json5 jsonc jsx kt kts less lock lua m md mdx mjs ml mm mts nix php pl prisma proto ps1 py pyi r rb rs rst sass " +
    "scala scss sh sol sql svelte svg swift tex tf toml ts tsx txt vb vue xml yaml yml zig zsh cjs"
  ).split(" "),
);

/** The most reliable first: a comment in the first line, the info string, then the sentence before the block. */
export function namedFiles({ code, info, before }: AnswerCode): NamedFile[] {
  const comment = commentedPath(code);
  const quoted = quotedPaths(before);
  const named = [...(comment === undefined ? [] : [comment]), ...pathsOfInfo(info)];
  // Quoted text with spaces may be a command, such as `node server.js`.
  const certain = [...named.filter(isFileName), ...quoted.filter((path) => !path.includes(" ") && isFileName(path))];
  const words = filesInText(before).map(({ reference }) => readFileReference(reference).path);
  const all = [
    ...certain.map((path) => ({ path: withSlashes(path), isCertain: true })),
    ...[...named, ...quoted, ...words.toReversed()].map((path) => ({ path: withSlashes(path), isCertain: false })),
  ];
  return all.filter(({ path }, index) => all.findIndex((other) => other.path === path) === index);
}

/** Whether a path cannot be a part of code, such as `console.log`. */
function isFileName(path: string): boolean {
  const [, extension] = /\.(\w+)$/.exec(path) ?? [];
  return /[\\/]/.test(path) || extension === undefined || path.startsWith(".") || extensions.has(extension.toLowerCase());
}

/** The first line, or the one below a line that must stay the first one. */
function commentLine(code: string): string {
  const [first = "", second = ""] = code.split("\n", 2);
  return firstLine.test(first.trim()) ? second : first;
}

/** The path in the first line, if that is a comment with nothing else. */
function commentedPath(code: string): string | undefined {
  const line = commentLine(code).trim();
  const start = commentStart.exec(line)?.[0];
  if (start === undefined) return undefined;
  const end = commentEnds.find((one) => line.endsWith(one)) ?? "";
  const said = line.slice(start.length, line.length - end.length).trim();
  const written = said
    .replace(decoration, "")
    .replace(/^@?(?:file|filename|filepath|path|in|from)(?::|\s)/i, "")
    .replace(status, "")
    .replace(/:$/, "")
    .trim();
  const { path } = readFileReference(/^`[^`]*`$/.test(written) ? written.slice(1, -1) : written);
  return isPath(path) ? path : undefined;
}

/** Forms: `ts src/add.ts`, `ts:src/add.ts`, `ts title="src/add.ts"`, `12:20:src/add.ts`, each also with a position. */
function pathsOfInfo(info: string): string[] {
  const spaced = [...info.matchAll(/=(?:"([^"]*)"|'([^']*)')/g)].map(([, double, single = ""]) => readFileReference(double ?? single).path);
  const named = spaced.filter((path) => path.includes(" ") && isQuotedPath(path));
  if (named.length > 0) return named;
  const words = info.split(/\s+/).map((word) => word.replace(/^\{?(?:\.\w+$|\w+=)/, "").replaceAll(/["'{}]/g, ""));
  const references = words.flatMap((word) => [word, word.replace(/^(?:\d+:\d+:|[\w+#-]+:(?![\\/]))/, "")]);
  return references.flatMap((reference) => filesInText(reference)).map(({ reference }) => readFileReference(reference).path);
}

/** The one nearest to the block comes first. */
function quotedPaths(before: string): string[] {
  const quoted = [...before.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => readFileReference(text).path);
  return quoted.filter(isFilePath).toReversed();
}

/** The code without the comment that names its file, unless the file already begins with that comment. */
export function withoutPathComment(code: string, fileText: string): string {
  if (commentedPath(code) === undefined) return code;
  const comment = commentLine(code);
  if (commentLine(fileText.trimStart()).trim().startsWith(comment.trim())) return code;
  const start = code.indexOf(comment);
  return code.slice(0, start) + code.slice(start + comment.length).replace(/^\s*\n/, "");
}
