/** Closes what a Markdown text leaves open, so that text after it is read and shown as Markdown of its own. */
import markdownIt, { type MarkdownIt, type Token } from "markdown-it";

let shared: { plain: MarkdownIt; withFormulas: MarkdownIt } | undefined;

/** As other programs read Markdown: with HTML and tables, and some of them with formulas. */
function readers(): { plain: MarkdownIt; withFormulas: MarkdownIt } {
  if (shared !== undefined) return shared;
  const withFormulas = markdownIt({ html: true });
  withFormulas.block.ruler.after("blockquote", "formula", readFormula, { alt: ["paragraph", "reference", "blockquote", "list"] });
  shared = { plain: markdownIt({ html: true }), withFormulas };
  return shared;
}

type Rule = Parameters<MarkdownIt["block"]["ruler"]["push"]>[1];

/** A formula from `$$` to `$$` at the end of a line, or to the end of what it is in: so VS Code's preview reads it, in `@vscode/markdown-it-katex`. */
const readFormula: Rule = (state, start, end, silent) => {
  const lineAt = (line: number) => state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trim();
  const first = lineAt(start);
  if (!first.startsWith("$$")) return false;
  if (silent) return true;
  let isOpen = !first.slice(2).endsWith("$$");
  let line = start + 1;
  for (; isOpen && line < end; line += 1) {
    if (lineAt(line) !== "" && (state.sCount[line] ?? 0) < state.blkIndent) break;
    isOpen = !lineAt(line).endsWith("$$");
  }
  state.line = line;
  state.push("formula", "", 0).meta = { isOpen };
  return true;
};

/** Whether such a formula is open at the end of the text. */
function hasOpenFormula(text: string): boolean {
  const last = readers().withFormulas.parse(text, {}).at(-1);
  return last?.type === "formula" && last.level === 0 && last.meta?.isOpen === true;
}

