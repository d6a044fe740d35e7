/** The accounts behind keys: their balance and requests per minute. Source: spec, "Authentication" and "Limits". */
import { ApiError } from "../apiError.ts";

/** Millionths in one unit of the account. */
export const millionths = 1_000_000;

/** Each method is one atomic step, as in TaskStore. The first two are needed for each request, and return no promise if they need not wait. */
export interface Accounts {
  /** Identifies the sender of an `Authorization` header; undefined for a wrong or missing key. */
  authenticate(authorization: string | null): Caller | undefined | Promise<Caller | undefined>;
  /** Counts one request of the caller. Rejects with `rate_limit_exceeded` and Retry-After, without counting the request. */
  countRequest(caller: Caller): Promise<void> | undefined;
  /** The requests counted in the current minute and day. */
  requests(account: string): Promise<{ minute: number; day: number }>;
  balance(account: string): Promise<AccountBalance>;
  /** What the operator allows the account, also after its key was revoked. */
  permissions(account: string): Promise<Pick<Caller, "models">>;
  /** Finds an account with a valid key; undefined: it does not exist, or its key is revoked. */
  find(account: string): Promise<FoundAccount | undefined>;
  /** What the account used on each day from `since`, oldest first. Days without tasks and without a new balance are left out. */
  usage(account: string, since: string): Promise<DayUsage[]>;
  /** Sets every account's balance, bonus and referral to the starting values. */
  refill(): Promise<void>;
}

export interface Caller {
  account: string;
  /** The name that the operator gave the account. */
  name: string;
  /** Requests per minute; 0 is no limit. Default: the service's. */
  rate?: number;
  /** Ids of models that the account may use, where `*` matches any characters. Default: all. */
  models?: readonly string[];
  /** Whether its client gets and may send what standard clients expect. Default: as the service's. */
  superset?: boolean;
}

/** Whether the interface of this caller is that of standard clients. */
export function takesSuperset(settings: { superset: boolean; supersetFor: readonly string[] }, caller: Caller): boolean {
  return caller.superset ?? (settings.superset || settings.supersetFor.some((name) => isSameName(name, caller.name)));
}

/** `ada` and `ADA` are one person. Names are ASCII. */
const isSameName = (first: string, second: string) => first.toLowerCase() === second.toLowerCase();

export interface FoundAccount {
  caller: Caller;
  /** Known only to services, and different for each key: what was signed with it becomes invalid when the key is rotated or revoked. */
  secret: Uint8Array;
}

/** Days are `YYYY-MM-DD` in UTC. */
export interface DayUsage {
  day: string;
  tasks: number;
  /** Millionths. */
  cost: number;
  /** Millionths at the end of the day: balance, bonus and referral together. undefined: not recorded. */
  balance: number | undefined;
}

/** `time` in Unix milliseconds. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

export function mayUse({ models }: Pick<Caller, "models">, id: string): boolean {
  return models?.some((pattern) => matchesPattern(pattern, id)) ?? true;
}

/** Uses the first match for each part, without backtracking, so that no pattern takes long. */
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

export function invalidKey(): ApiError {
  return new ApiError({ code: "invalid_api_key", message: "Invalid API key." });
}

/** Source: spec, `insufficient_quota`; 402 is this service's choice. */
export function insufficientQuota(): ApiError {
  return new ApiError({
    code: "insufficient_quota",
    message: "The quota is exceeded: the account balance, less what unfinished tasks have reserved, must be positive. Add credits.",
  });
}

/** `retryAfter` in seconds. */
export function rateLimitExceeded(retryAfter: number): ApiError {
  return new ApiError({
    code: "rate_limit_exceeded",
    message: "The rate limit of this key is exceeded. Retry later.",
    headers: { "retry-after": String(retryAfter) },
  });
}

/** Reads the key from an `Authorization` header. */
export function readBearerKey(authorization: string | null): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
}
