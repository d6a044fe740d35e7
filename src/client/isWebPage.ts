/** The start of an answer in; whether it is HTML, as proxies and gateways send it, out. */
export function isWebPage(start: Buffer | string): boolean {
  const text = typeof start === "string" ? start : start.toString("latin1", 0, 64);
  return /^\s*</.test(text);
}
