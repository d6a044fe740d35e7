/** The options of a service with their defaults, which every part of it may read. */
import type { BlockList } from "node:net";
import type { Reach } from "./reach.ts";

/** The clock that the service uses; tests can replace it. */
export interface WallClock {
  /** Unix milliseconds. */
  now(): number;
}

/** The machine's, which the database's replaces where services share one. */
export const systemClock: WallClock = { now: Date.now };

/** Logs one line about an error or a change; never a prompt, a body or a key. */
export type RequestLog = (line: string) => void;

export interface BodyLimits {
  /** Bytes of the requests of one account that are in memory at the same time. A single request is always allowed. */
  perAccount: number;
  /** The same for all accounts. */
  total: number;
}

export interface StreamLimits {
  /** 0 is no limit. */
  perAccount: number;
  total: number;
}

/** The options with defaults applied. */
export interface ServiceSettings {
  faults: boolean;
  superset: boolean;
  supersetFor: readonly string[];
  rate: number;
  tokensPerSecond: number;
  delay: number;
  balance: number;
  bonus: number;
  referral: number;
  reserve: number | undefined;
  waitLimit: number;
  streamSilence: number;
  reach: Reach;
  headerTimeLimit: number;
  bodyTimeLimit: number;
  bodySizeLimit: number;
  bodyLimits: BodyLimits;
  completesLeftText: () => Promise<boolean>;
  streamLimits: StreamLimits;
  metricsFrom: BlockList;
  clock: WallClock;
}
