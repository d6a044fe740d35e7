/** Settings for connections to other machines. */
export interface NetworkSettings {
  /** Proxy address; undefined: use the environment's. */
  proxy?: string | undefined;
  /** Hosts that are reached without the proxy, in addition to the environment's. */
  noProxy?: readonly string[] | undefined;
  /** false: certificates are not checked. Default true. */
  strictTls?: boolean | undefined;
}
