/** Determines which addresses in an answer may be opened, and their names. */

const linkScheme = /^(?:https?:\/\/|mailto:)/i;

/** Whether a link may be opened: http, https or mailto. */
export function isAllowedLink(address: string): boolean {
  return linkScheme.test(address.trim());
}

export function hostOf(address: string): string {
  return URL.parse(address)?.hostname.replace(/^www\./, "") ?? address;
}
