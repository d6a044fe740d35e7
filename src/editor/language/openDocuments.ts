/** Parses text documents, once per version. */
import * as vscode from "vscode";
import type { PromptDocument } from "../../prompt/parse/promptDocument.ts";
import { parsePromptDocument } from "../../prompt/parse/promptDocument.ts";
import type { TextEdit, TextRange } from "../../prompt/text/textRange.ts";

export class OpenDocuments {
  readonly #parsed = new WeakMap<vscode.TextDocument, { version: number; document: PromptDocument }>();

  parse(document: vscode.TextDocument): PromptDocument {
    const known = this.#parsed.get(document);
    if (known?.version === document.version) return known.document;
    const fresh = parsePromptDocument(document.getText(), known?.document);
    this.#parsed.set(document, { version: document.version, document: fresh });
    return fresh;
  }
}

export function toRange(document: vscode.TextDocument, range: TextRange): vscode.Range {
  return new vscode.Range(document.positionAt(range.start), document.positionAt(range.end));
}

/** `edit`: to which the edits of the document are added. */
export function toWorkspaceEdit(
  document: vscode.TextDocument,
  edits: readonly TextEdit[],
  edit = new vscode.WorkspaceEdit(),
): vscode.WorkspaceEdit {
  for (const one of edits) edit.replace(document.uri, toRange(document, one.range), one.newText);
  return edit;
}
