/** How other machines are reached. */
export interface NetworkSettings {
  /** Proxy address; undefined: the environment's. */
  proxy?: string | undefined;
  /** Hosts that are reached without the proxy, besides the environment's. */
  noProxy?: readonly string[] | undefined;
  /** false: certificates are not checked. Default true. */
  strictTls?: boolean | undefined;
}
