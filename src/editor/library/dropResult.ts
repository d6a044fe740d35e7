/** Writes a link where a result of the library is dropped in a document. */
import * as vscode from "vscode";
import { resultType } from "../../library/resultType.ts";
import type { Tasks } from "../../tasks/tasks.ts";
import { writeDroppedLinks } from "../artifacts/insertLink.ts";
import { findNamedFiles, findNamedResults } from "../artifacts/namedResults.ts";

/** undefined: nothing of the library was dropped, its file is gone, or the document's language has no links. */
export async function dropResult(
  tasks: Tasks,
  document: vscode.TextDocument,
  dropped: vscode.DataTransfer,
): Promise<vscode.DocumentDropEdit | undefined> {
  const result = parse(await dropped.get(resultType)?.asString());
  const [named] = findNamedResults(tasks, result, undefined);
  if (named === undefined || named.kind === "text") return undefined;
  const uris = await findNamedFiles(tasks, result, undefined);
  const text = writeDroppedLinks({ kind: named.kind, prompt: named.prompt, uris }, document);
  return text === undefined ? undefined : new vscode.DocumentDropEdit(text, vscode.l10n.t("Insert Link"));
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}
