import * as tls from "node:tls";

let known: string[] | undefined;

/**
 * Node.js's own list, `NODE_EXTRA_CA_CERTS` and the system's store. undefined if this version of Node.js cannot read the store: then TLS
 * uses its defaults, which contain the first two. Read once, because reading the store takes tens of milliseconds.
 */
export function trustedCertificates(): string[] | undefined {
  if (typeof tls.getCACertificates !== "function") return undefined;
  known ??= [...new Set([...tls.getCACertificates("default"), ...tls.getCACertificates("system")])];
  return known;
}
