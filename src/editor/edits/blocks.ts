/** Classifies lines of prose or Markdown, and decides what may be adjacent to them. */

export type BlockType = "heading" | "list" | "quote" | "fence" | "table" | "rule" | "prose";

export function blockOf(line: string): BlockType {
  const text = line.trimStart();
  if (/^#{1,6}\s/.test(text)) return "heading";
  if (/^(?:```|~~~)/.test(text)) return "fence";
  if (/^(?:-{3,}|\*{3,}|_{3,})\s*$/.test(text)) return "rule";
  if (/^(?:[-*+]|\d{1,9}[.)])\s/.test(text)) return "list";
  if (text.startsWith(">")) return "quote";
  return text.startsWith("|") ? "table" : "prose";
}

/** Lines of the same list, quote, table or paragraph need no blank line between them. */
export function mayAdjoin(one: BlockType, other: BlockType): boolean {
  return one === other && (one === "list" || one === "quote" || one === "table" || one === "prose");
}

/** Whether the last line is inside a fenced code block. */
export function isInFence(lines: readonly string[]): boolean {
  let open = "";
  for (const line of lines) {
    const fence = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
    if (open === "") open = fence;
    else if (fence.startsWith(open) && line.trim() === fence) open = "";
  }
  return open !== "";
}

export function endsSentence(line: string): boolean {
  return /[.!?:;…。！？]["'”’»)\]*_]*\s*$/.test(line);
}

/** Scripts without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u3000-\u303f\uff00-\uffef]/u;
const opening = /[([{“‘«¿¡/—–-]$/;
const closing = /^(?:[,.;:!?)\]}”’»…%]|'(?:s|t|re|ve|ll|d|m)\b)/;
/** Marks that both open and close: with an odd number of them in a line, the last one opens. */
const paired = new Set(['"', "'", "*", "_", "`"]);

/** Whether a space belongs between two parts of a line. @param isSpaced The second part began with a space. */
export function needsSpace(before: string, after: string, isSpaced: boolean): boolean {
  const [last, first] = [[...before].at(-1) ?? "", [...after][0] ?? ""];
  if (/^\s*$/.test(last) || /^\s*$/.test(first) || closing.test(after)) return false;
  if (isSpaced) return true;
  if (unspaced.test(last) || unspaced.test(first) || opening.test(before)) return false;
  if (!paired.has(last)) return true;
  return before.split(last).length % 2 === 1;
}
