/** Chooses the undici dispatcher for an address. */
import * as tls from "node:tls";
import { Agent, type Dispatcher, EnvHttpProxyAgent } from "undici";
import { isLoopbackHost } from "./isLoopbackHost.ts";
import type { NetworkSettings } from "./networkSettings.ts";

export class InvalidProxyAddress extends Error {
  override readonly name = "InvalidProxyAddress";
}

/** Milliseconds. */
export interface ConnectionTimeouts {
  connect: number;
  /** Between two bytes of an answer. */
  silence: number;
}

/** `fresh`: use a new connection; `kept`: reuse a kept-alive connection if there is one. */
export type ConnectionUse = "fresh" | "kept";

export interface Dispatchers {
  /** Throws InvalidProxyAddress if the proxy's address is invalid. */
  for(url: URL, use: ConnectionUse): Dispatcher;
  /** Ends all connections, except those of POSTs in progress, which may be billed: they end with their answers. */
  retire(): void;
  close(): Promise<void>;
}

type Environment = Record<string, string | undefined>;

/** The first variable that is set, in either case; lower case first, like curl. */
function readVariable(environment: Environment, ...names: string[]): string | undefined {
  return names.flatMap((name) => [environment[name.toLowerCase()], environment[name]]).find((value) => value !== undefined && value !== "");
}

/** Options for EnvHttpProxyAgent, so that the settings have precedence over the environment. @internal */
export function proxyOptions(network: NetworkSettings, environment: Environment): { http: string; https: string; noProxy: string } {
  const everything = readVariable(environment, "ALL_PROXY");
  const noProxy = [...(network.noProxy ?? []), ...(readVariable(environment, "NO_PROXY")?.split(",") ?? [])];
  return {
    http: network.proxy ?? readVariable(environment, "HTTP_PROXY") ?? everything ?? "",
    https: network.proxy ?? readVariable(environment, "HTTPS_PROXY") ?? everything ?? "",
    noProxy: noProxy
      .map((entry) => entry.trim())
      .filter((entry) => entry !== "")
      .join(","),
  };
}

/**
 * Loopback addresses are never reached through a proxy. POSTs use new connections: on a kept one, a server that closes it while it is idle
 * looks the same as one that accepted the request, and a POST must not be repeated to find out.
 */
export function createDispatchers(network: NetworkSettings, timeouts: ConnectionTimeouts): Dispatchers {
  const made = new Map<string, { dispatcher: Dispatcher; use: ConnectionUse }>();

  function takeAll(): { dispatcher: Dispatcher; use: ConnectionUse }[] {
    const all = [...made.values()];
    made.clear();
    return all;
  }

  function make(isLoopback: boolean, isSecure: boolean, use: ConnectionUse): Dispatcher {
    const certificates = isSecure ? trustedCertificates() : undefined;
    const tlsOptions = {
      rejectUnauthorized: network.strictTls ?? true,
      ...(certificates === undefined ? {} : { ca: certificates }),
    };
    const options: Agent.Options = {
      connect: { timeout: timeouts.connect, ...tlsOptions },
      bodyTimeout: timeouts.silence,
      pipelining: use === "fresh" ? 0 : 1,
    };
    if (isLoopback) return new Agent(options);
    const proxies = proxyOptions(network, process.env);
    if (proxies.http === "" && proxies.https === "") return new Agent(options);
    try {
      return new EnvHttpProxyAgent({
        ...options,
        httpProxy: proxies.http,
        httpsProxy: proxies.https,
        noProxy: proxies.noProxy,
        requestTls: tlsOptions,
        proxyTls: tlsOptions,
      });
    } catch {
      throw new InvalidProxyAddress("The proxy's address in the settings is invalid.");
    }
  }

  return {
    for(url, use) {
      const isLoopback = isLoopbackHost(url.hostname);
      const isSecure = url.protocol === "https:";
      const name = `${isLoopback} ${isSecure} ${use}`;
      const dispatcher = made.get(name)?.dispatcher ?? make(isLoopback, isSecure, use);
      made.set(name, { dispatcher, use });
      return dispatcher;
    },
    retire() {
      for (const { dispatcher, use } of takeAll()) (use === "fresh" ? dispatcher.close() : dispatcher.destroy()).catch(() => undefined);
    },
    async close() {
      await Promise.all(takeAll().map(({ dispatcher }) => dispatcher.destroy()));
    },
  };
}

let known: string[] | undefined;

/**
 * Node.js's own list, `NODE_EXTRA_CA_CERTS` and the system's store. undefined if this version of Node.js cannot read the store: then TLS
 * uses its defaults, which contain the first two. Read once, because reading the store takes tens of milliseconds.
 */
function trustedCertificates(): string[] | undefined {
  if (typeof tls.getCACertificates !== "function") return undefined;
  known ??= [...new Set([...tls.getCACertificates("default"), ...tls.getCACertificates("system")])];
  return known;
}
