/** The text of HTML and XML without tags, comments, scripts and styles. */
import { parseFragment, type DefaultTreeAdapterTypes as Tree } from "parse5";

const hidden = new Set(["head", "noscript", "script", "style", "template", "title"]);
const lineEnds = new Set(
  "br dd div dt figcaption h1 h2 h3 h4 h5 h6 hr li p pre section table tr ul ol blockquote article header footer main".split(" "),
);

export function plainTextOfHtml(html: string): string {
  return textOf(parseFragment(html))
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
    else if ("childNodes" in next && !hidden.has(next.nodeName)) {
      const isLine = lineEnds.has(next.nodeName);
      if (isLine) text += "\n";
      if (next.nodeName === "img" && "attrs" in next) text += next.attrs.find(({ name }) => name === "alt")?.value ?? "";
      waiting.push(...(isLine ? ["\n"] : []), ...next.childNodes.toReversed());
    }
  }
  return text;
}
