/** Reads fenced code blocks line by line. A block of Markdown may contain blocks with equal fences, as models write them. */

/** A fence without indentation. Content of an indented fence loses columns, which is left to the parser. */
const opening = /^(`{3,}(?!`)|~{3,}(?!~))([^\n]*)\n/;
const nestedOpening = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))[ \t]*([^\s`][^`]*)$/;
/** A file name instead of a language, also with a range of lines: `12:20:README.md`. */
const markdownFile = /\.(?:markdown|mdown|mdc|mdx?|mkd|qmd|rmd)$/i;
const markdownLanguages = new Set(["markdown", "md", "mdx", "mdc", "mdown", "mkd", "rmd", "qmd"]);

export interface Fence {
  /** The backquotes or tildes of the opening fence. */
  marker: string;
  /** The code is Markdown, so it can contain fenced blocks. */
  isMarkdown: boolean;
}

/** The open fences: that of the block, and those of the blocks inside its code, outermost first. */
export type OpenFences = readonly [Fence, ...Fence[]];

/** `info`: the text after the fence. undefined: it is not an opening fence. */
export function openFence(marker: string, info: string): Fence | undefined {
  if (marker.startsWith("`") && info.includes("`")) return undefined;
  const [word = ""] = info.trim().split(/\s/, 1);
  const [language = ""] = word.toLowerCase().split(/[{:]/, 1);
  return { marker, isMarkdown: markdownLanguages.has(language) || markdownFile.test(word) };
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

/** The open fences after a line; undefined: the line closes the block. */
export function afterLine(fences: OpenFences, line: string): OpenFences | undefined {
  const [block, ...nested] = fences;
  const innermost = nested.at(-1) ?? block;
  if (closes(innermost, line)) return nested.length === 0 ? undefined : [block, ...nested.slice(0, -1)];
  if (!innermost.isMarkdown) return fences;
  const [, marker, info = ""] = nestedOpening.exec(line) ?? [];
  const isEqual = marker !== undefined && marker[0] === innermost.marker[0] && marker.length >= innermost.marker.length;
  const opened = isEqual ? openFence(marker, info) : undefined;
  return opened === undefined ? fences : [block, ...nested, opened];
}

/** Whether an incomplete line may become the closing fence. */
export function mayClose([block]: OpenFences, line: string): boolean {
  return new RegExp(`^ {0,3}${block.marker[0]}*[ \\t]*$`).test(line);
}

/** Splits complete lines into the code and the text after the closing fence. `rest` is undefined while the block is open. */
export function readCode(fences: OpenFences, lines: string): { code: string; fences: OpenFences; rest: string | undefined } {
  let open = fences;
  for (let start = 0; ; ) {
    const feed = lines.indexOf("\n", start);
    if (feed < 0) return { code: lines, fences: open, rest: undefined };
    const next = afterLine(open, lines.slice(start, feed));
    if (next === undefined) return { code: lines.slice(0, start), fences: open, rest: lines.slice(feed + 1) };
    open = next;
    start = feed + 1;
  }
}
