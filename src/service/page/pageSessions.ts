/**
 * The session of the status page: a signed value, so that every service on one database accepts it and none stores it, but that it was
 * signed out. It is signed with a secret that changes with the account's key: rotating or revoking a key ends its sessions. It is only valid for this page, not for paths
 * below `/api`. Over TLS it is a cookie. Without TLS, or on this machine, browsers would send a cookie to the servers on all other ports too
 * (RFC 6265, section 8.5), so that it is a parameter of the page's addresses.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { CookieOptions } from "hono/utils/cookie";
import { isLoopbackHost } from "../../network/isLoopbackHost.ts";
import type { Accounts, FoundAccount } from "../account/accounts.ts";
import type { RouteEnvironment } from "../connection/bindings.ts";
import { requestOrigin } from "../connection/requestOrigin.ts";
import type { WallClock } from "../settings/settings.ts";
import type { RepeatedRequests } from "../store/repeatedRequests.ts";

/** Seconds; shorter than the names of requests are valid. */
const sessionSeconds = 12 * 60 * 60;
const cookieName = "generation-studio-session";
const parameter = "session";

export interface PageSession extends FoundAccount {
  /** Included in each form of the page; other sites do not know it. */
  formToken: string;
}

export interface PageSessions {
  /** undefined: there is none, it has expired, or it was not signed by us. */
  read(context: Context<RouteEnvironment>): Promise<PageSession | undefined>;
  /** Returns the address of the page with the session. */
  begin(context: Context<RouteEnvironment>, account: string): Promise<string>;
  /** Signs out. A browser still has the session in its history. */
  end(context: Context<RouteEnvironment>): Promise<void>;
}

/** Where a session that was signed out is noted, as the request with this name. */
type EndedSessions = Pick<RepeatedRequests, "name" | "findNamed">;
const nameOfEnd = (signature: string) => `signed out: ${signature}`;

/** An address of the page that keeps the session. `path`: may have parameters and a fragment. */
export function keepSession(context: Context<RouteEnvironment>, path: string): string {
  const session = usesCookie(context) ? undefined : context.req.query(parameter);
  return session === undefined ? path : withSession(path, session);
}

function withSession(path: string, session: string): string {
  const [, address = "", fragment = ""] = /^([^#]*)(.*)$/.exec(path) ?? [];
  return `${address}${address.includes("?") ? "&" : "?"}${parameter}=${encodeURIComponent(session)}${fragment}`;
}

export function createPageSessions(accounts: Pick<Accounts, "find">, ended: EndedSessions, clock: WallClock): PageSessions {
  async function readSession(context: Context<RouteEnvironment>) {
    const [, content = "", account = "", end, signature = ""] =
      /^(([\w-]{1,100})\.(\d{1,16}))\.([\w-]{43})$/.exec(readValue(context) ?? "") ?? [];
    if (!(Number(end) > clock.now())) return undefined;
    const found = await accounts.find(account);
    if (!found || !isEqual(signature, sign(found, "session", content))) return undefined;
    if ((await ended.findNamed(account, nameOfEnd(signature))) !== undefined) return undefined;
    return { found, account, content, signature };
  }

  return {
    async read(context) {
      const session = await readSession(context);
      if (!session) return undefined;
      const { found, content } = session;
      if (context.env?.observer) context.env.observer.facts.account = found.caller.name;
      return { ...found, formToken: sign(found, "form", content) };
    },
    async begin(context, account) {
      const found = await accounts.find(account);
      if (!found) return "/";
      const content = `${account}.${clock.now() + sessionSeconds * 1000}`;
      const value = `${content}.${sign(found, "session", content)}`;
      if (!usesCookie(context)) return withSession("/", value);
      setCookie(context, cookieName, value, { ...cookieOptions, maxAge: sessionSeconds });
      return "/";
    },
    async end(context) {
      const session = await readSession(context);
      if (session) await ended.name(session.account, nameOfEnd(session.signature), "", "");
      if (usesCookie(context)) deleteCookie(context, cookieName, cookieOptions);
    },
  };
}

/** Whether a submitted form belongs to this session. */
export function isOwnForm({ formToken }: PageSession, token: string | null): boolean {
  return isEqual(token ?? "", formToken);
}

function readValue(context: Context<RouteEnvironment>): string | undefined {
  return usesCookie(context) ? getCookie(context, cookieName, "host") : context.req.query(parameter);
}

function usesCookie(context: Context<RouteEnvironment>): boolean {
  const { protocol, hostname } = new URL(requestOrigin(context));
  return protocol === "https:" && !isLoopbackHost(hostname);
}

/** With the prefix, a browser only accepts the cookie from this host, over TLS. */
const cookieOptions: CookieOptions = { path: "/", httpOnly: true, sameSite: "Strict", secure: true, prefix: "host" };

/** `purpose` prevents a signature for one purpose from being used for another. */
function sign({ secret }: FoundAccount, purpose: "session" | "form", content: string): string {
  return createHmac("sha256", secret).update(`${purpose} ${content}`).digest("base64url");
}

function isEqual(given: string, expected: string): boolean {
  const [first, second] = [Buffer.from(given), Buffer.from(expected)];
  return first.length === second.length && timingSafeEqual(first, second);
}
