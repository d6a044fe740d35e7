/** Repeats a call according to a rule. */

import type { CallOptions, ClientLog } from "../serviceClient.ts";
import { ServiceError } from "../serviceError.ts";
import { pause } from "./pause.ts";

export interface RetryRule {
  /** false for a POST: it is only repeated if it was certainly not accepted, since each acceptance is billed. */
  isRepeatable: boolean;
  /** Returns whether an error is the service's answer, so that the call is not repeated. */
  isAnswer?: ((error: ServiceError) => boolean) | undefined;
  /** Whether the service is on this machine, where no network can fail for a moment. */
  isLocal: boolean;
  signal: AbortSignal | undefined;
  /** See `CallOptions`. */
  unsent?: AbortSignal | undefined;
  /** Maximum number of calls. Default 4. */
  attempts: number | undefined;
  /** If `attempts` is not set, the call is not repeated after this many milliseconds, unless the service asks for it. */
  longest: number;
  /** The first pause in milliseconds. */
  firstWait: number;
  log: ClientLog | undefined;
  /** Called before each pause, with its milliseconds. */
  onWait?: CallOptions["onWait"];
}

const defaultAttempts = 4;
/** If a port of this machine refuses connections, nothing runs there, unless it is just being started again. */
const localAttempts = 2;
/** Pauses grow up to this multiple of the first. */
const longestGrowth = 16;
/** If a service asks for a longer wait, in milliseconds, the error is thrown, with that time, instead. */
const longestObeyedWait = 60_000;

/** Whether an error allows another call: for a POST only a refused connection or a 429; otherwise any temporary error. */
export function mayRepeat(error: ServiceError, isRepeatable: boolean): boolean {
  if (error.kind === "unreachable" || error.kind === "rateLimited") return true;
  if (!isRepeatable) return false;
  if (error.status !== undefined && error.kind !== "insufficientQuota") return error.status >= 500 || error.status === 408;
  return error.kind === "connectionLost";
}

/** A random time between half and all of a pause that doubles with each attempt, at least what the service asked for. @internal */
export function waitBefore(attempt: number, firstWait: number, asked: number | undefined, random: () => number = Math.random): number {
  const full = firstWait * Math.min(longestGrowth, 2 ** (attempt - 1));
  const spread = full * (0.5 + random() / 2);
  return asked === undefined ? spread : asked + spread * 0.2;
}

export async function retry<Result>(call: () => Promise<Result>, rule: RetryRule): Promise<Result> {
  const { signal, unsent } = rule;
  const attempts = rule.attempts ?? defaultAttempts;
  const end = rule.attempts === undefined ? performance.now() + rule.longest : Number.POSITIVE_INFINITY;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ServiceError) || rule.isAnswer?.(error)) throw error;
      const most = rule.isLocal && rule.attempts === undefined && error.kind === "unreachable" ? localAttempts : attempts;
      if (attempt >= most || !mayRepeat(error, rule.isRepeatable)) throw error;
      const asked = error.retryAfterMilliseconds;
      if (asked === undefined ? performance.now() >= end : asked > longestObeyedWait) throw error;
      const wait = waitBefore(attempt, rule.firstWait, asked);
      rule.log?.debug(`Trying again in ${Math.round(wait)} ms: ${error.kind}`);
      rule.onWait?.(wait, error);
      await pause(wait, signal && unsent ? AbortSignal.any([signal, unsent]) : (signal ?? unsent));
    }
  }
}
