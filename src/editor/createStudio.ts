/** VS Code's context in; the studio that every feature shares, with nothing loaded yet, out. */
import path from "node:path";
import * as vscode from "vscode";
import type { ServiceClient } from "../client/serviceClient.ts";
import type { Tasks } from "../tasks/tasks.ts";
import type { BuiltInService } from "./builtInService.ts";
import { disposeLog, log } from "./log.ts";
import { createCatalogue } from "./models/catalogue.ts";
import { warn } from "./report.ts";
import { createSecrets } from "./secrets.ts";
import { settings, settingsSection } from "./settings.ts";
import { createState } from "./state.ts";
import { builtInBaseUrl, type Connection, type Studio } from "./studio.ts";

/** Closes what was opened: the journal, the connections, the worker. */
export interface ClosableStudio extends Studio {
  close(): Promise<void>;
}

export function createStudio(context: vscode.ExtensionContext): ClosableStudio {
  const storage = context.globalStorageUri.fsPath;
  const secrets = createSecrets(context.secrets, log.protect);
  const state = createState(context.globalState);
  const connectionChanged = new vscode.EventEmitter<void>();
  const tasksOpened = new vscode.EventEmitter<Tasks>();
  const clients = new Map<string, Promise<ServiceClient>>();
  let builtIn: Promise<BuiltInService> | undefined;
  let opening: Promise<Tasks> | undefined;
  let opened: Tasks | undefined;
  let stopMarking: (() => void) | undefined;

  const builtInService = () => {
    builtIn ??= import("./builtInService.ts").then(({ createBuiltInService }) =>
      createBuiltInService({
        script: path.join(context.extensionPath, "dist", "service.js"),
        data: path.join(storage, "built-in-service"),
        onStopped: () => void dropClient(builtInBaseUrl),
        log,
      }),
    );
    return builtIn;
  };

  const makeClient = async (baseUrl: string): Promise<ServiceClient> => {
    const { createServiceClient } = await import("../client/createServiceClient.ts");
    const network = settings.network();
    if (baseUrl !== builtInBaseUrl) return createServiceClient({ baseUrl, key: () => secrets.key(baseUrl), network, log });
    const { url, key } = await (await builtInService()).address();
    log.protect(key);
    return createServiceClient({ baseUrl: url, key: async () => key, log });
  };

  const clientFor = (baseUrl: string): Promise<ServiceClient> => {
    const known = clients.get(baseUrl);
    if (known !== undefined) return known;
    const made = makeClient(baseUrl);
    clients.set(baseUrl, made);
    made.catch(() => clients.delete(baseUrl));
    return made;
  };

  const dropClient = async (baseUrl: string): Promise<void> => {
    const client = clients.get(baseUrl);
    clients.delete(baseUrl);
    await client?.then((it) => it.close()).catch(() => undefined);
  };

  const connection = async (): Promise<Connection> => {
    const baseUrl = settings.baseUrl();
    return baseUrl === "" ? { baseUrl: builtInBaseUrl, isBuiltIn: true } : { baseUrl, isBuiltIn: false };
  };

  /** The service in use says by itself what it lacks; the tasks of another one wait until a key for its origin is known. */
  const clientOfTask = async (baseUrl: string): Promise<ServiceClient | undefined> => {
    if (baseUrl === builtInBaseUrl || baseUrl === settings.baseUrl()) return clientFor(baseUrl);
    return (await secrets.key(baseUrl)) === undefined ? undefined : clientFor(baseUrl);
  };

  const openJournal = async (): Promise<Tasks> => {
    const [{ openTasks }, { keepRunningMarker }] = await Promise.all([import("../tasks/openTasks.ts"), import("./runningMarker.ts")]);
    const tasks = await openTasks({ folder: storage, client: clientOfTask, log });
    for (const notice of tasks.notices) void warn(notice);
    stopMarking = keepRunningMarker(storage, tasks, log.warn);
    opened = tasks;
    tasksOpened.fire(tasks);
    return tasks;
  };

  const catalogue = createCatalogue({ client: () => connection().then((it) => clientFor(it.baseUrl)), state });

  const dropClients = async (): Promise<void> => {
    await Promise.all([...clients.keys()].map(dropClient));
  };
  const listeners = vscode.Disposable.from(
    state,
    connectionChanged,
    tasksOpened,
    catalogue,
    vscode.workspace.onDidChangeConfiguration((event) => {
      const isOther = event.affectsConfiguration(`${settingsSection}.baseUrl`);
      if (!isOther && !event.affectsConfiguration("http")) return;
      void dropClients();
      if (!isOther) return;
      catalogue.forget();
      connectionChanged.fire();
    }),
    secrets.onDidChange(() => {
      catalogue.forget();
      connectionChanged.fire();
    }),
  );

  return {
    context,
    secrets,
    state,
    connection,
    client: async () => clientFor((await connection()).baseUrl),
    async demoKey() {
      if (!(await connection()).isBuiltIn) return undefined;
      return (await (await builtInService()).address()).key;
    },
    tasks() {
      opening ??= openJournal().catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
      return opening;
    },
    get openTasks() {
      return opened;
    },
    models: catalogue,
    onDidChangeConnection: connectionChanged.event,
    onDidOpenTasks: tasksOpened.event,
    async close() {
      listeners.dispose();
      stopMarking?.();
      await opened?.close();
      await dropClients();
      await (await builtIn)?.stop();
      disposeLog();
    },
  };
}
