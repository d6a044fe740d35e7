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

export function findLinkTargets(text: string): LinkTarget[] {
  const targets: LinkTarget[] = [];
  let line = 0;
  let counted = 0;
  for (const { 0: found, index } of text.matchAll(ending)) {
    if (targets.length >= mostTargets) break;
    const end = index + found.length;
    const before = text[end] === "}" ? beforeBraced : beforePath;
    // Search backwards from the extension: searching forwards would take each letter of a long text as a possible start.
    let start = index;
    while (start > 0 && index - start < longestPath && !before.test(text[start - 1] ?? "")) start -= 1;
    if (start === index) continue;
    for (; counted < start; counted += 1) if (text[counted] === "\n") line += 1;
    targets.push({ path: decode(text.slice(start, end).replaceAll("\\", "/")), line });
  }
  return targets;
}

function decode(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}
