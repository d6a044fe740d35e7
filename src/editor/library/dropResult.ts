/** Writes links when results of the library are dropped into a document. */
import * as vscode from "vscode";
import type { Tasks } from "../../generations/tasks.ts";
import { resultType } from "../../library/resultType.ts";
import { writeDroppedLinks } from "../artifacts/insertLink.ts";
import { findFilesOf, resultOf } from "../artifacts/namedResults.ts";
import { readResultNumbers } from "../showing/readTaskSelection.ts";

/** undefined: no result was dropped, its files are missing, or the document's language has no links. */
export async function dropResult(
  tasks: Tasks,
  document: vscode.TextDocument,
  position: vscode.Position,
  dropped: vscode.DataTransfer,
): Promise<vscode.DocumentDropEdit | undefined> {
  const numbers = readResultNumbers(parse(await dropped.get(resultType)?.asString()), undefined);
  const links: string[] = [];
  for (const result of numbers.flatMap((number) => tasks.library.get(number) ?? []).map(resultOf)) {
    const { kind, prompt } = result;
    if (kind === "text") continue;
    const link = await writeDroppedLinks({ kind, prompt, uris: await findFilesOf([result]) }, document, position);
    if (link !== undefined) links.push(link);
  }
  return links.length === 0 ? undefined : new vscode.DocumentDropEdit(links.join("\n\n"), vscode.l10n.t("Insert Link"));
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}
