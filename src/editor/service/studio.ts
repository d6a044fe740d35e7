/** What all features of the editor share: the connection, the client, the tasks and the models, each created on first use. */
import type * as vscode from "vscode";
import type { FreeClient } from "../../client/serviceClient.ts";
import type { Kind } from "../../contract/kind.ts";
import type { Model } from "../../contract/models.ts";
import type {
  ModelDescription,
  ModelStoreName,
  ProviderSetup,
  ProviderState,
  PullProgress,
  TriedProvider,
} from "../../contract/processMessages.ts";
import type { Allowance } from "../../generations/allowance.ts";
import type { AllowedStarter } from "../../generations/allowedGenerations.ts";
import type { Tasks } from "../../generations/tasks.ts";
import type { Secrets } from "../base/secrets.ts";
import type { State } from "../base/state.ts";
import type { Proposals } from "../edits/proposals.ts";

export interface ServiceInUse {
  /** `{base_url}` of the service in use, or `builtInBaseUrl`, as `Tasks.submit` takes it. The real address is `client().baseUrl`. */
  baseUrl: string;
  /** true: the built-in service, with the user's providers or with the demo. */
  isBuiltIn: boolean;
}

/** Whether a model can make a kind, and the reason, worded for the user. */
export interface Ability {
  can: "yes" | "no" | "perhaps";
  because: string;
}

export interface ModelCatalogue {
  /** Asks the service the first time, and then returns the cached list. Throws ServiceError. */
  list(): Promise<readonly Model[]>;
  /** The cached list; undefined before the first `list`. */
  readonly known: readonly Model[] | undefined;
  refresh(): Promise<readonly Model[]>;
  /** Looks only in the cached list. */
  find(modelId: string): Model | undefined;
  ability(modelId: string, kind: Kind): Ability;
  readonly onDidChange: vscode.Event<void>;
}

/** An engine on this machine that is not configured as a provider yet. */
export interface EngineOffer {
  /** The name to give it as a provider. */
  name: string;
  label: string;
  provider: { baseURL: string };
  /** How many models it lists. */
  models: number;
  /** undefined: it downloads no models. */
  store: ModelStoreName | undefined;
}

/** The providers behind the built-in service. */
export interface Providers {
  /** The outcome of the last request for each provider's models. Starts the service if it is not running. Throws ServiceError. */
  states(): Promise<readonly ProviderState[]>;
  /** The service's models, for which it asks the providers, however new the known ones are. Throws ServiceError. */
  refresh(): Promise<readonly Model[]>;
  /** Asks for models, within `timeout` milliseconds; the setup need not be stored. Throws ServiceError. */
  try(setup: ProviderSetup, timeout: number): Promise<TriedProvider>;
  /** What a model for the local engine is and needs, by its address or the path of its file. Rejects with the reason. */
  describeModel(model: string): Promise<ModelDescription>;
  /**
   * Downloads a model of a provider, by the provider's own id, and returns its id at the service. Rejects with the reason. A download that
   * was cancelled or has failed is continued by the next one.
   */
  pull(provider: string, model: string, onProgress: (progress: PullProgress) => void, signal: AbortSignal): Promise<string>;
  /** Removes a model from its engine's memory. Rejects with the reason. */
  unload(modelId: string): Promise<void>;
  /** Engines on the default ports of this machine. Searched once per window, and only while something that offers them is visible. */
  engines(): Promise<readonly EngineOffer[]>;
  /** Fires when the setting, a key, the models or a state has changed. */
  readonly onDidChange: vscode.Event<void>;
}

export interface Studio {
  readonly context: vscode.ExtensionContext;
  readonly secrets: Secrets;
  readonly state: State;
  connection(): Promise<ServiceInUse>;
  /** The client of the service in use, for what is not billed. The first call starts the built-in service. Throws ServiceError. */
  client(): Promise<FreeClient>;
  /** The key of the built-in service, for commands that the user runs in a terminal; undefined while another service is in use. */
  demoKey(): Promise<string | undefined>;
  /** Resets the account of the built-in service to its starting balance. */
  refillBalance(): Promise<void>;
  tasks(): Promise<Tasks>;
  /** Starts what is billed, and checks the user's budget. */
  generations(allowance: Allowance): Promise<AllowedStarter>;
  /** The tasks if they are already open, so that showing a view does not open the journal. */
  readonly openTasks: Tasks | undefined;
  readonly models: ModelCatalogue;
  readonly providers: Providers;
  /** Whether the service in use generates demos with this model, which are labelled as such. */
  isDemo(model: string): boolean;
  /** Edits of documents, which the user accepts or rejects. */
  proposals(): Promise<Proposals>;
  /** Fires when the service in use or its key has changed. */
  readonly onDidChangeConnection: vscode.Event<void>;
  /** Fires when `tasks()` has opened the journal. */
  readonly onDidOpenTasks: vscode.Event<Tasks>;
}
