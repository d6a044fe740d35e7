/** What every feature of the editor shares: the connection, the client, the tasks and the models, each created on first use. */
import type * as vscode from "vscode";
import type { ServiceClient } from "../client/serviceClient.ts";
import type { Kind } from "../contract/kind.ts";
import type { Model } from "../contract/models.ts";
import type { ProviderSetup, ProviderState } from "../contract/workerMessages.ts";
import type { Tasks } from "../tasks/tasks.ts";
import type { TriedProvider } from "./builtInService.ts";
import type { Proposals } from "./edits/proposals.ts";
import type { Secrets } from "./secrets.ts";
import type { State } from "./state.ts";

export interface Connection {
  /** `{base_url}` of the service in use, or `builtInBaseUrl`; this is what `Tasks.submit` takes. The real address is `client().baseUrl`. */
  baseUrl: string;
  /** true: our own service answers, with the user's providers or with the demo. */
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
  /** What is known of a model without asking. */
  find(modelId: string): Model | undefined;
  ability(modelId: string, kind: Kind): Ability;
  readonly onDidChange: vscode.Event<void>;
}

/** An engine on this machine that is not among the providers yet. */
export interface EngineOffer {
  /** The name that it would have as a provider. */
  name: string;
  label: string;
  provider: { baseURL: string };
  /** How many models it lists. */
  models: number;
}

/** The providers behind the built-in service. */
export interface Providers {
  /** What became of the last time that each was asked for its models; starts the service where it does not run. Throws ServiceError. */
  states(): Promise<readonly ProviderState[]>;
  /** Asks for models, within `timeout` milliseconds; nothing has to be stored. Throws ServiceError. */
  try(setup: ProviderSetup, timeout: number): Promise<TriedProvider>;
  /** Engines on this machine's usual ports, looked for once in a window: only while the user looks at a place that offers them. */
  engines(): Promise<readonly EngineOffer[]>;
  /** Fires when the setting, a key, the models or a state are different from before. */
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
  /** Gives the account of the built-in service its starting balance again. */
  refillBalance(): Promise<void>;
  tasks(): Promise<Tasks>;
  /** The tasks where they are open already: a view that is only looked at opens nothing. */
  readonly openTasks: Tasks | undefined;
  readonly models: ModelCatalogue;
  readonly providers: Providers;
  /** Whether the service in use makes demos with a model, which are labelled as such. */
  isDemo(model: string): boolean;
  /** Edits of documents that the user accepts or rejects. */
  proposals(): Promise<Proposals>;
  /** Fires when another service, or another key, is in use. */
  readonly onDidChangeConnection: vscode.Event<void>;
  /** Fires when `tasks()` opened the journal. */
  readonly onDidOpenTasks: vscode.Event<Tasks>;
}
