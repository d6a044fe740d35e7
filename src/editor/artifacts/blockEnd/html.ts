/** The offset in HTML, or in a component of Vue, Svelte or Astro, at which an element can be inserted, as parse5 reads the document. */
import { parse, type DefaultTreeAdapterTypes as Tree } from "parse5";

/** Elements that contain other blocks. Unknown ones are components. */
const closed = new Set(
  "p h1 h2 h3 h4 h5 h6 pre head title script style noscript textarea select option svg math template canvas audio video picture object iframe table thead tbody tfoot tr colgroup ul ol dl menu summary legend label button a span b i em strong code small sub sup u s q cite kbd samp var mark time abbr dfn data bdi bdo ins del font address figcaption caption".split(
    " ",
  ),
);
/** Elements whose content is another language. */
const drawings = new Set(["svg", "math"]);
const root = new Set(["html", "#document"]);
/** Elements in which only certain elements may be: the new one goes into them, even if they are in one line. */
const cells = new Set(["li", "td", "th", "dd", "dt", "body", "figure"]);

interface Located {
  node: Tree.ChildNode;
  start: number;
  end: number;
  /** Offsets of the content. */
  inner: { start: number; end: number };
}

/** @param text The whole document. */
export function findHtmlOffset(text: string, offset: number): number {
  const code = codeRanges(text).find(({ start, end }) => start < offset && offset < end);
  if (code !== undefined) return code.end;
  const body = startOfBody(text);
  if (body !== undefined && offset < body) return body;
  const document = parse(withoutCode(text), { sourceCodeLocationInfo: true });
  return findIn(text, document.childNodes, { start: 0, end: text.length }, endOfLine(text, offset), offset);
}

function findIn(
  text: string,
  nodes: readonly Tree.ChildNode[],
  within: { start: number; end: number },
  lineEnd: number,
  offset: number,
): number {
  let at = Math.min(lineEnd, within.end);
  for (const located of nodes.flatMap(locate)) {
    const { node, start, end, inner } = located;
    if (node.nodeName === "#text") continue;
    const isAround = start < offset && offset < end;
    const isCut = start < at && at < end;
    if (!isAround && !isCut) continue;
    const children = "content" in node ? node.content.childNodes : "childNodes" in node ? node.childNodes : [];
    const isHead = node.nodeName === "head" || (root.has(node.nodeName) && offset < inner.start);
    if (isHead) return startOfBody(text) ?? end;
    const isVueTemplate = node.nodeName === "template" && within.start === 0 && within.end === text.length;
    const isClosed =
      node.nodeName.startsWith("#") ||
      drawings.has(node.nodeName) ||
      (closed.has(node.nodeName) && !isVueTemplate && !leadsToContainer(children, offset));
    const isOneLine = !text.slice(start, end).includes("\n") && !cells.has(node.nodeName) && !root.has(node.nodeName);
    if (isClosed || isOneLine || offset < inner.start) {
      at = Math.max(at, end);
      if (text.slice(at, endOfLine(text, at)).trim() === "") at = Math.min(endOfLine(text, at), within.end);
      continue;
    }
    if (isAround) return findIn(text, children, inner, lineEnd, offset);
    at = Math.max(at, end);
  }
  return at;
}

/** Whether the offset is in an element below that contains blocks, such as a cell of a table. */
function leadsToContainer(nodes: readonly Tree.ChildNode[], offset: number): boolean {
  return nodes.flatMap(locate).some(({ node, start, end }) => {
    if (offset <= start || offset >= end || node.nodeName.startsWith("#") || drawings.has(node.nodeName)) return false;
    return cells.has(node.nodeName) || !closed.has(node.nodeName) || ("childNodes" in node && leadsToContainer(node.childNodes, offset));
  });
}

/** Elements that the parser adds are replaced by their content. */
function locate(node: Tree.ChildNode): Located[] {
  const location = node.sourceCodeLocation;
  const children = "childNodes" in node ? node.childNodes : [];
  if (location === null || location === undefined) return children.flatMap(locate);
  const tags = "startTag" in location ? location : undefined;
  const last = children.flatMap(locate).at(-1)?.end ?? 0;
  const end = Math.max(location.endOffset, last);
  const start = location.startOffset;
  return [{ node, start, end, inner: { start: tags?.startTag?.endOffset ?? start, end: tags?.endTag?.startOffset ?? end } }];
}

function startOfBody(text: string): number | undefined {
  const found = /<body\b[^<>]*>/i.exec(text);
  return found === null ? undefined : found.index + found[0].length;
}

function endOfLine(text: string, offset: number): number {
  const newline = text.indexOf("\n", offset);
  if (newline < 0) return text.length;
  return text[newline - 1] === "\r" && newline > offset ? newline - 1 : newline;
}

/** PHP, Astro's front matter, and expressions in braces: they are no HTML. */
function codeRanges(text: string): { start: number; end: number }[] {
  const close = /^---\r?\n/.test(text) ? text.indexOf("\n---", 3) : -1;
  const front = close < 0 ? 0 : close + 4;
  const ranges = front === 0 ? [] : [{ start: 0, end: front }];
  for (let start = text.indexOf("<?", front); start >= 0; start = text.indexOf("<?", start + 2)) {
    const close = text.indexOf("?>", start);
    ranges.push({ start, end: close < 0 ? text.length : close + 2 });
    if (close < 0) break;
  }
  return ranges;
}

/** Code, and what looks like tags in braces, replaced by characters that mean nothing. */
function withoutCode(text: string): string {
  let plain = text;
  for (const { start, end } of codeRanges(text)) plain = plain.slice(0, start) + " ".repeat(end - start) + plain.slice(end);
  return plain.replaceAll(/=>|(?<!-)->/g, "__");
}
