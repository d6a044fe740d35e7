/** Finds the media files that a document may link to, in any language: every text that looks like the path of a media file. */
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

const ending = new RegExp(`\\.(?:${endingsThat("isCommon").join("|")})(?!\\w|\\.\\w)`, "gi");
/** Characters that can precede a path. In Markdown, HTML, AsciiDoc and reStructuredText, links contain no spaces. */
const beforePath = /[\s"'`()<>[\]{}|:;,=]/;
/** Characters that can precede a path in braces in LaTeX, which may contain spaces. */
const beforeBraced = /[{}:\n]/;

/** Characters that enclose a path with spaces. */
const enclosing: Record<string, string> = { '"': '"', "'": "'", ">": "<", ")": "(", "]": "[", "}": "{" };

export function findLinkTargets(document: string): LinkTarget[] {
  const text = document.includes("\\detokenize{") ? joinLatexPaths(document) : document;
  const targets: LinkTarget[] = [];
  let line = 0;
  let counted = 0;
  for (const { 0: found, index } of text.matchAll(ending)) {
    if (targets.length >= mostTargets) break;
    const end = index + found.length;
    const before = text[end] === "}" ? beforeBraced : beforePath;
    // Search backwards from the extension: searching forwards would take each letter of a long text as a possible start.
    let start = index;
    // In reStructuredText, spaces are escaped.
    while (start > 0 && index - start < longestPath && (!before.test(text[start - 1] ?? "") || text.startsWith("\\ ", start - 2)))
      start -= 1;
    for (; counted < start; counted += 1) if (text[counted] === "\n") line += 1;
    const starts = [start, startOfEnclosed(text, index, end)].filter((one) => one !== undefined && one !== index);
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
  const open = after === "\n" || after === "\r" ? ":: " : enclosing[after];
  if (open === undefined) return undefined;
  for (let start = index; start > 0 && index - start < longestPath; start -= 1) {
    const sign = text[start - 1] ?? "";
    if (sign === "\n") return undefined;
    // Links of Org and LaTeX name a scheme.
    if (open === ":: " ? text.slice(Math.max(0, start - 3), start) === open : sign === open && (sign !== "<" || text[start - 2] === "("))
      return start;
    if (sign === ":" && /(?:file|run)$/.test(text.slice(Math.max(0, start - 5), start - 1))) return start;
  }
  return undefined;
}

function decode(written: string): string {
  const path = written.replaceAll(/\\([\s%#&_~[\]"])/g, "$1").replaceAll("\\", "/");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
