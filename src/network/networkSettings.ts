/** What proves to a server who connects, as PEM, and which servers are trusted besides the usual ones. */
export interface TlsIdentity {
  cert?: string | undefined;
  key?: string | undefined;
  passphrase?: string | undefined;
  ca?: readonly string[] | undefined;
}

/** Settings for connections to other machines. */
export interface NetworkSettings {
  /** Proxy address; undefined: use the environment's. */
  proxy?: string | undefined;
  /** Hosts that are reached without the proxy, in addition to the environment's. */
  noProxy?: readonly string[] | undefined;
  /** false: certificates are not checked. Default true. */
  strictTls?: boolean | undefined;
  identity?: TlsIdentity | undefined;
}
