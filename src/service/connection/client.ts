/** Determines who sent a request, and to which address, including behind proxies. */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { type BlockList, isIP } from "node:net";
import { isLoopbackHost } from "../../network/isLoopbackHost.ts";
import type { Reach } from "../settings/reach.ts";

export interface ConnectedClient {
  /** IP address of the connection, or the one that a trusted proxy reports. */
  readonly address: string;
  /** Scheme, host and port that the client used, if a trusted proxy changed them. */
  readonly origin: string | undefined;
}

/** undefined: the request did not come from a trusted proxy or from this machine. `X-Forwarded-*` is only read from trusted proxies. */
export function findClient(reach: Reach, incoming: Pick<IncomingMessage, "socket" | "headers">): ConnectedClient | undefined {
  const peer = plainAddress(incoming.socket.remoteAddress ?? "");
  if (reach.type !== "proxy") return { address: peer, origin: undefined };
  if (isIn(reach.trusted, peer)) {
    return { address: forwardedAddress(incoming.headers, reach.trusted) ?? peer, origin: forwardedOrigin(incoming.headers) };
  }
  return isLoopbackHost(peer) ? { address: peer, origin: undefined } : undefined;
}

function isIn(list: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 6 ? "ipv6" : "ipv4");
}

/** Converts an IPv4-mapped IPv6 address to IPv4. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}

/** Each proxy appends the address of its peer: the last address that is not a trusted proxy is the client. */
function forwardedAddress(headers: IncomingHttpHeaders, trusted: BlockList): string | undefined {
  const addresses = lastValues(headers["x-forwarded-for"]).map(plainAddress);
  let client: string | undefined;
  for (const address of addresses.toReversed()) {
    if (isIP(address) === 0) break;
    client = address;
    if (!isIn(trusted, address)) break;
  }
  return client;
}

/** Only this many entries at the end of a request's header are read. */
const mostEntries = 32;

function lastValues(header: string | string[] | undefined): string[] {
  return (Array.isArray(header) ? header.join(",") : (header ?? ""))
    .split(",")
    .slice(-mostEntries)
    .map((value) => value.trim());
}

function forwardedOrigin(headers: IncomingHttpHeaders): string | undefined {
  const [scheme = "http"] = lastValues(headers["x-forwarded-proto"]).slice(-1).filter(Boolean);
  // Many proxies pass a client's own `X-Forwarded-Host` on, but all can set `Host`.
  const host = headers.host ?? "";
  const url = /^https?$/i.test(scheme) && /^[\w.:[\]-]+$/.test(host) ? URL.parse(`${scheme}://${host}`) : null;
  return url?.origin;
}
