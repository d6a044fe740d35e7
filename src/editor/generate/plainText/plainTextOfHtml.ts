/** The text of HTML and XML without tags, comments, scripts and styles. */
import { parseFragment, type DefaultTreeAdapterTypes as Tree } from "parse5";
import { withoutBraces, withoutEnclosed } from "./withoutEnclosed.ts";

const hidden = new Set(["head", "noscript", "rp", "rt", "script", "style", "template", "title"]);
const lineEnds = new Set(
  "br dd details div dt figcaption h1 h2 h3 h4 h5 h6 hr li p pre section table tr ul ol blockquote article header footer main summary".split(
    " ",
  ),
);

export function plainTextOfHtml(html: string): string {
  return textOf(parseFragment(html.replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, text: string) => text.replaceAll("<", "&lt;"))))
    .split("\n")
    .map((line) => line.replace(/ +/g, " ").trim())
    .filter((line) => line !== "")
    .join("\n");
}

/** Without recursion, because a document may be nested without limit. */
function textOf(root: Tree.ParentNode): string {
  let text = "";
  const waiting: (Tree.ParentNode | Tree.ChildNode | string)[] = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === "string") text += next;
    else if ("value" in next) text += next.value.replace(/\s+/g, " ");
    else if ("childNodes" in next && !isHidden(next)) {
      const isLine = lineEnds.has(next.nodeName);
      if (isLine) text += "\n";
      if (next.nodeName === "img" && "attrs" in next) text += next.attrs.find(({ name }) => name === "alt")?.value ?? "";
      waiting.push(...(isLine ? ["\n"] : []), ...next.childNodes.toReversed());
    }
  }
  return text;
}

/** The title of a drawing is its text. */
function isHidden(node: Tree.ParentNode): boolean {
  if ("namespaceURI" in node && node.nodeName === "title") return node.namespaceURI.endsWith("/xhtml");
  return hidden.has(node.nodeName) || ("attrs" in node && node.attrs.some(({ name }) => name === "hidden"));
}

/** Of Vue, Svelte, Astro and JSX: without code in braces, except a text. */
export function plainTextOfComponent(source: string): string {
  const texts = source.replace(/^\s*---\n[\s\S]*?\n---(?!.)/, "").replace(/\{\s*(["'`])([^"'`{}\\\n]{0,1000})\1\s*\}/g, "$2");
  return plainTextOfHtml(
    withoutBraces(texts)
      .replace(/<(\/?)template\b/gi, "<$1div")
      .replace(/<\/?>/g, ""),
  );
}

/** Of files with HTML and the code of a template language, such as `{{ name }}` or `<% name %>`. */
export function plainTextOfTemplate(source: string): string {
  return plainTextOfHtml(templateCode.reduce((text, [open, close]) => withoutEnclosed(text, open, close), source));
}

const templateCode = [
  ["{{", "}}"],
  ["{%", "%}"],
  ["{#", "#}"],
  ["<%", "%>"],
  ["<?", "?>"],
] as const;
