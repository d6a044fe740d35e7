/** A webview in; the document of the chat panel, with a policy that runs and loads nothing but the panel's own files, out. */
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { panelPolicy } from "./panelPolicy.ts";

export type PanelPlace = "sideBar" | "editor";

export function panelHtml(webview: vscode.Webview, extensionUri: vscode.Uri, place: PanelPlace): string {
  const nonce = randomBytes(16).toString("base64");
  const file = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, "dist", "webview", name));
  const policy = panelPolicy(webview.cspSource, nonce);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="stylesheet" href="${file("chat.css")}">
<title>${vscode.l10n.t("Chat")}</title>
</head>
<body data-place="${place}">
<div id="panel"></div>
<script type="module" nonce="${nonce}" src="${file("chat.js")}"></script>
</body>
</html>`;
}
