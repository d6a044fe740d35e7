/** The HTML of a panel. */
import type { TranslatedTexts } from "../../chat/texts/translatedTexts.ts";

export type PanelLocation = "sideBar" | "editor";

export interface PanelDocument {
  /** Source of the panel's own files, for the content security policy. */
  source: string;
  nonce: string;
  script: string;
  /** Files that the script imports at once. */
  imports: readonly string[];
  style: string;
  title: string;
  location: PanelLocation;
  /** BCP 47 tag of the editor's language. */
  language: string;
  /** Of amounts of money. */
  unit: string;
  /** undefined: the panel is in English. */
  texts: TranslatedTexts | undefined;
  /** The text in the panel's empty input; undefined: the panel has none. */
  hint: string | undefined;
}

/** The languages of VS Code that are written from right to left. */
const rightToLeft = new Set(["ar", "dv", "fa", "he", "ku", "ps", "sd", "ug", "ur", "yi"]);

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

/** The policy allows only the panel's own script and style. */
export function panelDocument(given: PanelDocument): string {
  const { source, nonce, script, imports, style, title, location, language, unit, texts, hint } = given;
  const direction = rightToLeft.has(language.replace(/-.*$/s, "")) ? "rtl" : "ltr";
  const translated = texts === undefined ? "" : ` data-texts="${escapeAttribute(JSON.stringify(texts))}"`;
  // Otherwise the browser learns about them only from the script.
  const preloads = imports.map((file) => `<link rel="modulepreload" nonce="${nonce}" href="${file}">\n`).join("");
  return `<!DOCTYPE html>
<html lang="${escapeAttribute(language)}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${panelPolicy(source, nonce)}">
<link rel="stylesheet" href="${style}">
${preloads}<title>${escapeAttribute(title)}</title>
</head>
<body data-location="${location}">
<div id="panel" data-unit="${escapeAttribute(unit)}"${translated}></div>
${hint === undefined ? "" : inputOutline(hint)}<script type="module" nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}

/**
 * The empty input at its place, which is painted without the script. The script replaces it together with its first content. The panel's
 * style shows what is hidden: VS Code shows a document after 200 ms, also without its style, and a bare input is white in every theme.
 */
function inputOutline(hint: string): string {
  const input = `<textarea class="input" dir="auto" rows="1" placeholder="${escapeAttribute(hint)}"></textarea>`;
  return `<div id="outline" hidden inert aria-hidden="true"><div class="input-box">${input}<div class="input-bar"></div></div></div>\n`;
}

/** The content security policy of the panel. */
function panelPolicy(ownSource: string, nonce: string): string {
  return [
    "default-src 'none'",
    `img-src ${ownSource} data:`,
    `style-src ${ownSource}`,
    `font-src ${ownSource}`,
    `script-src 'nonce-${nonce}'`,
    // For artifacts of tasks, and for answers that are read aloud.
    `media-src ${ownSource} blob:`,
    "form-action 'none'",
    "base-uri 'none'",
  ].join("; ");
}
