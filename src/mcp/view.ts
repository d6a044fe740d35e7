/** The view that a client shows beside an answer, where it can show any. */
import { viewExtension, viewMediaType, viewUri } from "../contract/agentView.ts";

/** @param extensions of the protocol that the client names. */
export function canShowView(extensions: Readonly<Record<string, unknown>> | undefined): boolean {
  const settings = extensions?.[viewExtension];
  if (typeof settings !== "object" || settings === null || !("mimeTypes" in settings)) return false;
  return Array.isArray(settings.mimeTypes) && settings.mimeTypes.includes(viewMediaType);
}

/** The resource. Nothing is loaded from elsewhere: the policy of the client stays as strict as it is, and the document has its own. */
export function viewResource(document: string, texts: Readonly<Record<string, string>> | undefined) {
  const translated = texts === undefined ? "" : ` data-texts="${escapeAttribute(JSON.stringify(texts))}"`;
  const text = document.replace('<div id="view"', () => `<div id="view"${translated}`);
  return { uri: viewUri, mimeType: viewMediaType, text, _meta: { ui: { csp: {}, prefersBorder: true } } };
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
