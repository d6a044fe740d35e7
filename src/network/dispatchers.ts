/** Sends requests over connections that are made as the settings, the environment and the kind of request demand. */
import * as tls from "node:tls";
import { Agent, type buildConnector, type Dispatcher, ProxyAgent } from "undici";
import { readConnectionError } from "./connectionError.ts";
import { limitedPool } from "./framingLimit.ts";
import type { NetworkSettings, TlsIdentity } from "./networkSettings.ts";
import { type ChosenProxy, proxyFor, unreachableProxy } from "./proxies.ts";
import { createSocksConnector } from "./socksConnector.ts";

/** Milliseconds. */
export interface ConnectionTimeouts {
  connect: number;
  /** Between two bytes of an answer. */
  silence: number;
}

/** `fresh`: use a new connection; `kept`: reuse a kept-alive connection if there is one. */
export type ConnectionUse = "fresh" | "kept";

export interface Dispatchers {
  /** Throws ProxyError if the proxy's address is invalid, or if the proxy does not connect. */
  request(target: Target, use: ConnectionUse, options: RequestOptions): Promise<Dispatcher.ResponseData>;
  /** Ends all connections, except those of POSTs in progress, which may be billed: they end with their answers. */
  retire(): void;
  close(): Promise<void>;
}

interface Target {
  origin: string;
  /** With the query. */
  path: string;
}

type RequestOptions = Omit<Dispatcher.RequestOptions, "origin" | "path" | "reset">;

/**
 * Loopback addresses are never reached through a proxy. POSTs use new connections: on a kept one, a server that closes it while it is idle
 * looks the same as one that accepted the request, and a POST must not be repeated to find out. HTTP/2 is not offered: its sessions are kept
 * connections that all requests share, and undici sends a POST again whose stream the server has refused.
 */
export function createDispatchers(network: NetworkSettings, timeouts: ConnectionTimeouts): Dispatchers {
  const made = new Map<string, { dispatcher: Dispatcher; use: ConnectionUse }>();

  function takeAll(): { dispatcher: Dispatcher; use: ConnectionUse }[] {
    const all = [...made.values()];
    made.clear();
    return all;
  }

  function dispatcherFor(url: URL, use: ConnectionUse, proxy: ChosenProxy | undefined): Dispatcher {
    const isSecure = url.protocol === "https:" || proxy?.scheme === "https";
    const name = JSON.stringify([isSecure, use, proxy]);
    const dispatcher = made.get(name)?.dispatcher ?? make(isSecure, proxy);
    made.set(name, { dispatcher, use });
    return dispatcher;
  }

  function make(isSecure: boolean, proxy: ChosenProxy | undefined): Dispatcher {
    const certificates = isSecure ? trustedCertificates() : undefined;
    const trusted = {
      allowH2: false,
      rejectUnauthorized: network.strictTls ?? true,
      ...(certificates === undefined ? {} : { ca: certificates }),
    };
    const secure = network.identity && isSecure ? { ...trusted, ...identify(network.identity, certificates) } : trusted;
    const connect: buildConnector.BuildOptions & { timeout: number } = { timeout: timeouts.connect, ...secure };
    const options = { allowH2: false, bodyTimeout: timeouts.silence, factory: limitedPool };
    if (proxy === undefined) return new Agent({ ...options, connect });
    if (proxy.scheme !== "http" && proxy.scheme !== "https")
      return new Agent({ ...options, connect: createSocksConnector(proxy, connect) });
    const { user, password = "" } = proxy;
    const host = proxy.host.includes(":") ? `[${proxy.host}]` : proxy.host;
    return new ProxyAgent({
      ...options,
      uri: `${proxy.scheme}://${host}:${proxy.port}`,
      ...(user === undefined ? {} : { token: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` }),
      connectTimeout: timeouts.connect,
      requestTls: secure,
      proxyTls: trusted,
    });
  }

  return {
    async request({ origin, path }, use, options) {
      const url = new URL(origin);
      const proxy = proxyFor(url, network, process.env);
      try {
        return await dispatcherFor(url, use, proxy).request({ ...options, origin, path, reset: use === "fresh" });
      } catch (thrown) {
        throw (proxy && proxyErrorIn(proxy, thrown)) ?? thrown;
      }
    },
    retire() {
      for (const { dispatcher, use } of takeAll()) (use === "fresh" ? dispatcher.close() : dispatcher.destroy()).catch(() => undefined);
    },
    async close() {
      await Promise.all(takeAll().map(({ dispatcher }) => dispatcher.destroy()));
    },
  };
}

/** Through a proxy, only the proxy itself is connected to. */
function proxyErrorIn(proxy: ChosenProxy, thrown: unknown): Error | undefined {
  const { reason, code } = readConnectionError(thrown);
  if (reason === "proxy" || reason === "unreachable") return unreachableProxy(proxy, code);
  return undefined;
}

function identify({ ca = [], ...identity }: TlsIdentity, certificates: readonly string[] = tls.rootCertificates): object {
  const own = Object.fromEntries(Object.entries(identity).filter(([, value]) => value !== undefined));
  return ca.length === 0 ? own : { ...own, ca: [...certificates, ...ca] };
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
