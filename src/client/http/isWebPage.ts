/** Whether the start of an answer is HTML, as proxies and gateways send it. */
export function isWebPage(start: Buffer | string): boolean {
  const text = typeof start === "string" ? start : start.toString("latin1", 0, 64);
  return /^\s*</.test(text);
}
