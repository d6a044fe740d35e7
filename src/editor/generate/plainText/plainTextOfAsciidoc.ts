/** The text of AsciiDoc documents without their markup. */
import { readInlineMarks, textOfRow } from "./lightMarkup.ts";
import { plainTextOfHtml } from "./plainTextOfHtml.ts";

export function plainTextOfAsciidoc(text: string): string {
  return readInlineMarks(
    text
      .replace(/^\/{4}$[\s\S]*?^\/{4}$/gm, "")
      .replace(/^(?:\/\/(?!\/).*|:!?[\w-]+!?:.*|\[.*\]|(?:_{4}|={4}|-{4}|\*{4}|\.{4}|\+{4})[_=\-*.+]*|--|\+|'{3}|<{3}|[|,:!]={3,})$/gm, "")
      .replace(/^(?:={1,6}|#{1,6}|\*{1,5}|\.{1,5}|-|<?[\d.]+>?\.?) (?:\[[ x*]\] )?(?=\S)/gm, "")
      .replace(/^\.(?=[^.\s])/gm, "")
      .replace(/^(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION): /gm, "")
      .replace(/(?<=\S)::(?=[ \t])/g, ":")
      .replace(/^\|.*$/gm, textOfRow)
      .replace(/(?:image|video|audio)::?[^\s[\]]{1,300}\[([^\]\n]{0,300})\]/g, (_, list: string) => textOfImage(list))
      .replace(/(?:footnote|indexterm2?):[^\s[\]]{0,100}\[[^\]\n]{0,500}\]/g, "")
      .replace(/(?<![\w:/])(?:https?|mailto|link|xref):[^\s[\]]{1,300}\[([^[\]\n]{0,300})\]/g, (_, list: string) =>
        list.replace(/(?:,\w+=[^,]*)+$/, "").replace(/\^$/, ""),
      )
      .replace(/\bpass:[a-z,]{0,20}\[([^\]\n]{0,300})\]/g, (_, html: string) => withoutTags(html))
      .replace(/\b(?:kbd|btn|menu|stem|icon):[^\s[\]]{0,100}\[([^\]\n]{0,300})\]/g, "$1")
      .replace(/<<[^\s,<>]{1,200}(?:,([^<>\n]{0,300}))?>>/g, (_, label = "") => label.trim())
      .replace(/\[\[[^[\]\n]{1,100}\]\]|\[[.#%][^\]\n]{0,100}\](?=[#*_`])|<\d+>$/gm, "")
      .replace(/\{(?:nbsp|zwsp|sp)\}/g, " ")
      .replace(/\{[\w-]{1,60}\}/g, "")
      .replace(/\+{3}([^\n]*?)\+{3}/g, (_, html: string) => withoutTags(html))
      .replace(/([\^~])([^\s^~]{1,100})\1/g, "$2")
      .replace(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,10}\d?);/gi, (entity) => plainTextOfHtml(entity))
      .replace(/\((?:C|R|TM)\)/g, (sign) => signs[sign] ?? sign),
    ["**", "__", "``", "##", "*", "_", "`", "#", "+"],
  );
}

const signs: Readonly<Record<string, string>> = { "(C)": "©", "(R)": "®", "(TM)": "™" };

function withoutTags(html: string): string {
  return html.replace(/<[^<>]{0,300}>/g, "");
}

/** The first of an image's attributes. */
function textOfImage(list: string): string {
  return /^"([^"]*)"/.exec(list)?.[1] ?? list.split(",", 1)[0] ?? "";
}
