/** Follows a location in a document through edits and renamings. */
import * as vscode from "vscode";
import { shiftOffset } from "./shiftOffset.ts";
import type { PromptLocation } from "./taskOrigin.ts";

export interface TrackedLocation extends vscode.Disposable {
  /** The location as it is now. */
  now(): PromptLocation;
}

/** People go on writing while a file is generated, and move their documents. */
export function trackLocation(location: PromptLocation): TrackedLocation {
  let { offset, uri } = location;
  const listeners = vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument((event) => {
      if (event.document.uri.toString() !== uri) return;
      for (const change of event.contentChanges) offset = shiftOffset(offset, change);
    }),
    vscode.workspace.onDidRenameFiles(({ files }) => {
      for (const { oldUri, newUri } of files) uri = rename(uri, oldUri.toString(), newUri.toString());
    }),
  );
  const { languageId } = location;
  // Watched edit by edit, the offset needs no landmark.
  return { now: () => ({ uri, languageId, offset }), dispose: () => listeners.dispose() };
}

/** The file itself, or a folder that it is in, has another name. */
function rename(uri: string, from: string, to: string): string {
  if (uri === from) return to;
  return uri.startsWith(`${from}/`) ? to + uri.slice(from.length) : uri;
}
