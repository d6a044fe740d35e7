/** Where the panel's own files lie and a nonce in; the content security policy that lets it load nothing else out. */
export function panelPolicy(ownSource: string, nonce: string): string {
  return [
    "default-src 'none'",
    `img-src ${ownSource} data:`,
    `style-src ${ownSource}`,
    `font-src ${ownSource}`,
    `script-src 'nonce-${nonce}'`,
    "form-action 'none'",
    "base-uri 'none'",
  ].join("; ");
}
