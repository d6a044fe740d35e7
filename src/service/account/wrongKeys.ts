/** Slows down guessing of keys: after too many wrong ones from an address, its unknown keys wait before they are checked. */

import { hash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { isLoopbackHost } from "../../network/isLoopbackHost.ts";
import { ApiError } from "../apiError.ts";
import type { WallClock } from "../settings/settings.ts";
import { type Accounts, type Caller, readBearerKey } from "./accounts.ts";

/**
 * Like Accounts.authenticate, but rejects with `rate_limit_exceeded` for a wrong key, if its address has sent too many different ones, and
 * without checking it, if the address has sent this one too often. A right key is accepted, after a wait if the address has not sent it
 * before, because others may share the address. An undefined or loopback address has no limit.
 */
export type Authenticate = (authorization: string | null, sender: Sender | undefined) => Caller | undefined | Promise<Caller | undefined>;

interface Sender {
  clientAddress?: string;
  /** A connection waits for one key at a time: pipelined requests would fill the queue. */
  connection?: object;
  /** Calls the listener when nobody waits for the answer any more. */
  onClosed?: (listener: () => void) => void;
}

const minute = 60_000;
/** Different wrong keys allowed in a minute, and how often each of them. */
const mostWrongKeys = 20;
/** Milliseconds before the next unknown keys of the address are checked. Each of its connections waits so long for each key. */
const checkWait = 500;
/** At most this many addresses are stored; the least recently used one is removed first. */
const mostAddresses = 10_000;
/** The same for the valid keys of each address, and for the wrong ones. */
const mostRightKeys = 1_000;
const mostKnownWrong = 100;

interface Attempts {
  /** Unix milliseconds of the first wrong key that is counted. */
  start: number;
  /** How often each wrong key was sent, by hash. */
  wrong: Map<string, number>;
  /** Hashes. */
  right: Set<string>;
  /** Keys that were not valid before, by connection: first one by one, so that concurrent requests cannot exceed the limit. */
  waiting: Map<object, WaitingKey>;
  isChecking: boolean;
}

interface WaitingKey {
  keyHash: string;
  authorization: string | null;
  checked: PromiseWithResolvers<Caller | undefined>;
}

/** `wait` is replaced by tests. */
export function limitWrongKeys(
  accounts: Pick<Accounts, "authenticate">,
  { now }: WallClock,
  wait: (milliseconds: number) => Promise<unknown> = sleep,
): Authenticate {
  const byAddress = new Map<string, Attempts>();

  function attemptsOf(address: string): Attempts {
    const found = byAddress.get(address) ?? { start: 0, wrong: new Map(), right: new Set(), waiting: new Map(), isChecking: false };
    touch(byAddress, address, mostAddresses, () => byAddress.set(address, found));
    return found;
  }

  /** Seconds until the wrong keys are forgotten. */
  function secondsLeft(attempts: Attempts): number {
    const elapsed = now() - attempts.start;
    if (elapsed >= minute || elapsed < 0) attempts.wrong.clear();
    // Without wrong ones, the start says nothing.
    return Math.ceil((attempts.wrong.size === 0 ? minute : minute - elapsed) / 1000);
  }

  async function checkUnknown(attempts: Attempts, { keyHash, authorization }: WaitingKey): Promise<Caller | undefined> {
    const retryAfter = secondsLeft(attempts);
    const { wrong } = attempts;
    if ((wrong.get(keyHash) ?? 0) >= mostWrongKeys) throw tooManyWrongKeys(retryAfter);
    const isOneTooMany = wrong.size >= mostWrongKeys && !wrong.has(keyHash);
    const caller = await checkAndCount(attempts, keyHash, authorization);
    if (!caller && isOneTooMany) throw tooManyWrongKeys(retryAfter);
    return caller;
  }

  async function checkAndCount(attempts: Attempts, keyHash: string, authorization: string | null): Promise<Caller | undefined> {
    const caller = await accounts.authenticate(authorization);
    if (caller) {
      touch(attempts.right, keyHash, mostRightKeys, () => attempts.right.add(keyHash));
      return caller;
    }
    const { right, wrong } = attempts;
    right.delete(keyHash);
    if (wrong.size === 0) attempts.start = now();
    const count = (wrong.get(keyHash) ?? 0) + 1;
    touch(wrong, keyHash, mostKnownWrong, () => wrong.set(keyHash, count));
    return undefined;
  }

  /** Checks one at a time, and several after a wait if there were too many wrong ones. */
  async function checkWaiting(attempts: Attempts): Promise<void> {
    if (attempts.isChecking) return;
    attempts.isChecking = true;
    while (attempts.waiting.size > 0) {
      secondsLeft(attempts);
      let next = [...attempts.waiting].filter(([, { keyHash }]) => attempts.right.has(keyHash));
      if (next.length === 0) {
        const isSlow = attempts.wrong.size >= mostWrongKeys;
        if (isSlow) await wait(checkWait);
        next = [...attempts.waiting].slice(0, isSlow ? undefined : 1);
      }
      for (const [connection] of next) attempts.waiting.delete(connection);
      await Promise.all(next.map(([, key]) => checkUnknown(attempts, key).then(key.checked.resolve, key.checked.reject)));
    }
    attempts.isChecking = false;
  }

  return (authorization, sender = {}) => {
    const { clientAddress: address, connection = {}, onClosed } = sender;
    // All programs on this machine have the same address.
    if (address === undefined || isLoopbackHost(address)) return accounts.authenticate(authorization);
    const key = readBearerKey(authorization);
    if (key === undefined) return accounts.authenticate(authorization);
    const attempts = attemptsOf(networkOf(address));
    const keyHash = hash("sha256", key);
    if (attempts.right.has(keyHash)) return checkAndCount(attempts, keyHash, authorization);
    const waiting: WaitingKey = { keyHash, authorization, checked: Promise.withResolvers() };
    const retryAfter = secondsLeft(attempts);
    // What is known to be wrong is no guess.
    if (attempts.wrong.has(keyHash)) return checkUnknown(attempts, waiting);
    if (attempts.waiting.has(connection)) return Promise.reject(tooManyWrongKeys(retryAfter));
    attempts.waiting.set(connection, waiting);
    onClosed?.(() => {
      if (attempts.waiting.get(connection) === waiting) attempts.waiting.delete(connection);
      waiting.checked.resolve(undefined);
    });
    void checkWaiting(attempts);
    return waiting.checked.promise;
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
