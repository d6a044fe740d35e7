/** What all routes of a running service share. */
import type { Hono } from "hono";
import type { Accounts, Caller } from "./account/accounts.ts";
import type { Authenticate } from "./account/wrongKeys.ts";
import type { RecentBase64 } from "./answers/recentBase64.ts";
import type { Catalogue } from "./catalogue.ts";
import type { BodyBudget } from "./connection/bodyBudget.ts";
import type { EnterStream } from "./connection/streamLimit.ts";
import type { RequestObserver } from "./operations/observer.ts";
import type { Operations } from "./operations/operations.ts";
import type { RequestLog, ServiceSettings } from "./serviceOptions.ts";
import type { TaskStore } from "./store/taskStore.ts";
import type { UsageMeter } from "./work/measureUsage.ts";
import type { TaskRunner } from "./work/taskRunner.ts";
import type { TaskWatch } from "./work/taskWatch.ts";

export interface Service {
  settings: ServiceSettings;
  catalogue: Catalogue;
  accounts: Accounts;
  /** Limits wrong keys, which `accounts` does not. */
  authenticate: Authenticate;
  store: TaskStore;
  recent: RecentBase64;
  runner: TaskRunner;
  watch: TaskWatch;
  enterStream: EnterStream;
  bodies: BodyBudget;
  usage: UsageMeter;
  operations: Operations;
  log: RequestLog | undefined;
}

/** What identifies a request that its client repeats. */
export interface RequestMark {
  /** Of its path and body. */
  digest: string;
  /** Of its `Idempotency-Key`, if it has one. */
  name: string | undefined;
}

/** Breaks the connection during an answer: `reset` at once, `end` after what was written. */
export type BreakConnection = (how: "reset" | "end") => void;

/** What hono passes to a route with a request. */
export interface Bindings {
  /** All of them but the caller are undefined if there is no socket. */
  observer?: RequestObserver;
  breakConnection?: BreakConnection;
  /** IP address of the sender, also behind a trusted proxy. */
  clientAddress?: string;
  /** The same object for all requests of a connection. */
  connection?: object;
  /** Scheme, host and port that the client used, if a proxy changed them; see `originOf`. */
  origin?: string | undefined;
  /** Calls the listener once when the answer has been sent (`isSent`), or its connection has closed. */
  onClosed?: (listener: (isSent: boolean) => void) => void;
  /** The owner of the request's key, of which the request was counted; see `callerOf`. */
  caller?: Caller | undefined;
}

export interface RouteEnvironment {
  Bindings: Bindings;
}

/** Adds a page for people to a service. Passed as an argument, because the extension's service has no page and must not bundle its code. */
export type AddPage = (service: Service) => Hono<RouteEnvironment>;
