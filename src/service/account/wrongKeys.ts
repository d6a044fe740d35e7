/** Slows down guessing of keys: after too many wrong ones from an address, its unknown keys are checked one at a time, with a wait. */

import { hash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { isLoopbackHost } from "../../network/isLoopbackHost.ts";
import { ApiError } from "../apiError.ts";
import type { Clock } from "../serviceOptions.ts";
import { type Accounts, type Caller, readKey } from "./accounts.ts";

/**
 * Like Accounts.authenticate, but rejects with `rate_limit_exceeded` for a wrong key, if `address` has sent too many different ones, and
 * without checking it, if it has sent this one too often. A right key is accepted, after a wait if the address has not sent it before, because
 * others may share the address. An undefined or loopback `address` has no limit.
 */
export type Authenticate = (authorization: string | null, address: string | undefined) => Promise<Caller | undefined>;

const minute = 60_000;
/** Different wrong keys allowed in a minute, and how often each of them. */
const mostWrongKeys = 20;
/** Milliseconds before each further unknown key of the address is checked, and how many may wait for that. */
const checkWait = 500;
const mostWaiting = 20;
/** At most this many addresses are stored; the least recently used one is removed first. */
const mostAddresses = 10_000;
/** The same for the valid keys of each address. */
const mostRightKeys = 1_000;

interface Attempts {
  /** Unix milliseconds of the first wrong key that is counted. */
  start: number;
  /** How often each wrong key was sent, by hash. */
  wrong: Map<string, number>;
  /** Hashes. */
  right: Set<string>;
  /** Keys that were not valid before are checked one at a time, so that concurrent requests cannot exceed the limit. */
  checked: Promise<unknown>;
  waiting: number;
}

/** `wait` is replaced by tests. */
export function limitWrongKeys(
  accounts: Pick<Accounts, "authenticate">,
  { now }: Clock,
  wait: (milliseconds: number) => Promise<unknown> = sleep,
): Authenticate {
  const byAddress = new Map<string, Attempts>();

  function attemptsOf(address: string): Attempts {
    const found = byAddress.get(address) ?? { start: 0, wrong: new Map(), right: new Set(), checked: Promise.resolve(), waiting: 0 };
    touch(byAddress, address, mostAddresses, () => byAddress.set(address, found));
    return found;
  }

  /** Seconds until the wrong keys are forgotten. */
  function secondsLeft(attempts: Attempts): number {
    const elapsed = now() - attempts.start;
    if (elapsed >= minute || elapsed < 0) attempts.wrong.clear();
    return Math.ceil((minute - elapsed) / 1000);
  }

  async function checkUnknown(attempts: Attempts, keyHash: string, authorization: string | null): Promise<Caller | undefined> {
    const retryAfter = secondsLeft(attempts);
    if ((attempts.wrong.get(keyHash) ?? 0) >= mostWrongKeys) throw tooManyWrongKeys(retryAfter);
    if (attempts.wrong.size < mostWrongKeys || attempts.wrong.has(keyHash)) return checkAndCount(attempts, keyHash, authorization);
    if (attempts.waiting > mostWaiting) throw tooManyWrongKeys(retryAfter);
    await wait(checkWait);
    const caller = await checkAndCount(attempts, keyHash, authorization);
    if (caller) return caller;
    throw tooManyWrongKeys(retryAfter);
  }

  async function checkAndCount(attempts: Attempts, keyHash: string, authorization: string | null): Promise<Caller | undefined> {
    const caller = await accounts.authenticate(authorization);
    if (caller) {
      touch(attempts.right, keyHash, mostRightKeys, () => attempts.right.add(keyHash));
      return caller;
    }
    attempts.right.delete(keyHash);
    if (attempts.wrong.size === 0) attempts.start = now();
    attempts.wrong.set(keyHash, (attempts.wrong.get(keyHash) ?? 0) + 1);
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
    attempts.waiting += 1;
    const checking = attempts.checked.then(() => (wasRight() ? checkAndCount : checkUnknown)(attempts, keyHash, authorization));
    attempts.checked = checking
      .catch(() => undefined)
      .finally(() => {
        attempts.waiting -= 1;
      });
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
