/** Finds out who sent a request, and to which address, behind proxies too. */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { type BlockList, isIP } from "node:net";
import { isLoopbackHost } from "../../network/isLoopbackHost.ts";
import type { Reach } from "./reach.ts";

export interface Client {
  /** IP address: of the connection, or the one that a trusted proxy says. */
  readonly address: string;
  /** Scheme, host and port that the client used, where a trusted proxy changed them. */
  readonly origin: string | undefined;
}

/** undefined: the request came neither from a trusted proxy nor from this machine. Only a trusted proxy's `X-Forwarded-*` count. */
export function findClient(reach: Reach, incoming: Pick<IncomingMessage, "socket" | "headers">): Client | undefined {
  const peer = plainAddress(incoming.socket.remoteAddress ?? "");
  if (reach.kind !== "proxy") return { address: peer, origin: undefined };
  if (isIn(reach.trusted, peer)) {
    return { address: forwardedAddress(incoming.headers, reach.trusted) ?? peer, origin: forwardedOrigin(incoming.headers) };
  }
  return isLoopbackHost(peer) ? { address: peer, origin: undefined } : undefined;
}

function isIn(list: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 6 ? "ipv6" : "ipv4");
}

/** IPv4 in its own form, also where the socket is one of IPv6. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}

/** Each proxy adds, on the right, whom it was connected to: the first from there that is no trusted proxy is the client. */
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

/** Entries that a request's header may have; what is before the last ones is not read. */
const mostEntries = 32;

function lastValues(header: string | string[] | undefined): string[] {
  return (Array.isArray(header) ? header.join(",") : (header ?? ""))
    .split(",")
    .slice(-mostEntries)
    .map((value) => value.trim());
}

function forwardedOrigin(headers: IncomingHttpHeaders): string | undefined {
  const [scheme = "http"] = lastValues(headers["x-forwarded-proto"]).slice(-1).filter(Boolean);
  const host = lastValues(headers["x-forwarded-host"]).at(-1) || headers.host || "";
  const url = /^https?$/i.test(scheme) && /^[\w.:[\]-]+$/.test(host) ? URL.parse(`${scheme}://${host}`) : null;
  return url?.origin;
}
