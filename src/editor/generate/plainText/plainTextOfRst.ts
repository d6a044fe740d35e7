/** The text of reStructuredText without its markup. */
import { readInlineMarks, textOfRow } from "./lightMarkup.ts";

/** The label of `label <target>`. */
function beforeTarget(label: string): string {
  return (label.split("<", 1)[0] ?? "").trim() || label;
}

/** Directives whose argument is not a text. */
const withoutText =
  "image|figure|include|literalinclude|code|code-block|highlight|math|raw|contents|toctree|csv-table|list-table|index|role|default-role|meta|only";

export function plainTextOfRst(text: string): string {
  return readInlineMarks(
    text
      .replace(/^[ \t]+:alt: */gm, "")
      .replace(/^[ \t]*:[\w -]{1,40}:(?: .*)?$/gm, "")
      .replace(new RegExp(String.raw`^[ \t]*\.\. (?:\|[^|\n]+\| )?(?:${withoutText})::.*$`, "gm"), "")
      .replace(/^[ \t]*\.\. [\w-]+:: ?/gm, "")
      // A comment, with the lines that belong to it; a target; a footnote keeps its text.
      .replace(/^\.\. (?:\[[^\]\n]{1,60}\] )/gm, "")
      .replace(/^\.\.(?: .*)?$(?:\n[ \t]+\S.*$)*/gm, "")
      .replace(/^([=\-~^"'`+*#<>.:_])\1{2,}$/gm, "")
      .replace(/^[ \t]*(?:={2,}[ \t]+)+={2,}[ \t]*$|^[ \t]*\+(?:[-=]+\+)+[ \t]*$/gm, "")
      .replace(/^[ \t]*\|(?: .*)\|[ \t]*$/gm, textOfRow)
      .replace(/\\[ \t]/g, "\\\u200B")
      .replace(/^[ \t]*(?:[-*+•]|#\.|\(?\d+[.)]) (?=\S)/gm, "")
      .replace(/^[ \t]+/gm, "")
      .replace(/::$/gm, ":")
      .replace(/(?<![\w:+-]):[\w+:-]{1,40}:`([^`\n]{1,300})`/g, (_, label: string) => beforeTarget(label))
      .replace(/`([^`\n]{1,300})`__?/g, (_, label: string) => beforeTarget(label))
      .replace(/\[(?:\d+|#\w*|\*|[A-Za-z]\w{0,60})\]_|\|[^|\s][^|\n]{0,80}\|_{0,2}/g, "")
      .replace(/(?<=\w)_(?![\w_])/g, ""),
    ["``", "**", "*", "`"],
  ).replace(/\\(\S)/g, (_, sign: string) => sign.replace("\u200B", ""));
}
