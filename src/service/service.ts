/** What every route of one running service shares. */
import type { Hono } from "hono";
import type { Accounts, Caller } from "./account/accounts.ts";
import type { Authenticate } from "./account/wrongKeys.ts";
import type { RecentBase64 } from "./answers/recentBase64.ts";
import type { Catalogue } from "./catalogue.ts";
import type { EnterStream } from "./connection/streamLimit.ts";
import type { RequestObserver } from "./operations/observer.ts";
import type { Operations } from "./operations/operations.ts";
import type { RequestLog, ServiceSettings } from "./serviceOptions.ts";
import type { TaskStore } from "./store/taskStore.ts";
import type { TaskRunner } from "./work/taskRunner.ts";

export interface Service {
  settings: ServiceSettings;
  catalogue: Catalogue;
  accounts: Accounts;
  /** Limits wrong keys, which `accounts` by itself does not. */
  authenticate: Authenticate;
  store: TaskStore;
  recent: RecentBase64;
  runner: TaskRunner;
  enterStream: EnterStream;
  operations: Operations;
  log: RequestLog | undefined;
}

/** Breaks the connection under an answer: `reset` at once, `end` after what was written. */
export type BreakConnection = (how: "reset" | "end") => void;

/** What hono hands to a route: set by the adapter and by the guard. */
export interface RouteEnvironment {
  Bindings: {
    /** All of them are absent where there is no socket. */
    observer?: RequestObserver;
    breakConnection?: BreakConnection;
    /** IP address of who sent the request, also behind a trusted proxy. */
    clientAddress?: string;
    /** Scheme, host and port that the client used, where a proxy changed them; see `originOf`. */
    origin?: string;
    /** Called once when the answer was sent, or its connection broke. */
    onClosed?: (listener: () => void) => void;
  };
  Variables: { caller: Caller };
}

/** Adds a page for people to a service. An argument, because the extension's worker has none, and none of its code. */
export type AddPage = (service: Service) => Hono<RouteEnvironment>;
