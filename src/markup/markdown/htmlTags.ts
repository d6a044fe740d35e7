/** The HTML that answers may contain, and how a tag is read. The source of the syntax: CommonMark, "Raw HTML". */

const inlineNames = "a abbr b br code del dfn em i img input ins kbd mark q rp rt ruby s samp small span strong sub sup u var wbr".split(
  " ",
);
const tableNames = "caption col colgroup tbody td tfoot th thead tr".split(" ");
const blockNames = [
  ..."blockquote dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre summary table ul".split(" "),
  ...tableNames,
];

/** Elements that raw HTML may contain. The sanitizer removes all others. */
export const htmlNames = [...inlineNames, ...blockNames];

const inline = new Set(inlineNames);
const block = new Set(blockNames);
const tableParts = new Set(tableNames);
const voidNames = new Set(["br", "col", "hr", "img", "input", "wbr"]);
/** Elements that mean something although they have neither attributes nor content. */
const emptyNames = new Set(["td", "th"]);

/** Whether an element may be in a paragraph. */
export const isInlineName = (name: string) => inline.has(name);
export const isBlockName = (name: string) => block.has(name);
/** Elements that browsers drop outside a table. */
export const isTablePart = (name: string) => tableParts.has(name);
export const mayBeEmpty = (name: string) => emptyNames.has(name);

export interface HtmlTag {
  type: "open" | "close" | "void";
  /** Lowercase. */
  name: string;
  source: string;
  hasAttributes: boolean;
}

const attribute = "\\s+[a-zA-Z_:][a-zA-Z0-9:._-]*(?:\\s*=\\s*(?:[^\\s\"'=<>`]+|'[^']*'|\"[^\"]*\"))?";
const syntax = new RegExp(`<(?:/([a-zA-Z][a-zA-Z0-9-]*)\\s*|([a-zA-Z][a-zA-Z0-9-]*)((?:${attribute})*)\\s*(/?))>`, "y");

const source = /\ssrc\s*=/i;
const checkBox = /\stype\s*=\s*["']?checkbox\b/i;

/** An element without the attribute that it needs would not be shown. */
function isShown(name: string, attributes: string): boolean {
  if (name === "img") return source.test(attributes);
  return name !== "input" || checkBox.test(attributes);
}

/** The complete tag at a position, of whatever name. `isHtml`: false if browsers or the sanitizer would not show its element. */
export function readTag(text: string, position: number): (HtmlTag & { isHtml: boolean }) | undefined {
  syntax.lastIndex = position;
  const [whole, closed, opened, attributes = "", slash] = syntax.exec(text) ?? [];
  const name = (closed ?? opened)?.toLowerCase();
  if (whole === undefined || name === undefined) return undefined;
  const isKnown = inline.has(name) || block.has(name);
  const hasAttributes = attributes.trim() !== "";
  const tag = { name, source: whole, hasAttributes };
  if (voidNames.has(name)) return { ...tag, type: "void", isHtml: closed === undefined && isKnown && isShown(name, attributes) };
  return { ...tag, type: closed === undefined ? "open" : "close", isHtml: isKnown && slash !== "/" };
}
