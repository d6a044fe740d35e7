/** The lines of a fenced code block that is still open in; its growing block, and where it closes, out. */
import { type CodeBlock, createCodeBlock } from "./codeBlock.ts";

export interface OpenFence {
  readonly block: CodeBlock;
  /** Takes whole lines; returns how many UTF-16 code units were taken, and whether the fence closed there. */
  take(lines: string): { taken: number; closed: boolean };
  /** Shows the last, unfinished line, unless it may become the closing fence. */
  showPartial(line: string): void;
  finish(line: string): void;
}

/** A fence without indentation: with one, content loses columns, which is the parser's business. */
const opening = /^(`{3,}|~{3,})([^\n]*)\n/;

export function startsFence(source: string): boolean {
  const match = opening.exec(source);
  return match !== null && !(match[1]?.startsWith("`") && match[2]?.includes("`"));
}

/** `language` as the parser's renderer would name it. */
export function openFence(source: string, language: string): OpenFence & { taken: number } {
  const match = opening.exec(source);
  const fence = match?.[1] ?? "```";
  const closing = new RegExp(`^ {0,3}${fence[0]}{${fence.length},}[ \\t]*$`);
  const mayClose = new RegExp(`^ {0,3}${fence[0]}*[ \\t]*$`);
  const block = createCodeBlock(language);
  return {
    block,
    taken: match?.[0].length ?? 0,
    take(lines) {
      for (let start = 0; ; ) {
        const feed = lines.indexOf("\n", start);
        if (feed < 0) {
          block.append(lines.slice(0, start));
          return { taken: start, closed: false };
        }
        if (closing.test(lines.slice(start, feed))) {
          block.append(lines.slice(0, start));
          block.finish();
          return { taken: feed + 1, closed: true };
        }
        start = feed + 1;
      }
    },
    showPartial(line) {
      block.showPartial(mayClose.test(line) ? "" : line);
    },
    finish(line) {
      if (line !== "" && !closing.test(line)) {
        // The parser ends every line of a code block with a line feed, the last one too.
        block.append(`${line}\n`);
      }
      block.showPartial("");
      block.finish();
    },
  };
}
