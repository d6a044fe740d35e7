/** The text of MediaWiki's markup. */
import { plainTextOfHtml } from "./plainTextOfHtml.ts";

/** What a link shows: its label, or its target. Files and categories show no text. */
function textOfLink(link: string): string {
  if (/^(?:file|image|category|datei|kategorie|fichier|catégorie):/i.test(link)) return "";
  return link.slice(link.lastIndexOf("|") + 1);
}

export function plainTextOfWiki(text: string): string {
  const withoutTemplates = removeNested(text.replace(/<ref\b[^<>]*\/>|<ref\b[^<>]*>[^<]*<\/ref>/gi, ""));
  const lines = withoutTemplates
    .replace(/\[\[([^[\]\n]{1,500})\]\]/g, (_, link: string) => textOfLink(link))
    .replace(/\[(?:https?|mailto):[^\s[\]]{1,500}(?: ([^[\]\n]{0,300}))?\]/g, (_, label = "") => label)
    .replace(/'{2,5}/g, "")
    .replace(/__[A-Z]{3,30}__/g, "")
    .split("\n")
    .map(textOfLine);
  return plainTextOfHtml(lines.map((line) => `<p>${line}</p>`).join("\n"));
}

function textOfLine(line: string): string {
  if (/^\s*(?:\{\||\|\}|\|-)/.test(line)) return "";
  if (line.startsWith("="))
    return line
      .trimEnd()
      .replace(/^={1,6}/, "")
      .replace(/={1,6}$/, "")
      .trim();
  return line.replace(/^[*#:;|!]+\s*/, "").replaceAll(/ ?(?:\|\||!!)/g, ",");
}

/** Removes templates, which may contain others. */
function removeNested(text: string): string {
  let plain = "";
  let depth = 0;
  for (const piece of text.split(/(\{\{|\}\})/)) {
    if (piece === "{{") depth += 1;
    else if (piece === "}}" && depth > 0) depth -= 1;
    else if (depth === 0) plain += piece;
  }
  return plain;
}
