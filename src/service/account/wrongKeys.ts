/** Prevents guessing of keys: an address that has sent too many wrong ones is refused for a while. */
import { hash } from "node:crypto";
import { isLoopbackHost } from "../../network/isLoopbackHost.ts";
import { ApiError } from "../apiError.ts";
import type { Clock } from "../serviceOptions.ts";
import { type Accounts, type Caller, readKey } from "./accounts.ts";

/**
 * Like Accounts.authenticate, but rejects with `rate_limit_exceeded`, without checking the key, if `address` has sent too many wrong keys
 * and has not sent this one before while it was valid. So others at the same address can continue. An undefined or loopback `address` has
 * no limit.
 */
export type Authenticate = (authorization: string | null, address: string | undefined) => Promise<Caller | undefined>;

const minute = 60_000;
/** Wrong keys allowed in a minute. */
const mostWrongKeys = 20;
/** At most this many addresses are stored; the least recently used one is removed first. */
const mostAddresses = 10_000;
/** The same for the valid keys of each address. */
const mostRightKeys = 1_000;

interface Attempts {
  /** Unix milliseconds of the first wrong key that is counted. */
  start: number;
  wrong: number;
  /** Hashes. */
  right: Set<string>;
  /** Keys that were not valid before are checked one at a time, so that concurrent requests cannot exceed the limit. */
  checked: Promise<unknown>;
}

export function limitWrongKeys(accounts: Pick<Accounts, "authenticate">, { now }: Clock): Authenticate {
  const byAddress = new Map<string, Attempts>();

  function attemptsOf(address: string): Attempts {
    const found = byAddress.get(address) ?? { start: 0, wrong: 0, right: new Set(), checked: Promise.resolve() };
    touch(byAddress, address, mostAddresses, () => byAddress.set(address, found));
    return found;
  }

  function refuseAfterTooMany(attempts: Attempts): void {
    const elapsed = now() - attempts.start;
    if (elapsed >= minute || elapsed < 0) attempts.wrong = 0;
    if (attempts.wrong >= mostWrongKeys) throw tooManyWrongKeys(Math.ceil((minute - elapsed) / 1000));
  }

  async function checkAndCount(attempts: Attempts, keyHash: string, authorization: string | null): Promise<Caller | undefined> {
    const caller = await accounts.authenticate(authorization);
    if (caller) {
      touch(attempts.right, keyHash, mostRightKeys, () => attempts.right.add(keyHash));
      return caller;
    }
    attempts.right.delete(keyHash);
    if (attempts.wrong === 0) attempts.start = now();
    attempts.wrong += 1;
    return undefined;
  }

  return (authorization, address) => {
    const key = readKey(authorization);
    // All programs on this machine have the same address.
    if (key === undefined || address === undefined || isLoopbackHost(address)) return accounts.authenticate(authorization);
    const attempts = attemptsOf(networkOf(address));
    const keyHash = hash("sha256", key);
    const wasRight = () => attempts.right.has(keyHash);
    if (wasRight()) return checkAndCount(attempts, keyHash, authorization);
    const checking = attempts.checked.then(() => {
      if (!wasRight()) refuseAfterTooMany(attempts);
      return checkAndCount(attempts, keyHash, authorization);
    });
    attempts.checked = checking.catch(() => undefined);
    return checking;
  };
}

/** An IPv6 client usually has all 2^64 addresses of its network. */
function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [start = "", end] = address.split("%")[0]?.toLowerCase().split("::") ?? [];
  const first = start.split(":").filter(Boolean);
  const last = end?.split(":").filter(Boolean) ?? [];
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => "0");
  return [...first, ...zeros, ...last].slice(0, 4).join(":");
}

/** Makes an entry the last one to be removed. */
function touch<Key>(entries: Map<Key, unknown> | Set<Key>, key: Key, most: number, add: () => void): void {
  entries.delete(key);
  add();
  for (const oldest of entries.keys()) {
    if (entries.size <= most) break;
    entries.delete(oldest);
  }
}

/** `retryAfter` in seconds. */
function tooManyWrongKeys(retryAfter: number): ApiError {
  return new ApiError({
    code: "rate_limit_exceeded",
    message: "Too many wrong API keys came from this address. Retry later.",
    headers: { "retry-after": String(retryAfter) },
  });
}
