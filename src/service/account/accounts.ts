/** The accounts behind keys: their balance and requests per minute. Source: spec, "Authentication" and "Limits". */
import { ApiError } from "../apiError.ts";

/** Millionths in one unit of the account. */
export const millionths = 1_000_000;

/** Each method is one step, as in TaskStore. */
export interface Accounts {
  /** Who sends an `Authorization` header; undefined for a wrong or missing key. */
  authenticate(authorization: string | null): Promise<Caller | undefined>;
  /** Counts one request of the caller. Rejects with `rate_limit_exceeded` and Retry-After: then it is not counted. */
  countRequest(caller: Caller): Promise<void>;
  /** Requests that were counted in the current minute and day. */
  requests(account: string): Promise<{ minute: number; day: number }>;
  balance(account: string): Promise<AccountBalance>;
  /** Whose key is valid; undefined: there is no such account, or its key is revoked. */
  find(account: string): Promise<FoundAccount | undefined>;
  /** What the account used on each day from `since`, oldest first; days on which nothing happened are left out. */
  usage(account: string, since: string): Promise<DayUsage[]>;
  /** Gives every account the starting balance, bonus and referral again. */
  refill(): Promise<void>;
}

export interface Caller {
  account: string;
  /** What the operator calls the account. */
  name: string;
  /** Requests in a minute; 0 is no limit. Default: the service's. */
  rate?: number;
  /** Ids of models that the account may use, where `*` stands for any characters. Default: all. */
  models?: readonly string[];
}

export interface FoundAccount {
  caller: Caller;
  /** Known to services alone, and another one for each key: whatever is signed with it ends when the key is rotated or revoked. */
  secret: Uint8Array;
}

/** Days are `YYYY-MM-DD` in UTC. */
export interface DayUsage {
  day: string;
  tasks: number;
  /** Millionths. */
  cost: number;
  /** Millionths at the end of the day: balance, bonus and referral together. undefined: nobody wrote it down. */
  balance: number | undefined;
}

/** `time` in Unix milliseconds. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

export function mayUse({ models }: Caller, id: string): boolean {
  return models?.some((pattern) => matchesPattern(pattern, id)) ?? true;
}

/** Takes the first place for each part, and never goes back: no pattern takes long. */
function matchesPattern(pattern: string, id: string): boolean {
  const [start = "", ...rest] = pattern.split("*");
  const end = rest.pop();
  if (end === undefined) return id === pattern;
  if (!id.startsWith(start) || !id.endsWith(end) || id.length < start.length + end.length) return false;
  let at = start.length;
  for (const part of rest) {
    const found = id.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= id.length - end.length;
}

/** In millionths of the account's unit; the balance may be negative. */
export interface AccountBalance {
  balance: number;
  bonus: number;
  referral: number;
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

/** The key of an `Authorization` header. */
export function readKey(authorization: string | null): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
}
