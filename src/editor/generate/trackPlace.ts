/** A place in a document in; the same place after any edits and renamings, as long as it is tracked, out. */
import * as vscode from "vscode";
import { shiftOffset } from "./shiftOffset.ts";
import type { PromptPlace } from "./wish.ts";

export interface TrackedPlace extends vscode.Disposable {
  /** The place as it is now. */
  now(): PromptPlace;
}

/** People go on writing while a picture is made, and move their documents. */
export function trackPlace(place: PromptPlace): TrackedPlace {
  let { offset, uri } = place;
  const listeners = vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument((event) => {
      if (event.document.uri.toString() !== uri) return;
      for (const change of event.contentChanges) offset = shiftOffset(offset, change);
    }),
    vscode.workspace.onDidRenameFiles(({ files }) => {
      for (const { oldUri, newUri } of files) uri = rename(uri, oldUri.toString(), newUri.toString());
    }),
  );
  const { languageId } = place;
  // Watched edit by edit, the offset needs no landmark.
  return { now: () => ({ uri, languageId, offset }), dispose: () => listeners.dispose() };
}

/** The file itself, or a folder that it is in, has another name. */
function rename(uri: string, from: string, to: string): string {
  if (uri === from) return to;
  return uri.startsWith(`${from}/`) ? to + uri.slice(from.length) : uri;
}
