/** The view that a client shows beside an answer, if it can. */
import { viewExtension, viewMediaType, viewUri } from "../../contract/agentView.ts";

/** @param extensions the protocol extensions that the client supports. */
export function canShowView(extensions: Readonly<Record<string, unknown>> | undefined): boolean {
  const settings = extensions?.[viewExtension];
  if (typeof settings !== "object" || settings === null || !("mimeTypes" in settings)) return false;
  return Array.isArray(settings.mimeTypes) && settings.mimeTypes.includes(viewMediaType);
}

/** The view as a resource. It loads nothing from elsewhere: the client's policy is not relaxed, and the document has its own. */
export function viewResource(document: string, { texts, unit }: { texts: Readonly<Record<string, string>> | undefined; unit: string }) {
  const translated = texts === undefined ? "" : ` data-texts="${escapeAttribute(JSON.stringify(texts))}"`;
  const text = document.replace('<div id="view"', () => `<div id="view" data-unit="${escapeAttribute(unit)}"${translated}`);
  return { uri: viewUri, mimeType: viewMediaType, text, _meta: { ui: { csp: {}, prefersBorder: true } } };
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
