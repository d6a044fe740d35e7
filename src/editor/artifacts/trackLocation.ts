/** Keeps a location in a document up to date through edits and renames. */
import * as vscode from "vscode";
import { renamedUri } from "../base/renamedUri.ts";
import { shiftOffset } from "./shiftOffset.ts";
import type { PromptLocation } from "./taskOrigin.ts";

export interface TrackedLocation extends vscode.Disposable {
  /** The current location. */
  now(): PromptLocation;
}

/** The user may edit or move the document while a file is generated. */
export function trackLocation(location: PromptLocation): TrackedLocation {
  let { offset, uri } = location;
  const listeners = vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument((event) => {
      if (event.document.uri.toString() !== uri) return;
      for (const change of event.contentChanges) offset = shiftOffset(offset, change);
    }),
    vscode.workspace.onDidRenameFiles(({ files }) => {
      for (const { oldUri, newUri } of files) uri = renamedUri(uri, oldUri.toString(), newUri.toString());
    }),
  );
  const { languageId } = location;
  // As every edit was applied to the offset, it needs no landmark.
  return { now: () => ({ uri, languageId, offset }), dispose: () => listeners.dispose() };
}
