/** Which addresses of an answer may be followed, and what they are called. */

const linkScheme = /^(?:https?:\/\/|mailto:)/i;

/** Whether a link may be followed at all: http, https or mailto. */
export function isAllowedLink(address: string): boolean {
  return linkScheme.test(address.trim());
}

export function hostOf(address: string): string {
  return URL.parse(address)?.hostname.replace(/^www\./, "") ?? address;
}
