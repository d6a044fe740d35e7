/** Whether a URL's host is this machine's own: `localhost`, names below it, 127.0.0.0/8 and ::1 (RFC 6761, RFC 1122, RFC 4291). */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, "");
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}
