import * as tls from "node:tls";

let known: string[] | undefined;

/**
 * Node's own list, `NODE_EXTRA_CA_CERTS` and the system's store; undefined where this Node cannot read the store: then TLS
 * uses its defaults, which hold the first two. Read once, since reading the store takes tens of milliseconds.
 */
export function trustedCertificates(): string[] | undefined {
  if (typeof tls.getCACertificates !== "function") return undefined;
  known ??= [...new Set([...tls.getCACertificates("default"), ...tls.getCACertificates("system")])];
  return known;
}
