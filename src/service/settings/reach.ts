import type { BlockList } from "node:net";

/**
 * Who can reach a service.
 * - `loopback`: only this machine.
 * - `tls`: everyone who can connect to `host`.
 * - `proxy`: this machine, and proxies with an address in `trusted`, which connect to `host`, use TLS with clients, and report the clients'
 *   addresses in `X-Forwarded-*`.
 */
export type Reach =
  | { readonly type: "loopback" }
  | { readonly type: "tls"; readonly host: string; readonly certificate: Certificate }
  | { readonly type: "proxy"; readonly host: string; readonly trusted: BlockList };

export interface Certificate {
  /** PEM of the certificate with its chain, and of its key. Throws if they cannot be read. */
  read(): { cert: Buffer; key: Buffer };
  /** Calls `reload` when the files should be read again. Returns a function that stops watching. */
  watch(reload: () => void): () => void;
}
