/** The HTML of a panel in the editor's language. It loads only the panel's own files. */
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { translateTexts } from "../../chat/texts/translatedTexts.ts";
import { amountUnit } from "../showing/formatAmount.ts";
import { type PanelLocation, panelDocument } from "./panelDocument.ts";

export interface PanelContent {
  /** Name of the panel's script and style files, without extension. */
  bundle: string;
  /** Names of the script files that the bundle imports at once. */
  imports?: readonly string[];
  title: string;
  location: PanelLocation;
  /** All texts of the panel, in English. */
  texts: Readonly<Record<string, string>>;
  /** The text in its empty input, in English, if it has one. */
  hint?: string;
}

export function panelHtml(
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
  { bundle: name, imports = [], title, location, texts, hint }: PanelContent,
): string {
  const file = (path: string) => webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, "dist", "webview", path)).toString();
  const { bundle, t } = vscode.l10n;
  return panelDocument({
    source: webview.cspSource,
    nonce: randomBytes(16).toString("base64"),
    script: file(`${name}.js`),
    imports: imports.map((imported) => file(`${imported}.js`)),
    style: file(`${name}.css`),
    title,
    location,
    // Without a translation the panel is in English, whatever the editor's language.
    language: bundle === undefined ? "en" : vscode.env.language,
    unit: amountUnit(),
    texts: bundle === undefined ? undefined : translateTexts(texts, (message) => t(message)),
    hint: hint === undefined ? undefined : t(hint),
  });
}
