/** Creates the studio that all features share. Nothing is loaded yet. */
import path from "node:path";
import * as vscode from "vscode";
import type { ServiceClient } from "../client/serviceClient.ts";
import { builtInBaseUrl } from "../tasks/builtInBaseUrl.ts";
import type { Tasks } from "../tasks/tasks.ts";
import type { BuiltInService } from "./builtInService.ts";
import type { Proposals } from "./edits/proposals.ts";
import { disposeLog, log } from "./log.ts";
import { createCatalogue } from "./modelCatalogue.ts";
import { reportSetting, warn } from "./report.ts";
import { createSecrets } from "./secrets.ts";
import { settings, settingsSection } from "./settings.ts";
import { createState } from "./state.ts";
import type { Connection, EngineOffer, Providers, Studio } from "./studio.ts";

/** Closes the journal and the connections, and leaves the built-in service, if they are open. */
export interface ClosableStudio extends Studio {
  close(): Promise<void>;
}

/** Milliseconds after which engines on this machine are searched for again, when their offer is shown. */
const enginesAge = 10_000;

export function createStudio(context: vscode.ExtensionContext): ClosableStudio {
  const storage = context.globalStorageUri.fsPath;
  const secrets = createSecrets(context.secrets, log.protect);
  const state = createState(context.globalState);
  const connectionChanged = new vscode.EventEmitter<void>();
  const providersChanged = new vscode.EventEmitter<void>();
  const tasksOpened = new vscode.EventEmitter<Tasks>();
  const clients = new Map<string, Promise<ServiceClient>>();
  let builtIn: Promise<BuiltInService> | undefined;
  /** Resolves when the built-in service has applied the last change, or has stopped because of it. */
  let configuring = Promise.resolve();
  let opening: Promise<Tasks> | undefined;
  let opened: Tasks | undefined;
  let proposing: Promise<Proposals> | undefined;
  let stopMarking: (() => void) | undefined;

  const builtInService = () => {
    builtIn ??= import("./builtInService.ts").then(({ createBuiltInService }) =>
      createBuiltInService({
        script: path.join(context.extensionPath, "dist", "service.js"),
        data: path.join(storage, "built-in-service"),
        tuning: settings.builtInService,
        setup: async () => (await import("./configuredProviders.ts")).readProviderSetup(secrets),
        onStopped: () => void dropClient(builtInBaseUrl),
        onProvidersChange: () => {
          providersChanged.fire();
          if (catalogue.known !== undefined) catalogue.refresh().catch((error: unknown) => log.error("models", error));
        },
        log,
      }),
    );
    return builtIn;
  };

  /** Sends the current providers and keys to the built-in service, if it is running. */
  const configureProviders = async (): Promise<void> => {
    try {
      await (await builtIn)?.configure();
    } catch (error) {
      if (error instanceof Error && error.name === "InvalidProviders") void reportSetting("providers", error.message);
      else log.error("providers", error);
    }
  };

  const providersHaveChanged = () => {
    configureAfterwards(configureProviders);
    connectionHasChanged();
    void configuring.then(() => providersChanged.fire());
  };

  const connectionHasChanged = () => {
    catalogue.forget();
    connectionChanged.fire();
  };

  /** Changes run one after another, and a request waits for all of them. */
  const configureAfterwards = (change: () => Promise<void>) => {
    configuring = configuring.then(change, change);
  };

  /** Stops the service. It starts at its next use with the current options, and resumes its tasks. */
  const restartBuiltIn = async (): Promise<void> => {
    await (await builtIn)?.stop();
    connectionHasChanged();
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

  /** The service in use reports a missing key itself; tasks of another service wait until a key for its origin is stored. */
  const clientOfTask = async (baseUrl: string): Promise<ServiceClient | undefined> => {
    await configuring;
    if (baseUrl === builtInBaseUrl || baseUrl === settings.baseUrl()) return clientFor(baseUrl);
    return (await secrets.key(baseUrl)) === undefined ? undefined : clientFor(baseUrl);
  };

  const openJournal = async (): Promise<Tasks> => {
    const [{ openTasks }, { keepRunningMarker }, { createDelivery }, { createStateOrigin }] = await Promise.all([
      import("../tasks/openTasks.ts"),
      import("./runningMarker.ts"),
      import("./artifacts/createDelivery.ts"),
      import("./artifacts/stateOrigin.ts"),
    ]);
    const stateOrigin = createStateOrigin(catalogue);
    // The catalogue is the one of the service in use.
    const reportsProgress = (baseUrl: string, model: string) =>
      baseUrl === (settings.baseUrl() || builtInBaseUrl) && catalogue.find(model)?.capabilities?.progress === true;
    const common = { client: clientOfTask, delivery: createDelivery(), stateOrigin, reportsProgress, log };
    const tasks = await openTasks({ folder: storage, ...common });
    for (const notice of tasks.notices) void warn(notice);
    stopMarking = keepRunningMarker(storage, tasks, log.warn);
    opened = tasks;
    tasksOpened.fire(tasks);
    return tasks;
  };

  const client = async (): Promise<ServiceClient> => {
    await configuring;
    return clientFor((await connection()).baseUrl);
  };

  const catalogue = createCatalogue({ client, state });

  let engines: Promise<readonly EngineOffer[]> | undefined;
  /** Milliseconds, by performance.now(). */
  let enginesSearchedAt = 0;
  const providers: Providers = {
    async states() {
      await configuring;
      return (await builtInService()).providerStates();
    },
    try: async (setup, timeout) => (await builtInService()).tryProvider(setup, timeout),
    async pull(provider, model, onProgress, signal) {
      await configuring;
      const pulled = await (await builtInService()).pullModel(provider, model, onProgress, signal);
      await catalogue.refresh();
      return pulled;
    },
    async unload(modelId) {
      await configuring;
      const [provider = ""] = modelId.split("/", 1);
      await (await builtInService()).unloadModel(provider, modelId.slice(provider.length + 1));
      await catalogue.refresh();
    },
    onDidChange: providersChanged.event,
    async engines() {
      if (settings.baseUrl() !== "") return [];
      const { findEngines, isOffered } = await import("./engines.ts");
      // An engine may start later than the editor.
      if (engines === undefined || performance.now() - enginesSearchedAt > enginesAge) {
        enginesSearchedAt = performance.now();
        engines = findEngines(providers);
      }
      const found = await engines;
      return found.filter((engine) => isOffered(engine, state));
    },
  };

  const dropClients = async (): Promise<void> => {
    await Promise.all([...clients.keys()].map(dropClient));
  };

  /** The next requests use the new settings. */
  const replaceClients = (): void => {
    const former = [...clients.values()];
    clients.clear();
    for (const client of former) client.then((it) => it.retire()).catch(() => undefined);
  };
  const listeners = vscode.Disposable.from(
    state,
    connectionChanged,
    providersChanged,
    tasksOpened,
    catalogue,
    vscode.workspace.onDidChangeConfiguration((event) => {
      const affects = (name: string) => event.affectsConfiguration(name);
      const isOther = affects(`${settingsSection}.baseUrl`);
      if (isOther || affects("http")) replaceClients();
      if (isOther) connectionHasChanged();
      if (affects(`${settingsSection}.builtInService`)) {
        configureAfterwards(restartBuiltIn);
        // A pending list of models comes from the service that is stopping, so later callers must not wait for it.
        catalogue.forget();
      }
      if (affects(`${settingsSection}.providers`)) providersHaveChanged();
      else if (affects("http") || affects(`${settingsSection}.defaultModels`)) configureAfterwards(configureProviders);
    }),
    secrets.onDidChange(() => {
      opened?.pollNow();
      providersHaveChanged();
    }),
  );

  return {
    context,
    secrets,
    state,
    connection,
    client,
    async demoKey() {
      if (!(await connection()).isBuiltIn) return undefined;
      await configuring;
      return (await (await builtInService()).address()).key;
    },
    async refillBalance() {
      await configuring;
      await (await builtInService()).refill();
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
    providers,
    isDemo: (model) => settings.baseUrl() === "" && settings.isDemoModel(model),
    proposals() {
      proposing ??= import("./edits/proposals.ts").then((module) => new module.Proposals());
      return proposing;
    },
    onDidChangeConnection: connectionChanged.event,
    onDidOpenTasks: tasksOpened.event,
    async close() {
      // The service must notice the end of this window before its connections end, or it would take that for Stop.
      const left = builtIn?.then((service) => service.leave());
      listeners.dispose();
      stopMarking?.();
      (await proposing)?.dispose();
      await opened?.close();
      await dropClients();
      await left;
      disposeLog();
    },
  };
}
