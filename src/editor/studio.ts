/** What every feature of the editor shares: the connection, the client, the tasks and the models, each made at first use. */
import type * as vscode from "vscode";
import type { ServiceClient } from "../client/serviceClient.ts";
import type { Kind } from "../contract/kind.ts";
import type { Model } from "../contract/models.ts";
import type { Tasks } from "../tasks/tasks.ts";
import type { Secrets } from "./secrets.ts";
import type { State } from "./state.ts";

/** What a task of the built-in service remembers as its `baseUrl`: its port and key change with every start, its tasks stay. */
export const builtInBaseUrl = "built-in:";

export interface Connection {
  /** `{base_url}` of the service in use, or `builtInBaseUrl`; this is what `Tasks.submit` takes. The real address is `client().baseUrl`. */
  baseUrl: string;
  /** true: our own service answers, and everything it makes is labelled as demo. */
  isBuiltIn: boolean;
}

/** What we believe that a model can make, and the reason, for a person. */
export interface Ability {
  can: "yes" | "no" | "perhaps";
  because: string;
}

export interface ModelCatalogue {
  /** From memory, or from the service the first time. Throws ServiceError. */
  list(): Promise<readonly Model[]>;
  /** What is known without asking; undefined before the first `list`. */
  readonly known: readonly Model[] | undefined;
  refresh(): Promise<readonly Model[]>;
  ability(modelId: string, kind: Kind): Ability;
  readonly onDidChange: vscode.Event<void>;
}

export interface Studio {
  readonly context: vscode.ExtensionContext;
  readonly secrets: Secrets;
  readonly state: State;
  connection(): Promise<Connection>;
  /** The client of the service in use. The built-in service is started at the first call. Throws ServiceError. */
  client(): Promise<ServiceClient>;
  /** The key of the built-in service, for commands that a person runs by hand; undefined where another service is in use. */
  demoKey(): Promise<string | undefined>;
  tasks(): Promise<Tasks>;
  /** The tasks where they are open already: a view that is only looked at opens nothing. */
  readonly openTasks: Tasks | undefined;
  readonly models: ModelCatalogue;
  /** Fires when another service, or another key, is in use. */
  readonly onDidChangeConnection: vscode.Event<void>;
  /** Fires when `tasks()` opened the journal. */
  readonly onDidOpenTasks: vscode.Event<Tasks>;
}
