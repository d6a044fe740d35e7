/** The chat panel's document in the editor's language, which loads only the panel's own files. */
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { translateTexts } from "../../chat/panelTexts.ts";
import { type PanelLocation, panelDocument } from "./panelDocument.ts";

export function panelHtml(webview: vscode.Webview, extensionUri: vscode.Uri, location: PanelLocation): string {
  const file = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, "dist", "webview", name)).toString();
  const { bundle, t } = vscode.l10n;
  return panelDocument({
    source: webview.cspSource,
    nonce: randomBytes(16).toString("base64"),
    script: file("chat.js"),
    style: file("chat.css"),
    title: t("Chat"),
    location,
    // Without a translation the panel speaks English, whatever the editor speaks.
    language: bundle === undefined ? "en" : vscode.env.language,
    texts: bundle === undefined ? undefined : translateTexts((message) => t(message)),
  });
}
