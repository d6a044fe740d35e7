/**
 * PageSessions of the status page: a signed cookie, so that every service on one database accepts it and none stores it. It is signed with a
 * secret that changes with the account's key: rotating or revoking a key ends its sessions. It is only valid for this page, not for paths
 * below `/api`.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { CookieOptions } from "hono/utils/cookie";
import type { Accounts, FoundAccount } from "../account/accounts.ts";
import { originOf } from "../connection/originOf.ts";
import type { RouteEnvironment } from "../service.ts";
import type { Clock } from "../serviceOptions.ts";

/** Seconds. */
const sessionSeconds = 12 * 60 * 60;
const cookieName = "generation-studio-session";

export interface PageSession extends FoundAccount {
  /** Included in each form of the page; other sites do not know it. */
  formToken: string;
}

export interface PageSessions {
  /** undefined: there is none, it has expired, or it was not signed by us. */
  read(context: Context<RouteEnvironment>): Promise<PageSession | undefined>;
  begin(context: Context<RouteEnvironment>, account: string): Promise<void>;
  end(context: Context<RouteEnvironment>): void;
}

export function createPageSessions(accounts: Pick<Accounts, "find">, clock: Clock): PageSessions {
  return {
    async read(context) {
      const value = getCookie(context, cookieName, prefixOf(context));
      const [, content = "", account = "", end, signature = ""] = /^(([\w-]{1,100})\.(\d{1,16}))\.([\w-]{43})$/.exec(value ?? "") ?? [];
      if (!(Number(end) > clock.now())) return undefined;
      const found = await accounts.find(account);
      if (!found || !isEqual(signature, sign(found, "session", content))) return undefined;
      if (context.env?.observer) context.env.observer.facts.account = found.caller.name;
      return { ...found, formToken: sign(found, "form", content) };
    },
    async begin(context, account) {
      const found = await accounts.find(account);
      if (!found) return;
      const content = `${account}.${clock.now() + sessionSeconds * 1000}`;
      const options = { ...cookieOptions(context), maxAge: sessionSeconds };
      setCookie(context, cookieName, `${content}.${sign(found, "session", content)}`, options);
    },
    end(context) {
      deleteCookie(context, cookieName, cookieOptions(context));
    },
  };
}

/** Whether a submitted form belongs to this session. */
export function isOwnForm({ formToken }: PageSession, token: string | null): boolean {
  return isEqual(token ?? "", formToken);
}

function isSecure(context: Context<RouteEnvironment>): boolean {
  return originOf(context).startsWith("https:");
}

/** With the prefix, a browser only accepts the cookie from this host, over TLS. */
function prefixOf(context: Context<RouteEnvironment>): "host" | undefined {
  return isSecure(context) ? "host" : undefined;
}

function cookieOptions(context: Context<RouteEnvironment>): CookieOptions {
  const secure = isSecure(context);
  return { path: "/", httpOnly: true, sameSite: "Strict", secure, ...(secure ? { prefix: "host" } : {}) };
}

/** `purpose` prevents a signature for one purpose from being used for another. */
function sign({ secret }: FoundAccount, purpose: "session" | "form", content: string): string {
  return createHmac("sha256", secret).update(`${purpose} ${content}`).digest("base64url");
}

function isEqual(given: string, expected: string): boolean {
  const [first, second] = [Buffer.from(given), Buffer.from(expected)];
  return first.length === second.length && timingSafeEqual(first, second);
}
