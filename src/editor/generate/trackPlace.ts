/** A place in a document in; the same place after any edits, as long as it is tracked, out. */
import * as vscode from "vscode";
import { shiftOffset } from "./shiftOffset.ts";
import type { PromptPlace } from "./wish.ts";

export interface TrackedPlace extends vscode.Disposable {
  /** The place as it is now. */
  now(): PromptPlace;
}

/** People go on writing while a picture is made. */
export function trackPlace(place: PromptPlace): TrackedPlace {
  let offset = place.offset;
  const listener = vscode.workspace.onDidChangeTextDocument((event) => {
    if (event.document.uri.toString() !== place.uri) return;
    for (const change of event.contentChanges) offset = shiftOffset(offset, change);
  });
  const { uri, languageId } = place;
  // Watched edit by edit, the offset needs no landmark.
  return { now: () => ({ uri, languageId, offset }), dispose: () => listener.dispose() };
}
