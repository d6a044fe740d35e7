/** Finds the media files that a document may link to, in any language: every text that looks like the path of a media file. */
import { decodeEntities } from "../../contract/decodeEntities.ts";
import { endingsThat } from "../../contract/fileFormats.ts";

export interface LinkTarget {
  /** As written, with percent-encoding decoded. */
  path: string;
  /** Zero-based. */
  line: number;
}

/** Maximum number of links in a document. */
const mostTargets = 2000;
/** Maximum number of characters in a path. */
const longestPath = 1000;

/** Text models write SVG. */
const usualEndings: readonly string[] = [...endingsThat("isCommon"), "svg"];
/** Characters that can precede a path. In Markdown, HTML, AsciiDoc and reStructuredText, links contain no spaces. */
const beforePath = /[\s"'`()<>[\]{}|:;,=]/;
/** Characters that can precede a path in braces in LaTeX, which may contain spaces. */
const beforeBraced = /[{}:\n]/;

/** Characters that enclose a path with spaces. */
const enclosing: Record<string, string> = { '"': '"', "'": "'", ">": "<", ")": "(", "]": "[", "|": "[", "}": "{" };

/** @param endings Without a dot. */
export function findLinkTargets(document: string, endings = usualEndings): LinkTarget[] {
  const ending = new RegExp(`\\.(?:${endings.map((one) => one.replace(/\W/g, "")).join("|")})(?!\\w|\\.\\w)`, "gi");
  const text = document.includes("\\detokenize{") ? joinLatexPaths(document) : document;
  const targets: LinkTarget[] = [];
  let line = 0;
  let counted = 0;
  let [open, next] = [-1, text.indexOf("](")];
  for (const { 0: found, index } of text.matchAll(ending)) {
    if (targets.length >= mostTargets) break;
    const end = index + found.length;
    for (; next !== -1 && next < index; next = text.indexOf("](", next + 1)) open = next;
    const before = text[end] === "}" ? beforeBraced : beforePath;
    // Search backwards from the extension: searching forwards would take each letter of a long text as a possible start.
    let start = index;
    // In reStructuredText, spaces are escaped.
    while (start > 0 && index - start < longestPath && (!before.test(text[start - 1] ?? "") || text.startsWith("\\ ", start - 2)))
      start -= 1;
    for (; counted < start; counted += 1) if (text[counted] === "\n") line += 1;
    const starts = [start, startOfEnclosed(text, index, end), startOfMarkdown(text, open, index)].filter(
      (one) => one !== undefined && one !== index,
    );
    for (const one of new Set(starts)) targets.push({ path: decode(text.slice(one, end)), line });
  }
  return targets;
}

/** Paths of LaTeX whose signs are written as commands: see `writeLink`. No line changes. */
function joinLatexPaths(text: string): string {
  return text
    .replaceAll(/\\detokenize\{([^{}\n]*)\}/g, "$1")
    .replaceAll("\\csname c_percent_str\\endcsname", "%")
    .replaceAll("\\csname c_hash_str\\endcsname", "#")
    .replaceAll("\\space", " ");
}

/** The start of a path with spaces, in the same line; undefined: nothing encloses it. */
function startOfEnclosed(text: string, index: number, end: number): number | undefined {
  const after = text[end] ?? "\n";
  // The argument of a directive of reStructuredText ends with the line.
  const open = after === "\n" || after === "\r" ? ":: " : after === "[" ? "::" : enclosing[after];
  if (open === undefined) return undefined;
  for (let start = index; start > 0 && index - start < longestPath; start -= 1) {
    const sign = text[start - 1] ?? "";
    if (sign === "\n") return undefined;
    // Links of Org and LaTeX name a scheme.
    if (open.length > 1 ? text.startsWith(open, start - open.length) : sign === open && (sign !== "<" || opensAddress(text, start - 1)))
      return start;
    if (sign === ":" && /(?:file|run)$/.test(text.slice(Math.max(0, start - 5), start - 1))) return start;
  }
  return undefined;
}

/** Whether `<` at this offset begins the address of a link or a definition of Markdown. */
function opensAddress(text: string, at: number): boolean {
  return text[at - 1] === "(" || /\]:[ \t]*$/.test(text.slice(Math.max(0, at - 10), at));
}

/** The start of an address of Markdown, which may contain pairs of parentheses, in the same line. `open`: the last `](`, or -1. */
function startOfMarkdown(text: string, open: number, index: number): number | undefined {
  if (open === -1 || index - open > longestPath || text.slice(open, index).includes("\n")) return undefined;
  return open + "](".length;
}

function decode(written: string): string {
  return decodeEntities(written)
    .replaceAll(/\\([\s%#&_~[\]"'()!$*+@^{}])/g, "$1")
    .replaceAll("\\", "/")
    .replaceAll(/(?:%[\da-f]{2})+/gi, (codes) => {
      try {
        return decodeURIComponent(codes);
      } catch {
        return codes;
      }
    });
}
