/** What whoever starts the service may choose. */

import { BlockList } from "node:net";
import type { Configuration } from "../contract/configuration.ts";
import type { NetworkSettings } from "../network/networkSettings.ts";
import type { Reach } from "./connection/reach.ts";
import type { StreamLimits } from "./connection/streamLimit.ts";
import type { Observer } from "./operations/observer.ts";

/** Time as the service sees it; a test may give its own. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
}

/** A line about what went wrong or has changed; never a prompt, a body or a key. */
export type RequestLog = (line: string) => void;

export interface ServiceOptions {
  /** TCP port on 127.0.0.1; 0 takes a free one. Default 0. */
  port?: number;
  /** Folder of the database; undefined keeps everything in memory. */
  data?: string;
  /** Folder of files that are larger than 1 MiB. Default: `files` in the folder of the database, or a temporary one. */
  files?: string;
  /** Accepted keys. Each is an account of its own, by position, so that replacing a key keeps its account. Default: one random key. */
  keys?: readonly string[];
  /** Lists the fault models. Default false. */
  faults?: boolean;
  /** Adds the fields that Open Responses demands beyond the spec. Default false. */
  superset?: boolean;
  /** Requests that a key may make in a minute; 0 is no limit. Default 0. */
  rate?: number;
  /** Providers and their models. Default: the demo alone. */
  configuration?: Configuration;
  /** API keys by origin, for providers of the configuration that name none. */
  providerKeys?: Readonly<Record<string, string>>;
  /** Called when models or states of providers are different from before. */
  onProvidersChange?: () => void;
  /** Where the configuration's `${NAME}` are looked up. Default: nothing is set. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** How providers are reached. */
  network?: NetworkSettings;
  /** Speed of the demo's text; 0 is as fast as possible. Default 100. */
  tokensPerSecond?: number;
  /** Milliseconds that a generation is `pending` before it begins. Default 0. */
  delay?: number;
  /** Balance of a new account, in the account's unit. Default 1000. */
  balance?: number;
  /** What a new account has beside its balance: used before it. Default 0. */
  bonus?: number;
  referral?: number;
  /** Milliseconds that `POST /responses` waits before it answers 504. Default 120 000. */
  waitLimit?: number;
  /** Who can reach it. Default: this machine alone. */
  reach?: Reach;
  /** Milliseconds in which a request's headers must have arrived. Default 10 000. */
  headerTimeLimit?: number;
  /** Milliseconds in which a request's body must have arrived. Default 30 000. */
  bodyTimeLimit?: number;
  /** Bytes of the largest request. Default 32 MiB: 10 MB of files as base64, and as much again for texts. */
  bodySizeLimit?: number;
  /** Texts that are being answered at once. Default: no limit. */
  streamLimits?: StreamLimits;
  /** Address of the bundled generator worker; undefined: its source beside this file. */
  generatorWorkerUrl?: URL;
  clock?: Clock;
  log?: RequestLog;
  /** What happens is reported to it. Default: to nobody. */
  observer?: Observer;
  /** Addresses that may read the metrics, beside this machine's own. Default: none. */
  metricsFrom?: BlockList;
}

/** The options as every part of the service reads them. */
export interface ServiceSettings {
  faults: boolean;
  superset: boolean;
  rate: number;
  tokensPerSecond: number;
  delay: number;
  balance: number;
  bonus: number;
  referral: number;
  waitLimit: number;
  reach: Reach;
  headerTimeLimit: number;
  bodyTimeLimit: number;
  bodySizeLimit: number;
  streamLimits: StreamLimits;
  metricsFrom: BlockList;
  clock: Clock;
}

/** Fills in the defaults that `ServiceOptions` documents. */
export function completeOptions(options: ServiceOptions): ServiceSettings {
  return {
    faults: options.faults ?? false,
    superset: options.superset ?? false,
    rate: options.rate ?? 0,
    tokensPerSecond: options.tokensPerSecond ?? 100,
    delay: options.delay ?? 0,
    balance: options.balance ?? 1000,
    bonus: options.bonus ?? 0,
    referral: options.referral ?? 0,
    waitLimit: options.waitLimit ?? 120_000,
    reach: options.reach ?? { kind: "loopback" },
    headerTimeLimit: options.headerTimeLimit ?? 10_000,
    bodyTimeLimit: options.bodyTimeLimit ?? 30_000,
    bodySizeLimit: options.bodySizeLimit ?? 32 * 1024 * 1024,
    streamLimits: options.streamLimits ?? { perAccount: 0, total: 0 },
    metricsFrom: options.metricsFrom ?? new BlockList(),
    clock: options.clock ?? { now: Date.now },
  };
}
