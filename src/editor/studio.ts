/** What every feature of the editor shares: the connection, the client, the tasks and the models, each made at first use. */
import type * as vscode from "vscode";
import type { ServiceClient } from "../client/serviceClient.ts";
import type { Kind } from "../contract/kind.ts";
import type { Model } from "../contract/models.ts";
import type { Tasks } from "../tasks/tasks.ts";

export interface Connection {
  /** `{base_url}` of the service in use. */
  baseUrl: string;
  /** true: our own service answers, and everything it makes is labelled as demo. */
  isBuiltIn: boolean;
}

export interface ModelCatalogue {
  /** From memory, or from the service the first time. Throws ServiceError. */
  list(): Promise<readonly Model[]>;
  /** What is known without asking; undefined before the first `list`. */
  readonly known: readonly Model[] | undefined;
  refresh(): Promise<readonly Model[]>;
  /** Whether a model can make a kind: "yes", "no" or "perhaps", and why we think so. */
  ability(modelId: string, kind: Kind): { can: "yes" | "no" | "perhaps"; because: string };
  readonly onDidChange: vscode.Event<void>;
}

export interface Studio {
  readonly context: vscode.ExtensionContext;
  connection(): Promise<Connection>;
  client(): Promise<ServiceClient>;
  tasks(): Promise<Tasks>;
  readonly models: ModelCatalogue;
}
