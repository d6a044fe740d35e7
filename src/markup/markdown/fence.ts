/** Reads fenced code blocks line by line. A block of Markdown may contain blocks with equal fences, as models write them. */

/** Blocks inside each other; each line takes time for all of them. */
const deepest = 10;

/** A fence without indentation. Content of an indented fence loses columns, which is left to the parser. */
const opening = /^(`{3,}(?!`)|~{3,}(?!~))([^\n]*)\n/;
const nestedOpening = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))[ \t]*([^\s`][^`]*)$/;
const announcement = /^ {0,3}#{2,6}\s|[:：][*_\s]*$/;
/** A file name instead of a language, also with a range of lines: `12:20:README.md`. */
const markdownFile = /\.(?:markdown|mdown|mdc|mdx?|mkd|qmd|rmd)$/i;
const markdownLanguages = new Set(["markdown", "md", "mdx", "mdc", "mdown", "mkd", "rmd", "qmd", "gfm", "commonmark", "readme"]);

export interface Fence {
  /** The backquotes or tildes of the opening fence. */
  marker: string;
  /** The code is Markdown, so it can contain fenced blocks. */
  isMarkdown: boolean;
  /** The last line of the Markdown that is not blank is a heading of a section or ends with a colon, so it is not the end of the document. */
  announces: boolean;
  /** The last line of its code: blank, the end of a block inside it, or another one. */
  last: "blank" | "end" | "text";
}

/** The open fences: that of the block, and those of the blocks inside its code, outermost first. */
export type OpenFences = readonly [Fence, ...Fence[]];

/** `info`: the text after the fence. undefined: it is not an opening fence. */
export function openFence(marker: string, info: string): Fence | undefined {
  if (marker.startsWith("`") && info.includes("`")) return undefined;
  const [word = ""] = info.trim().split(/\s/, 1);
  const [language = ""] = word
    .toLowerCase()
    .replace(/^(?:\{\.?|text\/(?:x-)?)/, "")
    .split(/[{}:,]/, 1);
  return { marker, isMarkdown: markdownLanguages.has(language) || markdownFile.test(word), announces: false, last: "text" };
}

/** `length`: that of the opening line, including its line feed, in UTF-16 code units. undefined: no complete opening line. */
export function readOpening(source: string): { fence: Fence; length: number } | undefined {
  const [line = "", marker, info = ""] = opening.exec(source) ?? [];
  const fence = marker === undefined ? undefined : openFence(marker, info);
  return fence && { fence, length: line.length };
}

function closes({ marker }: Fence, line: string): boolean {
  return new RegExp(`^ {0,3}${marker[0]}{${marker.length},}[ \\t]*$`).test(line);
}

const sentence = /^(?=\p{Lu}|[^\p{ASCII}])(?:\S+\s+\S+\s|\S+\s.*[.!?:]$|.*[。！？：]$)/u;
const codeSigns = /[=(){};<>$|\\]/;
/** A heading, a quote, strong text, an item of a list, a word, or some words without signs of code. */
function isProse(text: string): boolean {
  if (/^(?:#{2,6}\s|>\s|\*\*|(?:[-*+]|\d{1,3}[.)])\s+\p{Lu}|\p{L}{4,}$)/u.test(text)) return true;
  return !codeSigns.test(text) && (sentence.test(text) || /\s(?:the|this|that|is|are|as|you|your|it)\s/.test(text));
}

/** Signs of code, which a fence needs directly below the end of another block. */
const code = /[=(){};<>$|\\[\]├]|^[./~#-]/;

/**
 * A fence without a language closes the block, unless code follows it, or the line above it announces code. @param next The line after it;
 * "": there is none.
 */
function opensBare({ announces, last }: Fence, next: string): boolean {
  const text = next.trim();
  if (text === "" || announces) return text !== "";
  if (/^(?:`{3}|~{3})/.test(text)) return false;
  return last === "blank" || (!isProse(text) && (last === "text" || code.test(text)));
}

function opensNested(innermost: Fence, line: string, next: string): Fence | undefined {
  if (closes(innermost, line)) return opensBare(innermost, next) ? openFence(line.trim(), "") : undefined;
  const [, marker, info = ""] = nestedOpening.exec(line) ?? [];
  const isEqual = marker !== undefined && marker[0] === innermost.marker[0] && marker.length >= innermost.marker.length;
  return isEqual ? openFence(marker, info) : undefined;
}

const innermostOf = ([block, ...nested]: OpenFences) => nested.at(-1) ?? block;

/** Whether it depends on the next line what a line means. */
function dependsOnNext(fences: OpenFences, line: string): boolean {
  const innermost = innermostOf(fences);
  return innermost.isMarkdown && closes(innermost, line);
}

function replaceLast(fences: OpenFences, ...by: OpenFences): OpenFences {
  const [first = by[0], ...others] = [...fences.slice(0, -1), ...by];
  return [first, ...others];
}

/** The open fences after a line; undefined: the line closes the block. @param next The line after it; "": there is none. */
export function afterLine(fences: OpenFences, line: string, next: string): OpenFences | undefined {
  const [block, ...nested] = fences;
  const innermost = innermostOf(fences);
  const opened = innermost.isMarkdown && fences.length < deepest ? opensNested(innermost, line, next) : undefined;
  if (opened === undefined && closes(innermost, line)) {
    const outer = fences.at(-2);
    return outer && replaceLast([block, ...nested.slice(0, -1)], { ...outer, last: "end" });
  }
  if (!innermost.isMarkdown) return fences;
  const isBlank = line.trim() === "";
  const last = isBlank ? "blank" : "text";
  const announces = opened === undefined && (isBlank ? innermost.announces : announcement.test(line));
  if (opened === undefined && announces === innermost.announces && last === innermost.last) return fences;
  return replaceLast(fences, { ...innermost, announces, last }, ...(opened === undefined ? [] : [opened]));
}

/** Whether an incomplete line may become the closing fence. */
export function mayClose([block]: OpenFences, line: string): boolean {
  return new RegExp(`^ {0,3}${block.marker[0]}*[ \\t]*$`).test(line);
}

/**
 * Splits complete lines into the code, and the text after the closing fence; `rest` is undefined while the block is open.
 * @param following The text after the lines; undefined: it may still arrive, so a last line that depends on it is left out of the code.
 */
export function readCode(
  fences: OpenFences,
  lines: string,
  following: string | undefined,
): { code: string; fences: OpenFences; rest: string | undefined } {
  let open = fences;
  for (let start = 0; ; ) {
    const feed = lines.indexOf("\n", start);
    if (feed < 0) return { code: lines, fences: open, rest: undefined };
    const line = lines.slice(start, feed);
    const end = lines.indexOf("\n", feed + 1);
    const after = end < 0 ? following : lines.slice(feed + 1, end);
    if (after === undefined && dependsOnNext(open, line)) return { code: lines.slice(0, start), fences: open, rest: undefined };
    const next = afterLine(open, line, after ?? "");
    if (next === undefined) return { code: lines.slice(0, start), fences: open, rest: lines.slice(feed + 1) };
    open = next;
    start = feed + 1;
  }
}
