import * as vscode from "vscode";
import { decodeFileText } from "../../prompt/text/textEncoding.ts";
import { readSmallFile } from "../base/readSmallFile.ts";

/** Bytes; a larger file was not written by hand. */
const handwritten = 1_000_000;

/** The text in an editor, saved or not, else the file's content; undefined: it cannot be read, is no text, or has more than `most` bytes. */
export async function readEditedText(uri: vscode.Uri, most = handwritten): Promise<string | undefined> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open !== undefined) return open.getText();
  const bytes = await readSmallFile(uri, most).catch(() => undefined);
  return bytes && decodeFileText(bytes, TextDecoder);
}
