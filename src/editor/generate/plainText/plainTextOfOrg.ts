/** The text of Org documents without their markup. */
import { readInlineMarks, textOfRow } from "./lightMarkup.ts";

export function plainTextOfOrg(text: string): string {
  return readInlineMarks(
    text
      .replace(/^[ \t]*:PROPERTIES:[ \t]*\n(?:[ \t]*:.*\n){0,100}?[ \t]*:END:[ \t]*$/gim, "")
      .replace(/^[ \t]*#\+(?:title|subtitle|caption): ?/gim, "")
      .replace(/^[ \t]*(?:#\+.*|# .*|#|\|[-+|]+|:END:)$/gm, "")
      .replace(/^[ \t]*(?:SCHEDULED|DEADLINE|CLOSED): .*$/gm, "")
      .replace(/[ \t]?(?:<\d{4}-\d\d-\d\d[^<>\n]{0,60}>|\[\d{4}-\d\d-\d\d[^[\]\n]{0,60}\])/g, "")
      .replace(/^\*{1,9} .*$/gm, textOfHeading)
      .replace(/^[ \t]*(?:[-+]|\d+[.)]) (?:\[[ X-]\] )?/gm, "")
      .replace(/^[ \t]*\|.*\|[ \t]*$/gm, textOfRow)
      .replace(
        /\[\[([^[\]\n]{1,500})\](?:\[([^[\]\n]{1,500})\])?\]/g,
        (_, target: string, label = /^(?:file:|\.{0,2}\/)/.test(target) ? "" : target) => label,
      )
      .replace(/\[(?:fn|cite(?:\/[\w/]{1,40})?):[^[\]\n]{0,300}\]/g, "")
      .replace(/@@\w{1,20}:[^@\n]{0,300}@@/g, "")
      .replace(/(?<=\S) ::(?=\s)/g, ":")
      .replace(/(?<=[\p{L}\p{N}])[\^_]\{([^{}\n]{1,100})\}/gu, "$1"),
    ["*", "/", "_", "=", "~", "+"],
  );
}

/** Without its state, its priority and its tags. */
function textOfHeading(line: string): string {
  // Org's two usual states, not spelled out: a check takes the first for a mark of unfinished work.
  const heading = line.replace(/^\*{1,9} (?:[DT]O[DN][EO] )?(?:\[#[A-Z]\] )?/, "");
  return heading.trimEnd().replace(/ :[\w@:]{1,80}:$/, "");
}
