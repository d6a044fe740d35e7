/** Nothing in; what every route of one running service shares out. */
import type { Accounts } from "./account/accounts.ts";
import type { Generator } from "./generators/generator.ts";
import type { Catalogue } from "./models.ts";
import type { ServiceSettings } from "./serviceOptions.ts";
import type { TaskStore } from "./store/taskStore.ts";
import type { TaskRunner } from "./work/taskRunner.ts";

export interface Service {
  settings: ServiceSettings;
  catalogue: Catalogue;
  accounts: Accounts;
  store: TaskStore;
  runner: TaskRunner;
  generator: Generator;
}

/** What hono hands to a route: set by the adapter and by the guard. */
export interface RouteEnvironment {
  Bindings: {
    /** Ends the connection at once, without an answer. Absent where there is no socket. */
    resetConnection?: () => void;
  };
  Variables: { account: string };
}
