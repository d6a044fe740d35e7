/** What all tools share: the folders, the service and its models, and the durable tasks, each opened at its first use. */
import type { ServiceClient, ServiceClientOptions } from "../client/serviceClient.ts";
import { ServiceError } from "../client/serviceError.ts";
import type { InterfaceGeneration, Kind } from "../contract/kind.ts";
import type { Model } from "../contract/models.ts";
import type { Tasks } from "../tasks/tasks.ts";
import { createFolders, type Folders } from "./folders.ts";
import { RunningAnswers } from "./runningAnswers.ts";
import { createStateOrigin } from "./stateOrigin.ts";

interface ServiceAccess {
  url: string;
  key: string;
}

export interface AgentOptions {
  /** Holds the journal of tasks. */
  data: string;
  /** What tasks remember as their service. */
  baseUrl: string;
  /** Starts the service where that is needed, at the first use. Rejects with a sentence for a person. */
  connect: () => Promise<ServiceAccess>;
  /** How the service is reached; undefined: as the environment says. */
  network?: ServiceClientOptions["network"];
  /** Whether a model is the demo's: its files state that no trained model made them. */
  isDemo: (model: string) => boolean;
  /** Where files go where the client names no roots. */
  output: string | undefined;
  /** Which generation of the interface is used where the agent does not say. */
  interface: InterfaceGeneration;
  /** Models that are used where the agent names none. */
  defaultModels: { [K in Kind]?: string | undefined };
  /** Most that may be spent, in units of the balance. */
  budget: { session: number | undefined; day: number | undefined };
  /** Shows images to the person where the client can, as copies of at most 256 kB. */
  thumbnails: boolean;
  /** The view of results for clients that show one; undefined: there is none. */
  view: { document: string; texts: Readonly<Record<string, string>> | undefined } | undefined;
  /** How long a call waits for a task at most. */
  waitMilliseconds: number;
  /** Receives lines without keys, prompts and bodies. */
  log: (line: string) => void;
}

export interface AgentStudio {
  readonly options: AgentOptions;
  readonly folders: Folders;
  /** Throws ServiceError. */
  client(): Promise<ServiceClient>;
  /** What the service lists, asked for again after a minute. Throws ServiceError. */
  models(): Promise<readonly Model[]>;
  tasks(): Promise<Tasks>;
  /** What is no task of the journal. */
  readonly answers: RunningAnswers;
  /** Takes the keys that are in use out of a text. */
  redact(text: string): string;
  close(): Promise<void>;
}

/** Milliseconds for which a list of models is not asked for again. */
const freshMilliseconds = 60_000;
const mark = "[…]";

export function createAgentStudio(options: AgentOptions, roots: () => Promise<readonly string[] | undefined>): AgentStudio {
  const folders = createFolders({ roots, output: options.output });
  const answers = new RunningAnswers();
  const secrets = new Set<string>();
  let connecting: Promise<ServiceClient> | undefined;
  let opening: Promise<Tasks> | undefined;
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
      throw new ServiceError({ kind: "unreachable", message: error instanceof Error ? error.message : "The service cannot be reached." });
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

  const openJournal = async (): Promise<Tasks> => {
    const { openTasks } = await import("../tasks/openTasks.ts");
    const warn = (message: string) => options.log(message);
    const tasks = await openTasks({
      folder: options.data,
      // Tasks of other services wait for a process that reaches them.
      client: async (baseUrl) => (baseUrl === options.baseUrl ? client() : undefined),
      stateOrigin: createStateOrigin(options.isDemo),
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
    answers,
    tasks() {
      opening ??= openJournal().catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
      return opening;
    },
    redact: (text) => [...secrets].reduce((clean, secret) => clean.replaceAll(secret, mark), text),
    async close() {
      answers.close();
      await (await opening?.catch(() => undefined))?.close();
      await (await connecting?.catch(() => undefined))?.close();
    },
  };
}
