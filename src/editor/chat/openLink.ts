/** Opens an http, https or mailto link of an answer outside the editor, after a confirmation. */
import * as vscode from "vscode";

/** Links with other schemes, such as `command` or `file`, are never opened. VS Code asks before it opens an untrusted host. */
export async function openLink(address: string): Promise<void> {
  const url = URL.parse(address);
  // Pass a string: a `vscode.Uri` would decode the address and open another page.
  if (url?.protocol === "http:" || url?.protocol === "https:") await vscode.commands.executeCommand("vscode.open", url.href);
  else if (url?.protocol === "mailto:") await vscode.env.openExternal(vscode.Uri.parse(url.href, true));
}
