/** Keeps comments at their level in YAML that is laid out again: a field that is commented out stays among the fields to which it belongs. */
import { Lexer, parseDocument, visit } from "yaml";
import { applyTextEdits, type TextEdit } from "../text/textRange.ts";

interface Comment {
  start: number;
  /** Where the text before and after it begins that is no comment; -1: there is none. */
  previous: number;
  next: number;
}

/** A map or list in block style, or one in brackets. */
interface Collection {
  start: number;
  end: number;
  isFlow: boolean;
}

/** The YAML library moves a comment to the deepest level that may contain it. `laidOut` has the same values and comments as `written`. */
export function keepCommentLevels(written: string, laidOut: string): string {
  const comments = findComments(written);
  if (comments.length === 0) return laidOut;
  const moved = findComments(laidOut);
  const [before, after] = [findCollections(written), findCollections(laidOut)];
  if (moved.length !== comments.length || before.length !== after.length) return laidOut;
  const edits = comments.flatMap((comment, index): TextEdit[] => {
    const { start = 0 } = moved[index] ?? {};
    const column = indentBefore(laidOut, start);
    const level = findLevel(comment, before, written);
    const block = level === undefined ? undefined : after[level];
    if (column === undefined || block === undefined) return [];
    return [{ range: { start: start - column, end: start }, newText: " ".repeat(columnAt(laidOut, block.start)) }];
  });
  return applyTextEdits(laidOut, edits);
}

function findComments(content: string): Comment[] {
  const comments: Comment[] = [];
  let [at, previous, complete] = [0, -1, 0];
  for (const token of new Lexer().lex(content)) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the lexer's own marks, which are not in the text.
    if (/^[\u0002\u0018\u001f]$/.test(token)) continue;
    if (token.startsWith("#")) comments.push({ start: at, previous, next: -1 });
    else if (token.trim() !== "") {
      for (; complete < comments.length; complete += 1) Object.assign(comments[complete] ?? {}, { next: at });
      previous = at;
    }
    at += token.length;
  }
  return comments;
}

function findCollections(content: string): Collection[] {
  const found: Collection[] = [];
  visit(parseDocument(content, { prettyErrors: false, uniqueKeys: false, logLevel: "silent", schema: "failsafe" }), {
    Collection(_key, { range, flow }) {
      const [start, end] = range ?? [0, 0];
      found.push({ start, end, isFlow: flow === true });
    },
  });
  return found;
}

/**
 * The index of the block to which a comment on a line of its own belongs: of the blocks around the text before and after it, the innermost
 * one that does not begin to the right of it. undefined: it stays where it is.
 */
function findLevel({ start, previous, next }: Comment, collections: readonly Collection[], content: string): number | undefined {
  const column = indentBefore(content, start);
  if (column === undefined || collections.some((one) => one.isFlow && one.start < start && start < one.end)) return undefined;
  const contains = (one: Collection, at: number) => one.start <= at && at < one.end;
  let level: number | undefined;
  let levelColumn = -1;
  for (const [index, one] of collections.entries()) {
    if (one.isFlow || !(contains(one, previous) || contains(one, next))) continue;
    const own = columnAt(content, one.start);
    // The dashes of a list may stand below the name of its field: then the text after the comment decides.
    const isDeeper = own > levelColumn || (own === levelColumn && contains(one, next));
    if (level === undefined || (own <= column && isDeeper)) [level, levelColumn] = [index, own];
  }
  return level;
}

function columnAt(content: string, at: number): number {
  return at - (content.lastIndexOf("\n", at - 1) + 1);
}

/** undefined: there is something else before it on its line. */
function indentBefore(content: string, at: number): number | undefined {
  const column = columnAt(content, at);
  return content.slice(at - column, at).trim() === "" ? column : undefined;
}
