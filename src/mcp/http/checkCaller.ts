/** Decides who may call the MCP server over HTTP. Source: MCP 2026-07-28 and 2025-11-25, "Streamable HTTP", "Security". */
import { hash, timingSafeEqual } from "node:crypto";
import { isLoopbackHost } from "../../network/isLoopbackHost.ts";
import type { OAuthSettings } from "./oauth.ts";

export interface HttpReach {
  /** The address to listen on. */
  host: string;
  port: number;
  /** What each request must send as `Authorization: Bearer`; without one, only this machine is answered. */
  key: string | undefined;
  /** Instead of a key, each request must have a token of this authorization server. */
  oauth?: OAuthSettings | undefined;
}

export type CallerVerdict = { allowed: true } | { allowed: false; status: 401 | 403; reason: string };

/**
 * On loopback, `Host` must be a name of this machine: a web page could otherwise let its own name resolve to 127.0.0.1. `Origin` is sent by
 * web pages: it must be one of this machine on loopback, and elsewhere the server's own.
 */
export function checkCaller({ host, key }: Pick<HttpReach, "host" | "key">, headers: Headers): CallerVerdict {
  const named = hostOf(`http://${headers.get("host") ?? ""}`);
  const origin = headers.get("origin");
  const isLocal = isLoopbackHost(host);
  if (named === undefined || (isLocal && !isLoopbackHost(named.hostname))) return refuse("its Host header is foreign");
  if (origin !== null) {
    const page = hostOf(origin);
    const isOwn = page !== undefined && (isLocal ? isLoopbackHost(page.hostname) : page.host === named.host);
    if (!isOwn) return refuse("its Origin header is foreign");
  }
  if (key !== undefined && !hasKey(key, headers.get("authorization")))
    return { allowed: false, status: 401, reason: "The key is wrong or missing." };
  return { allowed: true };
}

function refuse(reason: string): CallerVerdict {
  return { allowed: false, status: 403, reason: `This request is refused: ${reason}.` };
}

function hostOf(url: string): URL | undefined {
  return URL.parse(url) ?? undefined;
}

/** Takes the same time for every wrong key. */
function hasKey(key: string, header: string | null): boolean {
  const sent = /^Bearer +(\S+)$/i.exec(header ?? "")?.[1] ?? "";
  const digest = (text: string) => hash("sha256", text, "buffer");
  return timingSafeEqual(digest(sent), digest(key));
}
