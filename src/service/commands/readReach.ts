/** Reads the options that determine from where a service can be reached: `--host`, `--tls-cert`, `--tls-key` and `--behind-proxy`. */
import { readFileSync } from "node:fs";
import { isLoopbackHost } from "../../network/isLoopbackHost.ts";
import type { Certificate, Reach } from "../settings/reach.ts";
import { readAddresses } from "./readOptions.ts";

export interface ReachValues {
  host?: string | undefined;
  "tls-cert"?: string | undefined;
  "tls-key"?: string | undefined;
  "behind-proxy"?: string | undefined;
  database?: string | undefined;
  key?: readonly string[] | undefined;
}

/**
 * Allows access from other machines only with accounts from the database, and with TLS here or at a proxy. Throws a TypeError with a
 * message for the user.
 */
export function readReach(values: ReachValues): Reach {
  const { host = "127.0.0.1", "tls-cert": cert, "tls-key": key, "behind-proxy": proxies } = values;
  if ((cert === undefined) !== (key === undefined)) throw new TypeError("--tls-cert and --tls-key are used together.");
  if (cert !== undefined && proxies !== undefined)
    throw new TypeError("--tls-cert and --behind-proxy cannot be used together: the proxy has the certificate.");
  const isSecure = cert !== undefined || proxies !== undefined;
  if (!isSecure && !isLoopbackHost(host))
    throw new TypeError("--host needs TLS: --tls-cert and --tls-key, or --behind-proxy with the proxy's addresses.");
  if (!isSecure && values.host !== undefined && host !== "127.0.0.1")
    throw new TypeError("Without TLS the service is at 127.0.0.1: leave --host out.");
  if (!isSecure) return { type: "loopback" };
  if (values.database === undefined) throw new TypeError("A service that others can reach needs --database, which has its accounts.");
  if (values.key !== undefined) throw new TypeError("A service that others can reach takes no --key: use the command keys create.");
  if (proxies !== undefined) return { type: "proxy", host, trusted: readAddresses("behind-proxy", proxies) };
  return { type: "tls", host, certificate: certificateIn(cert ?? "", key ?? "") };
}

/** The files are read again on SIGHUP, e.g. after a renewal. */
function certificateIn(cert: string, key: string): Certificate {
  const read = (path: string) => {
    try {
      return readFileSync(path);
    } catch {
      throw new TypeError(`The file ${path} cannot be read.`);
    }
  };
  return {
    read: () => ({ cert: read(cert), key: read(key) }),
    watch(reload) {
      process.on("SIGHUP", reload);
      return () => process.off("SIGHUP", reload);
    },
  };
}
