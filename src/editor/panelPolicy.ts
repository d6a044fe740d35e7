/** The content security policy of the panel. */
export function panelPolicy(ownSource: string, nonce: string): string {
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
