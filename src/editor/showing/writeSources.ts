/** Writes the sources of an answer as a numbered list of Markdown links under a title. */
import * as vscode from "vscode";
import type { UrlCitation } from "../../contract/response.ts";

/** Empty if there are none. */
export function writeSources(sources: readonly UrlCitation[]): string {
  if (sources.length === 0) return "";
  const lines = sources.map(({ url, title }, index) => {
    const name = (title ?? url).replace(/[[\]]/g, "");
    return `${index + 1}. [${name}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>)`;
  });
  return `\n\n**${vscode.l10n.t("Sources")}**\n\n${lines.join("\n")}\n`;
}
