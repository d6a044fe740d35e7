/** Opens an http, https or mailto link of an answer outside the editor, after a confirmation. */
import * as vscode from "vscode";

/** Any other scheme, such as `command` or `file`, is never followed. VS Code asks before it opens a host that is not trusted. */
export async function openLink(address: string): Promise<void> {
  const url = URL.parse(address);
  // As a text: a URI of VS Code would decode what the address has encoded, and ask for another page.
  if (url?.protocol === "http:" || url?.protocol === "https:") await vscode.commands.executeCommand("vscode.open", url.href);
  else if (url?.protocol === "mailto:") await vscode.env.openExternal(vscode.Uri.parse(url.href, true));
}
