/** Keeps the context key that is set while a panel of this window shows an answer that is running. */
import * as vscode from "vscode";

const answering = new Set<object>();
/** undefined: not set yet; after a crash of the extension host, the context key still has its former value. */
let isSet: boolean | undefined;

/** Notes whether the panel shows a running answer. */
export function noteAnswering(panel: object, isAnswering: boolean): void {
  if (isAnswering) answering.add(panel);
  else answering.delete(panel);
  const isAny = answering.size > 0;
  if (isAny === isSet) return;
  isSet = isAny;
  void vscode.commands.executeCommand("setContext", "generationStudio.isAnswering", isAny);
}
