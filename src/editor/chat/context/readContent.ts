/** Reads a file as an attachment, as the editor shows it: with unsaved changes, decoded, and a notebook as its cells. */
import * as vscode from "vscode";
import type { LoadedAttachment } from "../../../conversations/drafts.ts";
import { attachBytes, attachText, isUnknown } from "../../../conversations/recognizeAttachment.ts";
import type { Judged } from "../../../disclosure/judge.ts";
import { type DisclosureOptions, judgeFile } from "../../base/disclosure.ts";
import { findNotebook } from "../../base/notebooks.ts";
import { readSmallFile } from "../../base/readSmallFile.ts";
import { type CellText, chooseOutput, readNotebook, readOutputForm, writeNotebook } from "./writeNotebook.ts";

/** Share of characters that could not be decoded, above which a file is not text. */
const mostDamaged = 0.05;

/** Judged by the file's real path and by what is attached. @throws Error if the file cannot be read, or has more than `most` bytes. */
export async function readJudgedContent(
  uri: vscode.Uri,
  name: string,
  { most, ...options }: DisclosureOptions & { most: number },
): Promise<Judged<LoadedAttachment>> {
  const loaded = await loadContent(uri, name, most);
  return judgeFile(uri, loaded, loaded.content ?? "", options);
}

/** The same for a file whose location is known: the caller judges it. */
export async function loadContent(uri: vscode.Uri, name: string, most: number): Promise<LoadedAttachment> {
  const notebook = findNotebook(uri);
  if (notebook !== undefined) return attachNotebook(notebook, name);
  const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  // The file of a new document may not be there yet.
  if (document?.isDirty === true) return attachShown(name, document.getText());
  const bytes = await readSmallFile(uri, most);
  if (bytes === undefined) throw new Error(vscode.l10n.t("{0} is too large: the service accepts 10 MB in total.", name));
  const recognized = attachBytes(name, bytes);
  if (!isUnknown(recognized)) return recognized;
  const text = document?.getText() ?? (await decodeText(uri, bytes));
  return text === undefined ? recognized : attachShown(name, text);
}

/** A document's text; a notebook's text is read as its cells. */
function attachShown(name: string, text: string): LoadedAttachment {
  const cells = /\.ipynb$/i.test(name) ? readNotebook(text) : undefined;
  return attachText(name, cells === undefined ? text : writeNotebook(cells));
}

/** As the editor decodes the file. undefined: it is not text. */
export async function decodeText(uri: vscode.Uri, bytes: Uint8Array): Promise<string | undefined> {
  const decoded = await vscode.workspace.decode(bytes, { uri }).then(
    (text) => text,
    // VS Code decodes no binary files.
    () => undefined,
  );
  if (decoded === undefined) return undefined;
  const text = decoded.replace(/^\ufeff/, "");
  const damaged = text.match(/[\ufffd\0]/g)?.length ?? 0;
  return text.includes("\0") || damaged > text.length * mostDamaged ? undefined : text;
}

/** A notebook's text, and what it was written from: it is read at each step of the cursor. */
const writtenNotebooks = new WeakMap<vscode.NotebookDocument, { state: string; text: string }>();

export function attachNotebook(notebook: vscode.NotebookDocument, name: string): LoadedAttachment {
  const cells = notebook.getCells();
  // The outputs change with the notebook's version.
  const state = [notebook.version, ...cells.map(({ document }) => `${document.uri} ${document.languageId} ${document.version}`)].join("\n");
  const known = writtenNotebooks.get(notebook);
  if (known?.state === state) return attachText(name, known.text);
  const decoder = new TextDecoder();
  const texts = cells.map(
    ({ document, outputs }): CellText => ({
      language: document.languageId,
      source: document.getText(),
      outputs: outputs.flatMap(({ items }) => chooseOutput(items.map(({ mime, data }) => readOutputForm(mime, decoder.decode(data))))),
    }),
  );
  const text = writeNotebook(texts);
  writtenNotebooks.set(notebook, { state, text });
  return attachText(name, text);
}
