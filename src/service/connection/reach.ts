import type { BlockList } from "node:net";

/**
 * Who can reach a service.
 * - `loopback`: this machine alone.
 * - `tls`: everybody who can connect to `host`.
 * - `proxy`: proxies with an address in `trusted`, which connect to `host`, speak TLS with clients, and name them in `X-Forwarded-*`; and this
 *   machine.
 */
export type Reach =
  | { readonly kind: "loopback" }
  | { readonly kind: "tls"; readonly host: string; readonly certificate: Certificate }
  | { readonly kind: "proxy"; readonly host: string; readonly trusted: BlockList };

export interface Certificate {
  /** PEM of the certificate with its chain, and of its key. Throws where they cannot be read. */
  read(): { cert: Buffer; key: Buffer };
  /** Calls `reload` when the files are to be read again. Returns what ends that. */
  watch(reload: () => void): () => void;
}
