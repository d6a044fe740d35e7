/** Chooses the proxy for an address from the settings and the environment, which are read as curl reads them. */
import { BlockList, isIP } from "node:net";
import { domainToASCII } from "node:url";
import { inEnglish } from "../contract/translate.ts";
import { isLoopbackHost } from "./isLoopbackHost.ts";
import type { NetworkSettings } from "./networkSettings.ts";
import { proxySentences, proxySetting } from "./proxySentences.ts";

/** A proxy cannot be used, or refused to connect: nothing was sent to the other side. The message names the setting or variable. */
export class ProxyError extends Error {
  override readonly name = "ProxyError";
}

/** `reason`: a code or a short text. */
export function unreachableProxy({ host, port, source }: ChosenProxy, reason: string): ProxyError {
  return new ProxyError(inEnglish(proxySentences.unreachable, `${host}:${port}`, source, reason));
}

export interface ChosenProxy {
  scheme: "http" | "https" | "socks4" | "socks4a" | "socks5" | "socks5h";
  /** Without brackets. */
  host: string;
  port: number;
  user: string | undefined;
  password: string | undefined;
  /** Where it is configured, for messages. */
  source: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Schemes with their default ports. curl reads `socks` as `socks4`. */
const schemes = { http: 80, https: 443, socks4: 1080, socks4a: 1080, socks5: 1080, socks5h: 1080 } as const;

/** Returns undefined for an address that is reached directly, such as any of this machine. Throws ProxyError for a proxy that cannot be used. */
export function proxyFor(url: URL, network: NetworkSettings, environment: Environment): ChosenProxy | undefined {
  if (isLoopbackHost(url.hostname)) return undefined;
  const configured =
    readSetting(network) ?? readVariable(environment, url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY", "ALL_PROXY");
  if (configured === undefined) return undefined;
  const direct = [...(network.noProxy ?? []), readVariable(environment, "NO_PROXY")?.value ?? ""].join(",");
  return isDirect(url, direct) ? undefined : readProxy(configured.value, configured.source);
}

interface Configured {
  value: string;
  source: string;
}

function readSetting({ proxy }: NetworkSettings): Configured | undefined {
  return proxy === undefined ? undefined : { value: proxy, source: proxySetting };
}

/** The first variable that is set, in either case; lower case first. */
function readVariable(environment: Environment, ...names: string[]): Configured | undefined {
  for (const name of names.flatMap((upper) => [upper.toLowerCase(), upper])) {
    const value = environment[name]?.trim();
    if (value !== undefined && value !== "") return { value, source: name };
  }
  return undefined;
}

function readProxy(text: string, source: string): ChosenProxy {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  if (url === null || url.hostname === "") throw new ProxyError(inEnglish(proxySentences.invalid, source));
  const name = url.protocol.slice(0, -1);
  const scheme = name === "socks" ? "socks4" : name;
  if (!isScheme(scheme)) throw new ProxyError(inEnglish(proxySentences.scheme, source, name));
  return {
    scheme,
    host: bareHost(url.hostname),
    port: url.port === "" ? schemes[scheme] : Number(url.port),
    user: url.username === "" ? undefined : decode(url.username),
    password: url.password === "" ? undefined : decode(url.password),
    source,
  };
}

function isScheme(name: string): name is keyof typeof schemes {
  return Object.hasOwn(schemes, name);
}

/** A password may contain a percent sign that is not an escape. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function bareHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .replace(/(?<=.)\.$/, "");
}

/** Whether a list of exceptions contains the address: names with those below them, `*.name` only those below, addresses, networks and `*`. */
function isDirect(url: URL, list: string): boolean {
  const host = bareHost(url.hostname);
  const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port;
  return list.split(/[\s,]+/).some((entry) => entry !== "" && matches(entry.toLowerCase(), host, port));
}

function matches(entry: string, host: string, port: string): boolean {
  const network = /^\[?([^\]/]+)\]?\/(\d{1,3})$/.exec(entry);
  if (network) return isInNetwork(host, network[1] ?? "", Number(network[2]));
  const [, bracketed, name, entryPort] = /^(?:\[([^\]]+)\]|([^:]*))(?::(\d+))?$/.exec(entry) ?? [];
  if (entryPort !== undefined && entryPort !== port) return false;
  // Without brackets an IPv6 address has no port.
  const pattern = bareHost(bracketed ?? name ?? entry);
  if (pattern === "*") return true;
  if (isIP(pattern) > 0) return isInNetwork(host, pattern, isIP(pattern) === 6 ? 128 : 32);
  const named = pattern.replace(/^\*?\./, "");
  // Names in other scripts are in an address as ASCII.
  const bare = /[^\0-\x7f]/.test(named) ? domainToASCII(named) : named;
  if (bare === "") return false;
  return host.endsWith(`.${bare}`) || (host === bare && !pattern.startsWith("*"));
}

function isInNetwork(host: string, network: string, prefix: number): boolean {
  const family = isIP(network);
  if (family === 0 || isIP(host) !== family || prefix > (family === 6 ? 128 : 32)) return false;
  const type = family === 6 ? "ipv6" : "ipv4";
  const list = new BlockList();
  list.addSubnet(network, prefix, type);
  return list.check(host, type);
}
