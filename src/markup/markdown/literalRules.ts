/** Shows signs of paths and names as they are, which CommonMark would read as escapes and emphasis. */
import type { MarkdownIt, StateInline } from "markdown-it";

const backslash = 0x5c;
const underscore = 0x5f;
/** Characters between a label and a destination that are read. */
const longestContext = 40;
/** Characters before a backslash that are read. */
const longestPath = 300;
/** What no name in a path contains. A space is part of one if a capital letter follows, as in `Program Files`. */
const pathBreak = /[^\S ]|[/:*?"|]| (?![\p{Lu}\p{N}(])/gu;
const drive = /(?<![A-Za-z0-9_])[A-Za-z]:$/;
/** A share, a variable, the home folder or a relative folder. */
const root = /(?<![\p{L}\p{N}_.\\/%$])(?:\\\\[\w.$-]+|%\w+%|\$[A-Z_]\w*|~|\.{1,2})(?=\\|$)/gu;
const environmentVariable = /^[A-Z_]\w*(?=\\|$)/;
/** A backslash escapes these. Source: CommonMark, "Backslash escapes". */
const punctuation = /[!-/:-@[\]-`{-~]/;
const share = /^\\\\[\w.$-]+\\[\w.$-]/;

const shrug = "\\_(ツ)_/";

/** Whether a text ends with a path that begins with a root. */
function endsWithPath(text: string): boolean {
  let start = 0;
  for (const { index } of text.matchAll(pathBreak)) start = index + 1;
  const [before, names] = [text.slice(0, start), text.slice(start)];
  if (drive.test(before)) return names === "" || names.startsWith("\\");
  if (before.endsWith("$env:")) return environmentVariable.test(names);
  root.lastIndex = start;
  return root.test(text);
}

/** A backslash before a name in a path of Windows is no escape: `C:\Users\me\.ssh`. */
function readPathBackslash(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (src.charCodeAt(pos) !== backslash || pos + 1 >= posMax) return false;
  if (src.startsWith(shrug, pos) && pos + shrug.length <= posMax) {
    if (!silent) state.pending += shrug;
    state.pos += shrug.length;
    return true;
  }
  const before = src.slice(Math.max(0, pos - longestPath), pos);
  const isShare = share.test(src.slice(pos, pos + longestPath)) && !/[^\s("'“‘「（【《:：，、]$/u.test(before);
  const isSeparator = punctuation.test(src.charAt(pos + 1)) && src.charCodeAt(pos + 1) !== backslash && endsWithPath(before);
  if (!isShare && !isSeparator) return false;
  if (!silent) state.pending += src.slice(pos, pos + 2);
  state.pos += 2;
  return true;
}

const pythonNames = new Set(
  "all annotations author call class contains debug del delitem dict doc enter eq exit file format future ge getattr getitem gt hash init iter le len lt main module name ne new next path post_init proto qualname repr setattr setitem slots str version".split(
    " ",
  ),
);
const macros = new Set("COUNTER DATE DEV FILE FUNCTION LINE TEST TIME".split(" "));
const surrounded = /^__([A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*)__(?![\p{L}\p{N}_])/u;

/** Names between two underscores are not strong text, such as `__init__.py` and `__FILE__`. */
function readSurrounded(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (src.charCodeAt(pos) !== underscore || src.charCodeAt(pos + 1) !== underscore) return false;
  const [whole, name = ""] = surrounded.exec(src.slice(pos, Math.min(posMax, pos + 60))) ?? [];
  if (whole === undefined || /[\p{L}\p{N}_]$/u.test(src.slice(Math.max(0, pos - 2), pos))) return false;
  const isUsed = /^(?:\.\w|\()/.test(src.slice(pos + whole.length)) || /(?:\.|\bdef )$/.test(src.slice(Math.max(0, pos - 5), pos));
  if (!isUsed && !pythonNames.has(name) && !macros.has(name)) return false;
  if (!silent) state.pending += whole;
  state.pos += whole.length;
  return true;
}

/** A word is no address, so that a line such as `[NOTE]: renamed` is text instead of the definition of a link, which is not seen. */
const word = /^[\p{L}\p{N}]+(?:['’-]\p{L}+)*[,;!?…]?$/u;
const afterLabel = /\]:\s*$/;

/** The destination of a link, in which the same backslashes are kept. */
function keepDestinations({ helpers }: MarkdownIt): void {
  const { parseLinkDestination } = helpers;
  helpers.parseLinkDestination = (text, start, end) => {
    const found = parseLinkDestination(text, start, end);
    const isDefined = found.ok && afterLabel.test(text.slice(Math.max(0, start - longestContext), start));
    if (isDefined && word.test(text.slice(start, found.pos))) return { ...found, ok: false };
    const raw = text.slice(start, found.pos).replace(/^<(.*)>$/, "$1");
    return found.ok && /^[A-Za-z]:\\(?!\\)/.test(raw) ? { ...found, str: raw } : found;
  };
}

export function addLiteralRules(parser: MarkdownIt): void {
  parser.inline.ruler.before("formula", "path_backslash", readPathBackslash);
  parser.inline.ruler.before("emphasis", "surrounded_name", readSurrounded);
  keepDestinations(parser);
}
