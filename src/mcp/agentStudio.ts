/** What all tools share: the folders, the service and its models, and the durable tasks, each opened on first use. */

import type { ServiceClient, ServiceClientOptions } from "../client/serviceClient.ts";
import { ServiceError } from "../client/serviceError.ts";
import { demoUnit } from "../contract/amountSums.ts";
import { errorText } from "../contract/errorText.ts";
import type { InterfaceVersion, Kind } from "../contract/kind.ts";
import type { Model } from "../contract/models.ts";
import type { SendingTasks } from "../generations/tasks.ts";
import { hideKey } from "../network/hideKey.ts";
import { createFolders, type Folders } from "./folders.ts";

interface ServiceAccess {
  url: string;
  key: string;
}

export interface AgentOptions {
  /** The folder with the journal of tasks. */
  data: string;
  /** The `baseUrl` that is stored with tasks. */
  baseUrl: string;
  /** Starts the service on first use, if necessary. Rejects with a message for the user. */
  connect: () => Promise<ServiceAccess>;
  /** Network settings for the service; undefined: use the environment's. */
  network?: ServiceClientOptions["network"];
  /** Whether a model is the demo's: its files contain the statement that no trained model generated them. */
  isDemo: (model: string) => boolean;
  /** The folder for files if the client names no roots. */
  output: string | undefined;
  /** The interface version to use if the agent does not specify one. */
  interface: InterfaceVersion;
  /** The models to use if the agent does not name one. */
  defaultModels: { [K in Kind]?: string | undefined };
  /** Spending limits in units of the balance. */
  budget: { session: number | undefined; day: number | undefined };
  /** The unit of amounts, such as `$`. */
  unit: string;
  /** Whether images are shown to the user if the client can, as copies of at most 256 kB. */
  thumbnails: boolean;
  /** The view of results for clients that can show one; undefined: there is none. */
  view: { document: string; texts: Readonly<Record<string, string>> | undefined } | undefined;
  /** The longest time that a call waits for a task. */
  waitMilliseconds: number;
  /** Receives lines without keys, prompts and bodies. */
  log: (line: string) => void;
}

export interface AgentStudio {
  readonly options: AgentOptions;
  readonly folders: Folders;
  /** Throws ServiceError. */
  client(): Promise<ServiceClient>;
  /** The models that the service lists, cached for a minute. Throws ServiceError. */
  models(): Promise<readonly Model[]>;
  tasks(): Promise<SendingTasks>;
  /** Removes the keys in use from a text. */
  redact(text: string): string;
  close(): Promise<void>;
}

/** Milliseconds for which a list of models is cached. */
const freshMilliseconds = 60_000;
const mark = "[…]";

export function createAgentStudio(options: AgentOptions, roots: () => Promise<readonly string[] | undefined>): AgentStudio {
  const folders = createFolders({ roots, output: options.output });
  const secrets = new Set<string>();
  let connecting: Promise<ServiceClient> | undefined;
  let opening: Promise<SendingTasks> | undefined;
  let listing: { at: number; models: Promise<readonly Model[]> } | undefined;

  const connect = async (): Promise<ServiceClient> => {
    const [{ createServiceClient }, { url, key }] = await Promise.all([import("../client/createServiceClient.ts"), options.connect()]);
    if (key !== "") secrets.add(key);
    const { network } = options;
    return createServiceClient({ baseUrl: url, key: async () => key, ...(network === undefined ? {} : { network }) });
  };

  const client = (): Promise<ServiceClient> => {
    connecting ??= connect().catch((error: unknown) => {
      connecting = undefined;
      if (error instanceof ServiceError) throw error;
      throw new ServiceError({ kind: "unreachable", message: errorText(error) });
    });
    return connecting;
  };

  const models = (): Promise<readonly Model[]> => {
    if (listing !== undefined && performance.now() - listing.at < freshMilliseconds) return listing.models;
    const asked = client().then((it) => it.listModels());
    listing = { at: performance.now(), models: asked };
    asked.catch(() => {
      if (listing?.models === asked) listing = undefined;
    });
    return asked;
  };

  const openJournal = async (): Promise<SendingTasks> => {
    const { openTasks } = await import("../generations/openTasks.ts");
    const warn = (message: string) => options.log(message);
    const tasks = await openTasks({
      folder: options.data,
      // Tasks of other services wait for a process that can reach them.
      client: async (baseUrl) => (baseUrl === options.baseUrl ? client() : undefined),
      // Prompts are private: they are only in the journal.
      originOf: ({ model }) => ({ model, isProcedural: options.isDemo(model) }),
      unitOf: (_, model) => (options.isDemo(model) ? demoUnit : undefined),
      log: { debug: () => undefined, info: () => undefined, warn },
    });
    for (const notice of tasks.notices) warn(notice);
    return tasks;
  };

  return {
    options,
    folders,
    client,
    models,
    tasks() {
      opening ??= openJournal().catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
      return opening;
    },
    redact: (text) => [...secrets].reduce((clean, secret) => hideKey(clean, secret, mark), text),
    async close() {
      await (await opening?.catch(() => undefined))?.close();
      await (await connecting?.catch(() => undefined))?.close();
    },
  };
}
