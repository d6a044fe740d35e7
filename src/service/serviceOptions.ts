/** The options for starting a service. */

import { BlockList } from "node:net";
import type { Configuration } from "../contract/configuration.ts";
import type { SigningOptions } from "../media/signing/identity.ts";
import type { NetworkSettings } from "../network/networkSettings.ts";
import type { Observer } from "./observing/observer.ts";
import type { Reach } from "./settings/reach.ts";
import {
  type BodyLimits,
  type RequestLog,
  type ServiceSettings,
  type StreamLimits,
  systemClock,
  type WallClock,
} from "./settings/settings.ts";

export interface ServiceOptions {
  /** TCP port on 127.0.0.1; 0 chooses a free one. Default 0. */
  port?: number;
  /** Folder of the database; undefined keeps everything in memory. */
  data?: string;
  /** Folder for files larger than 1 MiB. Default: `files` in the folder of the database, or a temporary one. */
  files?: string;
  /** Accepted keys. The position of a key identifies its account, so that replacing a key keeps the account. Default: one random key. */
  keys?: readonly string[];
  /** Lists the fault models. Default false. */
  faults?: boolean;
  /** Adds the fields that Open Responses requires beyond the spec, and takes what standard clients send. Default false. */
  superset?: boolean;
  /** Names of accounts that have `superset` without it. Default: none. */
  supersetFor?: readonly string[];
  /** Requests per minute for each key; 0 is no limit. Default 0. */
  rate?: number;
  /** Providers and their models. Default: only the demo. */
  configuration?: Configuration;
  /** API keys by origin, for configured providers without a key. */
  providerKeys?: Readonly<Record<string, string>>;
  /** Called when models or states of providers have changed. */
  onProvidersChange?: () => void;
  /** Variables for `${NAME}` in the configuration. Default: none. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** How providers are reached. */
  network?: NetworkSettings;
  /** Speed of the demo's text; 0 is as fast as possible. Default 100. */
  tokensPerSecond?: number;
  /** Milliseconds that a generation stays `pending`. Default 0. */
  delay?: number;
  /** Balance of a new account, in the account's unit. Default 1000. */
  balance?: number;
  /** Amount that a new account has in addition to its balance and that is used first. Default 0. */
  bonus?: number;
  referral?: number;
  /** What each unfinished task reserves, in the account's unit; 0 is nothing. Default: an estimate of its cost. */
  reserve?: number;
  /** Milliseconds that `POST /responses` waits before it returns 504. Default 120 000. */
  waitLimit?: number;
  /** Milliseconds without an event after which a stream gets a comment. Default 15 000. */
  streamSilence?: number;
  /** From where the service can be reached. Default: only this machine. */
  reach?: Reach;
  /** Time limit for a request's headers in milliseconds. Default 10 000. */
  headerTimeLimit?: number;
  /** Time limit for a request's body in milliseconds. Default 30 000. */
  bodyTimeLimit?: number;
  /** Size limit for a request in bytes. Default 32 MiB: 10 MB of files as base64, and the same again for texts. */
  bodySizeLimit?: number;
  /** How many bytes of requests are in memory at the same time. Default 256 MiB, half of it for one account. */
  bodyLimits?: BodyLimits;
  /** Signs generated files with Content Credentials. Default: they are not signed. */
  signing?: SigningOptions;
  /** Called when a client leaves a stream: whether the text is completed nevertheless, for a client that fetches it. Default: it is not. */
  completesLeftText?: () => Promise<boolean>;
  /** How many texts are answered at the same time. Default: no limit. */
  streamLimits?: StreamLimits;
  /** Address of the bundled generator worker; undefined: its source next to this file. */
  generatorWorkerUrl?: URL;
  clock?: WallClock;
  log?: RequestLog;
  /** Receives reports of what happens. Default: none. */
  observer?: Observer;
  /** Addresses that may read the metrics in addition to this machine. Default: none. */
  metricsFrom?: BlockList;
}

/** Applies the defaults that `ServiceOptions` documents. */
export function completeOptions(options: ServiceOptions): ServiceSettings {
  return {
    faults: options.faults ?? false,
    superset: options.superset ?? false,
    supersetFor: options.supersetFor ?? [],
    completesLeftText: options.completesLeftText ?? (async () => false),
    rate: options.rate ?? 0,
    tokensPerSecond: options.tokensPerSecond ?? 100,
    delay: options.delay ?? 0,
    balance: options.balance ?? 1000,
    bonus: options.bonus ?? 0,
    referral: options.referral ?? 0,
    reserve: options.reserve,
    waitLimit: options.waitLimit ?? 120_000,
    streamSilence: options.streamSilence ?? 15_000,
    reach: options.reach ?? { type: "loopback" },
    headerTimeLimit: options.headerTimeLimit ?? 10_000,
    bodyTimeLimit: options.bodyTimeLimit ?? 30_000,
    bodySizeLimit: options.bodySizeLimit ?? 32 * 1024 * 1024,
    bodyLimits: options.bodyLimits ?? { perAccount: 128 * 1024 * 1024, total: 256 * 1024 * 1024 },
    streamLimits: options.streamLimits ?? { perAccount: 0, total: 0 },
    metricsFrom: options.metricsFrom ?? new BlockList(),
    clock: options.clock ?? systemClock,
  };
}
