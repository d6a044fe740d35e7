/** Finds the front matter in a document's text. Never throws. */
import { interfaceVersions, kinds } from "../../contract/kind.ts";
import { documentFields } from "../fields/documentFields.ts";
import type { TextRange } from "../text/textRange.ts";

const opening = /^\uFEFF?---[ \t]*(?:[ \t]#.*)?(?:\r?\n|$)/;
const closing = /^---[ \t]*(?:[ \t]#.*)?(?:\r?\n|$)/gm;
/** A blank line, a comment of YAML or one of Markdown. */
const lead = /[ \t]*(?:#.*|<!--(?:(?!-->)[\s\S]){0,2000}-->[ \t]*)?\r?\n/y;
const field = /^[^\s:]+[ \t]*:(?:\s|$)/;
const yamlLine = /^(?:[ \t]|#|-(?:\s|$)|[\p{L}_][\p{L}\p{N}_-]*[ \t]*:)/u;
/** Starts of lines that cannot be YAML fields: words, a variable, an image, emphasis, a quotation, a code fence. */
const prose = /^(?:[\p{L}\p{N}(]|[^\p{ASCII}]|\{\{|!\[|\*\*?\S|_\S|>|`)/u;

/** The location of the front matter in a text. */
export interface FrontMatterLocation {
  /** The fences and the text between them, and blank lines and comments before them. */
  range: TextRange;
  /** The opening fence's line. */
  fenceRange: TextRange;
  contentRange: TextRange;
  closed: boolean;
}

/**
 * undefined: the text does not start with a fence. A later `---` only closes the front matter if there is no prompt before it: if the
 * closing fence is missing, it is a thematic break in the prompt. Without a closing fence, the front matter consists of the lines that can
 * be distinguished from the prompt, so that the document can be understood while the fence is being typed.
 */
export function findFrontMatter(text: string): FrontMatterLocation | undefined {
  const fenceStart = skipLead(text);
  const open = opening.exec(text.slice(fenceStart, fenceStart + longestFence));
  if (!open) return undefined;
  const contentStart = fenceStart + open[0].length;
  // After a heading and blank lines, `---` may also be a thematic break.
  if (fenceStart > 0 && !opensWithField(text.slice(contentStart, contentStart + longestFence).replace(/^(?:[ \t]*(?:#.*)?\r?\n)+/, ""))) {
    return undefined;
  }
  const start = text.startsWith("\uFEFF", fenceStart) ? fenceStart + 1 : fenceStart;
  const fenceRange = { start, end: start + text.slice(start, contentStart).trimEnd().length };
  closing.lastIndex = contentStart;
  const close = closing.exec(text);
  if (close && !holdsPrompt(text.slice(contentStart, close.index))) {
    return {
      range: { start: 0, end: close.index + close[0].length },
      fenceRange,
      contentRange: { start: contentStart, end: close.index },
      closed: true,
    };
  }
  const end = findUnclosedEnd(text, contentStart);
  return { range: { start: 0, end }, fenceRange, contentRange: { start: contentStart, end }, closed: false };
}

/** How many characters of a fence's line, and of the lines after it, are read. */
const longestFence = 1000;

/** The offset after the blank lines and comments at the start of a text. */
function skipLead(text: string): number {
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  for (lead.lastIndex = at; lead.test(text); lead.lastIndex = at) at = lead.lastIndex;
  return at === 1 && text.startsWith("\uFEFF") ? 0 : at;
}

/**
 * Whether the lines between two fences are fields followed by a prompt: an unindented line of several words after a field, without a known
 * field after it. A known field's name without a colon, or a single word, is a field being typed.
 */
function holdsPrompt(content: string): boolean {
  let hasField = false;
  let isAfterBlank = false;
  let hasPrompt = false;
  for (const { line } of readLines(content, 0)) {
    if (line === "") {
      isAfterBlank = true;
    } else if (field.test(line)) {
      if (hasPrompt && opensWithField(line)) return false;
      hasField = true;
      isAfterBlank = false;
    } else if (!hasPrompt && hasField && prose.test(line) && !opensWithField(line)) {
      hasPrompt = countWords(line) >= (isAfterBlank ? 2 : 3);
    }
  }
  return hasPrompt;
}

/** The end of the last line that belongs to the fields: before a blank line that no known field follows. */
function findUnclosedEnd(text: string, contentStart: number): number {
  let isAfterBlank = false;
  let end = contentStart;
  for (const { line, next } of readLines(text, contentStart)) {
    if (line === "") {
      isAfterBlank = true;
    } else if (isAfterBlank && line.startsWith("#")) {
      // A comment between fields or a heading of the prompt: the following lines decide.
    } else if (!yamlLine.test(line) || (isAfterBlank && !opensWithField(line))) {
      return end;
    } else {
      isAfterBlank = false;
      end = next;
    }
  }
  return end;
}

function* readLines(text: string, start: number): Generator<{ line: string; next: number }> {
  for (let at = start; at < text.length; ) {
    const newline = text.indexOf("\n", at);
    const next = newline === -1 ? text.length : newline + 1;
    yield { line: text.slice(at, next).trimEnd(), next };
    at = next;
  }
}

function countWords(line: string): number {
  return line.split(/\s+/, 3).length;
}

let knownNames: ReadonlySet<string> | undefined;

/** Whether a line starts with the name of a field of any kind and interface. */
export function opensWithField(line: string): boolean {
  knownNames ??= new Set(
    interfaceVersions.flatMap((version) => kinds.flatMap((kind) => documentFields(kind, version).map(({ name }) => name))),
  );
  return knownNames.has(/^[\w-]+/.exec(line)?.[0] ?? "");
}