/** Elements without an end tag, and those whose end tag may be left out. Source: HTML, 13.1.2 and 13.1.2.4. */
const unclosed = new Set(
  "area base br col embed hr img input link meta source track wbr p tr td th thead tbody tfoot colgroup html head body".split(" "),
);
/** The end of their parent closes them, but no heading does. Source: HTML, 13.1.2.4. */
const closedByParent = new Set(["li", "dt", "dd", "option", "optgroup", "rp", "rt"]);
/** Their content is text up to their end tag. Source: HTML, 13.2.5. */
const rawText = new Set(["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "noscript"]);

/** What ends where it begins, and also ends what is open before it. Source: CommonMark, 4.6. */
const constructs = [
  { start: /^<!--/, end: "-->", closing: "<!-- -->" },
  { start: /^<\?/, end: "?>", closing: "<??>" },
  { start: /^<!\[CDATA\[/, end: "]]>", closing: "<![CDATA[]]>" },
  { start: /^<![a-z]/i, end: ">", closing: "<!x>" },
] as const;

/** Without comments, CDATA sections, instructions and declarations. One without an end stays. */
function withoutComments(html: string): string {
  // `<!-->` is a whole comment.
  const sections = withoutEnclosed(withoutEnclosed(html, "<!--", "-->", 2), "<![CDATA[", "]]>");
  // A match that ends with the text keeps the time linear.
  return sections.replaceAll(/<(?:\?|!(?!--|\[CDATA\[))[^>]*(?:>|$)/g, (found) => (found.endsWith(">") ? "" : found));
}

/** @param behind characters of the start, behind which the end may begin */
function withoutEnclosed(html: string, start: string, end: string, behind = start.length): string {
  let kept = "";
  for (let at = 0; ; ) {
    const from = html.indexOf(start, at);
    const to = from < 0 ? -1 : html.indexOf(end, from + behind);
    if (to < 0) return kept + html.slice(at);
    kept += html.slice(at, from);
    at = to + end.length;
  }
}

/** The opened elements that no end tag closes, in order. `hasRawText` is false for readers that show the tags of such elements, as GitHub does. */
function openElements(html: readonly string[], hasRawText = true): string[] {
  const open: string[] = [];
  let raw: string | undefined;
  for (const piece of html)
    for (const [, slash, written = ""] of withoutComments(piece).matchAll(/<(\/?)([a-z][a-z\d-]*)(?=[\s/>]|$)/gi)) {
      const name = written.toLowerCase();
      if (raw !== undefined && name !== raw) continue;
      raw = undefined;
      if (slash === "/") {
        const at = open.lastIndexOf(name);
        if (at < 0) continue;
        // Its end is also that of what may have none.
        const inside = open.splice(at).slice(1);
        open.push(...inside.filter((one) => !closedByParent.has(one)));
      } else if (!unclosed.has(name)) {
        open.push(name);
        if (hasRawText && rawText.has(name)) raw = name;
      }
    }
  return open;
}

/** Whether the last block is a fenced code block without its last line. */
function isOpenFence(token: Token, lines: readonly string[]): boolean {
  if (token.type !== "fence" || token.level !== 0) return false;
  const [start = 0, end = 0] = token.map ?? [];
  const last = (lines[end - 1] ?? "").trim();
  const isEnd = end - start > 1 && last.length >= token.markup.length && last === token.markup.charAt(0).repeat(last.length);
  return !isEnd || !/^ {0,3}\S/.test(lines[end - 1] ?? "");
}

/** The HTML of blocks, and that inside of paragraphs. */
function htmlOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) =>
    token.type === "html_block"
      ? [token.content]
      : (token.children ?? []).flatMap(({ type, content }) => (type === "html_inline" ? [content] : [])),
  );
}

const htmlBlocks = (tokens: readonly Token[]) => tokens.flatMap(({ type, content }) => (type === "html_block" ? [content.trim()] : []));
const wholeTag = /<\/?[a-z](?:[^"'<>]|"[^"]*"|'[^']*')*>/gi;

/** Whether a tag or comment has no end, for example because of a quote: what follows would be a part of it. */
function hasCutTag(tokens: readonly Token[]): boolean {
  return htmlBlocks(tokens).some((block) => /<(?:\/?[a-z]|[!?])/i.test(withoutComments(block).replaceAll(wholeTag, "")));
}

/** The lines that close what the text leaves open; "": nothing. undefined: one of them would be read as a part of another. */
function closingOf(text: string): string | undefined {
  const tokens = readers().plain.parse(text, {});
  const lines = text.split("\n");
  const last = tokens.at(-1);
  const blocks = htmlBlocks(tokens);
  const cut = constructs.filter(({ start, end }) => blocks.some((block) => start.test(block) && !block.slice(3).includes(end)));
  const elements = openElements(htmlOf(tokens))
    .toReversed()
    .map((name) => `</${name}>`)
    .join("");
  if (cut.length > 0 && elements !== "") return undefined;
  const closing = [...cut.map((construct) => construct.closing), ...(elements === "" ? [] : [elements])];
  if (last !== undefined && isOpenFence(last, lines)) closing.unshift(last.markup);
  return closing.join("\n");
}

/** Whether a heading after the text is a heading, and nothing else is left open. */
function isClosed(text: string): boolean {
  const { plain, withFormulas } = readers();
  const read = (by: MarkdownIt) => by.parse(`${text}\n\n# next\n`, {});
  const isNext = [plain, withFormulas].every((by) => {
    const heading = read(by).at(-3);
    return heading?.type === "heading_open" && heading.level === 0;
  });
  const tokens = read(plain);
  const hasOpenElement = openElements(htmlOf(tokens), false).length > 0;
  return isNext && !hasOpenElement && !/<plaintext/i.test(text) && !hasCutTag(tokens) && closingOf(text) === "";
}

/** Returns the lines to add at the end of the text; undefined: nothing closes it. */
export function closeMarkdown(text: string): string | undefined {
  const own = closingOf(text);
  if (own === undefined) return undefined;
  const formula = hasOpenFormula(own === "" ? text : `${text}\n${own}`) ? "$$" : "";
  const closing = [own, formula].filter((line) => line !== "").join("\n");
  return isClosed(closing === "" ? text : `${text}\n${closing}`) ? closing : undefined;
}

/** The text as a fenced code block, which ends for every reader. */
export function fenceText(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
