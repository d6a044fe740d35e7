/** Finds the media files that a document may link to, whatever its language: every text that looks like the path of one. */

export interface LinkTarget {
  /** As it is written, without percent codes. */
  path: string;
  /** From 0. */
  line: number;
}

/** Links of one document. */
const mostTargets = 2000;
/** Characters of a path. */
const longestPath = 1000;

const ending = /\.(?:png|jpe?g|webp|gif|avif|mp3|wav|ogg|opus|flac|aac|m4a|mp4|webm|mov)(?!\w|\.\w)/gi;
/** Before a path: a link in Markdown, HTML, AsciiDoc or reStructuredText has no spaces in it. */
const beforePath = /[\s"'`()<>[\]{}|:;,=]/;
/** Before the path between braces of LaTeX, which may have spaces. */
const beforeBraced = /[{}:\n]/;

export function findLinkTargets(text: string): LinkTarget[] {
  const targets: LinkTarget[] = [];
  let line = 0;
  let counted = 0;
  for (const { 0: found, index } of text.matchAll(ending)) {
    if (targets.length >= mostTargets) break;
    const end = index + found.length;
    const before = text[end] === "}" ? beforeBraced : beforePath;
    // From the ending back: looked for from its beginning, each letter of a long text could be one.
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
