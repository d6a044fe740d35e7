/** The text of HTML and XML without tags, comments, scripts and styles. */
import { Parser } from "htmlparser2";

const hidden = new Set(["head", "noscript", "script", "style", "template", "title"]);
const lineEnds = new Set(
  "br dd div dt figcaption h1 h2 h3 h4 h5 h6 hr li p pre section table tr ul ol blockquote article header footer main".split(" "),
);

export function plainTextOfHtml(html: string): string {
  let text = "";
  let hiddenDepth = 0;
  const parser = new Parser(
    {
      onopentag(name, { alt }) {
        if (hidden.has(name)) hiddenDepth += 1;
        else if (name === "img" && alt) text += alt;
        if (lineEnds.has(name)) text += "\n";
      },
      ontext(data) {
        if (hiddenDepth === 0) text += data.replace(/\s+/g, " ");
      },
      onclosetag(name) {
        if (hidden.has(name)) hiddenDepth = Math.max(0, hiddenDepth - 1);
        if (lineEnds.has(name)) text += "\n";
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return text
    .split("\n")
    .map((line) => line.replace(/ +/g, " ").trim())
    .filter((line) => line !== "")
    .join("\n");
}
