/** What all routes of a running service share. */
import type { Hono } from "hono";
import type { Accounts } from "./account/accounts.ts";
import type { Authenticate } from "./account/wrongKeys.ts";
import type { RecentBase64 } from "./answers/recentBase64.ts";
import type { Catalogue } from "./catalogue.ts";
import type { RouteEnvironment } from "./connection/bindings.ts";
import type { BodyBudget } from "./connection/bodyBudget.ts";
import type { EnterStream } from "./connection/streamLimit.ts";
import type { Operations } from "./operations/operations.ts";
import type { RequestLog, ServiceSettings } from "./settings/settings.ts";
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

/** Adds a page for people to a service. Passed as an argument, because the extension's service has no page and must not bundle its code. */
export type AddPage = (service: Service) => Hono<RouteEnvironment>;
