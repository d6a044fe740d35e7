/** Creates the studio that all features share. Nothing is loaded yet. */
import * as vscode from "vscode";
import type { ServiceClient } from "../client/serviceClient.ts";
import { demoUnit } from "../contract/amountSums.ts";
import type { Capabilities } from "../contract/models.ts";
import { builtInBaseUrl } from "../generations/builtInBaseUrl.ts";
import type { SendingTasks } from "../generations/tasks.ts";
import { Lazy } from "./base/lazy.ts";
import { disposeLog, log } from "./base/log.ts";
import { warn } from "./base/report.ts";
import { createSecrets } from "./base/secrets.ts";
import { settings } from "./base/settings.ts";
import { createState } from "./base/state.ts";
import type { ServiceCatalogue } from "./service/modelCatalogue.ts";
import { currentConnection, ServiceConnection } from "./service/serviceConnection.ts";
import { ServiceProviders } from "./service/serviceProviders.ts";
import type { Studio } from "./service/studio.ts";
import { isUnbilled } from "./showing/billing.ts";

/** Closes the journal and the connections, and leaves the built-in service, if they are open. */
export interface ClosableStudio extends Studio {
  close(): Promise<void>;
}

export function createStudio(context: vscode.ExtensionContext): ClosableStudio {
  const secrets = createSecrets(context.secrets, log.protect);
  const state = createState(context.globalState, context.workspaceState);
  const service = new ServiceConnection(context, secrets, state);
  const { builtIn, catalogue } = service;
  const tasks = new OpenedTasks(context.globalStorageUri.fsPath, (baseUrl) => service.clientOfTask(baseUrl), catalogue);
  const proposals = new Lazy(async () => new (await import("./edits/proposals.ts")).Proposals());
  const listeners = vscode.Disposable.from(
    state,
    service,
    service.onDidChange(() => tasks.now?.pollNow()),
    vscode.workspace.onDidChangeConfiguration((event) => service.applySettings(event)),
    secrets.onDidChange(() => {
      tasks.now?.pollNow();
      service.applyProviders();
    }),
  );

  return {
    context,
    secrets,
    state,
    connection: currentConnection,
    client: () => service.client(),
    demoKey: async () => ((await currentConnection()).isBuiltIn ? (await (await builtIn.get()).address()).key : undefined),
    refillBalance: async () => (await builtIn.get()).refill(),
    tasks: () => tasks.get(),
    generations: async (allowance) => {
      const { allowedGenerations } = await import("./requests/budget.ts");
      return allowedGenerations(allowance, { models: catalogue, state, client: () => service.client(), openTasks: () => tasks.get() });
    },
    get openTasks() {
      return tasks.now;
    },
    models: catalogue,
    providers: new ServiceProviders({ builtIn, catalogue, state, onDidChange: service.onDidChangeProviders }),
    isDemo: (model) => settings.baseUrl() === "" && settings.isDemoModel(model),
    proposals: () => proposals.get(),
    onDidChangeConnection: service.onDidChange,
    onDidOpenTasks: tasks.onDidOpen,
    async close() {
      // The service must notice the end of this window before its connections end, or it would take that for Stop.
      const left = builtIn.leave();
      listeners.dispose();
      (await proposals.loaded)?.dispose();
      await tasks.close();
      await service.closeClients();
      await left;
      disposeLog();
    },
  };
}

/** The journal of tasks, opened on first use. */
class OpenedTasks {
  readonly #folder: string;
  readonly #client: (baseUrl: string) => Promise<ServiceClient | undefined>;
  readonly #catalogue: ServiceCatalogue;
  readonly #opened = new vscode.EventEmitter<SendingTasks>();
  readonly onDidOpen = this.#opened.event;
  #opening: Promise<SendingTasks> | undefined;
  #tasks: SendingTasks | undefined;
  #stopMarking: (() => void) | undefined;

  constructor(folder: string, client: (baseUrl: string) => Promise<ServiceClient | undefined>, catalogue: ServiceCatalogue) {
    this.#folder = folder;
    this.#client = client;
    this.#catalogue = catalogue;
  }

  /** undefined: they are not open yet. */
  get now(): SendingTasks | undefined {
    return this.#tasks;
  }

  get(): Promise<SendingTasks> {
    this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async close(): Promise<void> {
    this.#opened.dispose();
    this.#stopMarking?.();
    await this.#tasks?.close();
  }

  async #open(): Promise<SendingTasks> {
    const [{ openTasks }, { keepRunningMarker }, { createDelivery }, { createOriginOf }, { fileSigning }] = await Promise.all([
      import("../generations/openTasks.ts"),
      import("./service/runningMarker.ts"),
      import("./artifacts/createDelivery.ts"),
      import("./artifacts/originOf.ts"),
      import("./artifacts/fileSigning.ts"),
    ]);
    const tasks = await openTasks({
      folder: this.#folder,
      client: this.#client,
      delivery: createDelivery(),
      originOf: createOriginOf(this.#catalogue),
      signing: fileSigning,
      reportsProgress: (baseUrl, model) => this.#announced(baseUrl, model)?.progress === true,
      endsDeleted: (baseUrl, model) => this.#announced(baseUrl, model)?.cancel === true || isUnbilled({ baseUrl, model }),
      unitOf: (baseUrl, model) => {
        if (baseUrl === builtInBaseUrl && settings.isDemoModel(model)) return demoUnit;
        return baseUrl === (settings.baseUrl() || builtInBaseUrl) ? settings.unit() || undefined : undefined;
      },
      log,
    });
    for (const notice of tasks.notices) void warn(notice);
    this.#stopMarking = keepRunningMarker(this.#folder, tasks, log.warn);
    this.#tasks = tasks;
    this.#opened.fire(tasks);
    return tasks;
  }

  /** The catalogue is the one of the service in use. */
  #announced(baseUrl: string, model: string): Capabilities | undefined {
    return baseUrl === (settings.baseUrl() || builtInBaseUrl) ? this.#catalogue.find(model)?.capabilities : undefined;
  }
}
