/** Attaches the terminal's selection. */
import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import type { LoadedAttachment } from "../../../conversations/drafts.ts";
import { attachBytes } from "../../../conversations/recognizeAttachment.ts";

const { t } = vscode.l10n;

/** Extensions can read the selection only through the clipboard, whose text is restored afterwards. */
async function readSelection(): Promise<string> {
  const { clipboard } = vscode.env;
  const before = await clipboard.readText();
  // Without a selection nothing is copied, and the mark stays. An image in the clipboard reads as empty text, and is then not overwritten.
  const mark = before === "" ? "" : randomUUID();
  if (mark !== "") await clipboard.writeText(mark);
  try {
    await vscode.commands.executeCommand("workbench.action.terminal.copySelection");
    const selected = await clipboard.readText();
    return selected === mark ? "" : selected;
  } finally {
    if (mark !== "") await clipboard.writeText(before);
  }
}

/** @throws Error with a message for the user. */
export async function attachTerminalSelection(): Promise<LoadedAttachment> {
  const { activeTerminal } = vscode.window;
  if (activeTerminal === undefined) throw new Error(t("No terminal is open."));
  const selected = await readSelection();
  if (selected.trim() === "") throw new Error(t("Nothing is selected in the terminal."));
  return attachBytes(t("Terminal {0}", activeTerminal.name), Buffer.from(selected));
}
