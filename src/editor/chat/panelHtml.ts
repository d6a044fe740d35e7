/** A webview in; the document of the chat panel in the editor's language, which runs and loads nothing but the panel's own files, out. */
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { translateTexts } from "../../chat/panelTexts.ts";
import { type PanelPlace, panelDocument } from "./panelDocument.ts";

export function panelHtml(webview: vscode.Webview, extensionUri: vscode.Uri, place: PanelPlace): string {
  const file = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, "dist", "webview", name)).toString();
  const { bundle, t } = vscode.l10n;
  return panelDocument({
    source: webview.cspSource,
    nonce: randomBytes(16).toString("base64"),
    script: file("chat.js"),
    style: file("chat.css"),
    title: t("Chat"),
    place,
    // Without a translation the panel speaks English, whatever the editor speaks.
    language: bundle === undefined ? "en" : vscode.env.language,
    texts: bundle === undefined ? undefined : translateTexts((message) => t(message)),
  });
}
