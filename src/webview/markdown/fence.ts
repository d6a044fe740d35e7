/** Reads an open fenced code block line by line. */

/** A fence without indentation. Content of an indented fence loses columns, which is left to the parser. */
const opening = /^(`{3,}(?!`)|~{3,}(?!~))([^\n]*)\n/;

export interface OpenFence {
  /** The backquotes or tildes of the opening fence. */
  marker: string;
  /** The length of the opening line, including its line feed, in UTF-16 code units. */
  length: number;
}

/** undefined: the source does not start with a complete opening line. */
export function readOpening(source: string): OpenFence | undefined {
  const match = opening.exec(source);
  const [line = "", marker, info] = match ?? [];
  return marker === undefined || (marker.startsWith("`") && info?.includes("`")) ? undefined : { marker, length: line.length };
}

function closes({ marker }: OpenFence, line: string): boolean {
  return new RegExp(`^ {0,3}${marker[0]}{${marker.length},}[ \\t]*$`).test(line);
}

/** Whether an incomplete line may become the closing fence. */
export function mayClose({ marker }: OpenFence, line: string): boolean {
  return new RegExp(`^ {0,3}${marker[0]}*[ \\t]*$`).test(line);
}

/** Splits complete lines into the code and the text after the closing fence. `rest` is undefined while the block is open. */
export function readCode(fence: OpenFence, lines: string): { code: string; rest: string | undefined } {
  for (let start = 0; ; ) {
    const feed = lines.indexOf("\n", start);
    if (feed < 0) return { code: lines, rest: undefined };
    if (closes(fence, lines.slice(start, feed))) return { code: lines.slice(0, start), rest: lines.slice(feed + 1) };
    start = feed + 1;
  }
}

/** The code of the last line. A line feed is added, because the parser ends each line of code with one. */
export function readLastLine(fence: OpenFence, line: string): string {
  return line === "" || closes(fence, line) ? "" : `${line}\n`;
}
