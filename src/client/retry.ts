/** Repeats a call as often as a rule allows. */
import { pause } from "./pause.ts";
import type { CallOptions, ClientLog } from "./serviceClient.ts";
import { ServiceError } from "./serviceError.ts";

export interface RetryRule {
  /** false for a POST: then only what was certainly not accepted is sent again, since each acceptance is billed. */
  isRepeatable: boolean;
  signal: AbortSignal | undefined;
  /** How often the call is made at most. Default 4. */
  attempts: number | undefined;
  /** Without `attempts`, the call is not made again after this many milliseconds, unless the service asks for it. */
  longest: number;
  /** The first pause in milliseconds. */
  firstWait: number;
  log: ClientLog | undefined;
  /** Called before each pause, with its milliseconds. */
  onWait?: CallOptions["onWait"];
}

const defaultAttempts = 4;
/** The pauses stop growing at this many times the first. */
const longestGrowth = 16;
/** A service that asks for more than this, in milliseconds, is not waited for here: the caller learns the time instead. */
const longestObeyedWait = 60_000;

/** Whether a failure may be repeated: a POST only after a refused connection or a 429; the rest also after what passes. */
function mayRepeat(error: ServiceError, isRepeatable: boolean): boolean {
  if (error.kind === "unreachable" || error.kind === "rateLimited") return true;
  if (!isRepeatable) return false;
  if (error.status !== undefined && error.kind !== "insufficientQuota") return error.status >= 500 || error.status === 408;
  return error.kind === "connectionLost";
}

/** Between half and all of a time that doubles with each attempt, at least what the service asked for. @internal */
export function waitBefore(attempt: number, firstWait: number, asked: number | undefined, random: () => number = Math.random): number {
  const full = firstWait * Math.min(longestGrowth, 2 ** (attempt - 1));
  const spread = full * (0.5 + random() / 2);
  return asked === undefined ? spread : asked + spread * 0.2;
}

export async function retry<Result>(call: () => Promise<Result>, rule: RetryRule): Promise<Result> {
  const attempts = rule.attempts ?? defaultAttempts;
  const end = rule.attempts === undefined ? performance.now() + rule.longest : Number.POSITIVE_INFINITY;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ServiceError) || attempt >= attempts || !mayRepeat(error, rule.isRepeatable)) throw error;
      const asked = error.retryAfterMilliseconds;
      if (asked === undefined ? performance.now() >= end : asked > longestObeyedWait) throw error;
      const wait = waitBefore(attempt, rule.firstWait, asked);
      rule.log?.debug(`Trying again in ${Math.round(wait)} ms: ${error.kind}`);
      rule.onWait?.(wait, error);
      await pause(wait, rule.signal);
    }
  }
}
