/** The accounts behind keys: their balance and requests per minute. Source: spec, "Authentication" and "Limits". */
import { hash, randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { ApiError } from "../apiError.ts";
import type { ServiceSettings } from "../serviceOptions.ts";

/** Millionths in one unit of the account. */
export const millionths = 1_000_000;
const minute = 60_000;
const day = 24 * 60 * minute;

export interface Accounts {
  /** The keys in use; the first is the one to print. */
  readonly keys: readonly [string, ...string[]];
  /** The account of an `Authorization` header; undefined for a wrong or missing key. */
  authenticate(authorization: string | null): string | undefined;
  /** Counts one request of the account. Throws `rate_limit_exceeded` with Retry-After. */
  countRequest(account: string): void;
  /** Requests that were counted in the current minute and day. */
  requests(account: string): { minute: number; day: number };
  balance(account: string): AccountBalance;
  /** Throws `insufficient_quota` unless balance, bonus and referral together are positive. */
  requirePositiveBalance(account: string): void;
  /** Gives every account the starting balance, bonus and referral again. */
  refill(): void;
}

/** In millionths of the account's unit; the balance may be negative. */
export interface AccountBalance {
  balance: number;
  bonus: number;
  referral: number;
}

interface Window {
  start: number;
  count: number;
}

/** Source: spec, `insufficient_quota`; 402 is this service's choice. */
export function insufficientQuota(): ApiError {
  return new ApiError({ code: "insufficient_quota", message: "The quota is exceeded: the account balance must be positive. Add credits." });
}

/** `retryAfter` in seconds. */
export function rateLimitExceeded(retryAfter: number): ApiError {
  return new ApiError({
    code: "rate_limit_exceeded",
    message: "The rate limit of this key is exceeded. Retry later.",
    headers: { "retry-after": String(retryAfter) },
  });
}

/**
 * Each key is an account by its position, so that a replaced key keeps account and tasks. Without keys, the one that the database
 * remembers is used, or a random one is made and remembered.
 * A balance that is used up stays so until it is refilled.
 */
export function createAccounts(database: DatabaseSync, keys: readonly string[], settings: ServiceSettings): Accounts {
  const { clock, rate } = settings;
  const starting = [settings.balance, settings.bonus, settings.referral].map((amount) => Math.round(amount * millionths));
  const remembered = database.prepare("SELECT key FROM accounts WHERE id = 'account-1'").get()?.key;
  const [first = typeof remembered === "string" ? remembered : `demo-${randomBytes(24).toString("base64url")}`, ...others] = keys;
  const allKeys: [string, ...string[]] = [first, ...others];
  const accountOfKey = new Map<string, string>();
  const insert = database.prepare(
    "INSERT INTO accounts (id, key, balance, bonus, referral) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET key = excluded.key",
  );
  for (const [index, key] of allKeys.entries()) {
    insert.run(`account-${index + 1}`, key, ...starting);
    accountOfKey.set(hash("sha256", key), `account-${index + 1}`);
  }
  const selectBalance = database.prepare("SELECT balance, bonus, referral FROM accounts WHERE id = ?");
  const minutes = new Map<string, Window>();
  const days = new Map<string, Window>();

  const current = (windows: Map<string, Window>, account: string, length: number): Window => {
    const now = clock.now();
    const window = windows.get(account);
    if (window && now - window.start < length) return window;
    const next = { start: now, count: 0 };
    windows.set(account, next);
    return next;
  };
  const balance = (account: string): AccountBalance => {
    const row = selectBalance.get(account);
    return { balance: Number(row?.balance ?? 0), bonus: Number(row?.bonus ?? 0), referral: Number(row?.referral ?? 0) };
  };

  return {
    keys: allKeys,
    authenticate(authorization) {
      const key = /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
      return key === undefined ? undefined : accountOfKey.get(hash("sha256", key));
    },
    countRequest(account) {
      const perMinute = current(minutes, account, minute);
      if (rate > 0 && perMinute.count >= rate) throw rateLimitExceeded(Math.ceil((perMinute.start + minute - clock.now()) / 1000));
      perMinute.count += 1;
      current(days, account, day).count += 1;
    },
    requests: (account) => ({ minute: current(minutes, account, minute).count, day: current(days, account, day).count }),
    balance,
    requirePositiveBalance(account) {
      const { balance: own, bonus, referral } = balance(account);
      if (own + bonus + referral <= 0) throw insufficientQuota();
    },
    refill() {
      database.prepare("UPDATE accounts SET balance = ?, bonus = ?, referral = ?").run(...starting);
    },
  };
}
