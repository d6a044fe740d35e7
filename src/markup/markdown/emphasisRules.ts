/** Recognizes emphasis that begins or ends beside punctuation in text without spaces between words, such as `**「重要」**です`. */
import type { MarkdownIt } from "markdown-it";
import addCjkRules from "markdown-it-cjk-friendly";

/** Scripts of other languages that are written without spaces between words. */
const spaceless = /^[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

export function addEmphasisRules(parser: MarkdownIt): void {
  addCjkRules(parser);
  const CjkState = parser.inline.State;
  parser.inline.State = class extends CjkState {
    override scanDelims(start: number, canSplitWord: boolean) {
      const scanned = super.scanDelims(start, canSplitWord);
      const before = this.src[start - 1] ?? " ";
      const after = this.src[start + scanned.length] ?? " ";
      const isBesideText = canSplitWord && /\S/.test(before) && /\S/.test(after) && (spaceless.test(before) || spaceless.test(after));
      return isBesideText ? { ...scanned, can_open: true, can_close: true } : scanned;
    }
  };
}
