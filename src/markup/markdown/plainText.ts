/** The text of Markdown without its syntax, as a reader sees it. */
import { isSpeakerColumn, readLabel } from "../dialogue/speakerLabel.ts";
import { readTag } from "./htmlTags.ts";
import { type Token, theParser } from "./parser.ts";

/** Of a line that goes on as the same paragraph. */
const lineEnd = "\u2028";

/** A line of a paragraph goes on in the next one, unless somebody else speaks there. */
function joinLines(text: string): string {
  return text.split(lineEnd).reduce((before, line) => `${before}${readLabel(line) === undefined ? " " : "\n"}${line}`);
}

/** The cells as a sentence. Of the column that says who speaks, they are the names in front of what is said. */
function joinCells(cells: readonly string[], speakerColumn: number): string {
  if (speakerColumn < 0) return cells.join(", ");
  const [speaker = "", ...said] = cells.slice(speakerColumn);
  return `${speaker}: ${said.join(", ")}`;
}

/** Also of tags that are not allowed in answers: a document may contain any. */
function withoutTags(text: string): string {
  let plain = "";
  let from = 0;
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", Math.max(at + 1, from))) {
    const tag = readTag(text, at);
    if (tag?.isHtml !== true) continue;
    plain += text.slice(from, at);
    from = at + tag.source.length;
  }
  return withoutComments(plain + text.slice(from));
}

function withoutComments(text: string): string {
  const [first = "", ...others] = text.split("<!--");
  const rest = others.map((piece) => (piece.includes("-->") ? piece.slice(piece.indexOf("-->") + 3) : `<!--${piece}`));
  return first + rest.join("");
}

function textOfInline(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content, children }) => {
      switch (type) {
        case "softbreak":
          return lineEnd;
        case "hardbreak":
          return "\n";
        case "image":
          return textOfInline(children ?? []);
        case "html_inline":
        case "footnote_reference":
          return "";
        default:
          return content;
      }
    })
    .join("");
}

/** Without front matter, footnotes, containers such as `:::note`, and the marks of links between notes. */
function readWikiMarks(markdown: string): string {
  return markdown
    .replace(/^---[ \t]*\n(?:\w[\w-]{0,60}:.*\n|[ \t-].*\n|\n)*?---[ \t]*(?:\n|$)/, "")
    .replace(/^\[\^[^\]\n]{1,100}\]:.*$(?:\n(?: {4}|\t).*$)*/gm, "")
    .replace(/\[\^[^\]\n]{1,100}\]/g, "")
    .replace(/^:{3,}.*$/gm, "")
    .replace(/(!?)\[\[([^[\]\n]{1,300})\]\]/g, (_, embeds: string, link: string) =>
      embeds === "" ? link.slice(link.lastIndexOf("|") + 1) : "",
    );
}

/** Paragraphs are separated by a blank line; items, rows and lines of code are on lines of their own. */
export function plainTextOfMarkdown(markdown: string): string {
  const parser = theParser();
  const lines: string[] = [];
  let cells: string[] | undefined;
  let [speakerColumn, isHead] = [-1, false];
  for (const token of parser.parse(readWikiMarks(markdown), { references: {} })) {
    if (token.type === "table_open") speakerColumn = -1;
    else if (token.type === "tr_open") cells = [];
    else if (token.type === "tr_close") {
      const row = cells ?? [];
      cells = undefined;
      // Only the first row has a head, which is not a part of the dialogue.
      if (isHead) speakerColumn = row.slice(0, -1).findIndex(isSpeakerColumn);
      if (!isHead || speakerColumn < 0) lines.push(joinCells(row, speakerColumn));
    } else if (token.type === "thead_open" || token.type === "thead_close") isHead = token.type === "thead_open";
    else if (token.type === "inline") {
      const text = withoutTags(joinLines(textOfInline(token.children ?? []))).trim();
      if (cells !== undefined) cells.push(text);
      else lines.push(text);
    } else if (token.type === "fence" || token.type === "code_block" || token.type === "formula_block")
      lines.push(token.content.trimEnd(), "");
    else if (token.type === "html_block") lines.push(parser.utils.unescapeAll(withoutTags(token.content)).trim(), "");
    else if (token.type === "list_item_close" && lines.at(-1) === "") lines.pop();
    else if ((token.type === "paragraph_close" && !token.hidden) || /^(?:heading|bullet_list|ordered_list|table)_close$/.test(token.type))
      lines.push("");
  }
  return lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
