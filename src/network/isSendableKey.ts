/** Whether a key can be sent in a header. Source: RFC 9110, 5.5, and RFC 6750, 2.1: visible ASCII without spaces. */
export function isSendableKey(key: string): boolean {
  return /^[\x21-\x7e]+$/.test(key);
}
