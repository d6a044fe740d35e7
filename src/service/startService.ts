import type { ProviderSetup, ProviderState } from "../contract/processMessages.ts";
import { createAudioConverter } from "../providers/createAudioConverter.ts";
import { createProviders } from "../providers/createProviders.ts";
import { limitWrongKeys } from "./account/wrongKeys.ts";
import { RecentBase64 } from "./answers/recentBase64.ts";
import { Catalogue } from "./catalogue.ts";
import { createBodyBudget } from "./connection/bodyBudget.ts";
import { listen } from "./connection/listen.ts";
import { createStreamLimit } from "./connection/streamLimit.ts";
import { createApp } from "./createApp.ts";
import { ModelStores } from "./modelStores.ts";
import { silentObserver } from "./observing/observer.ts";
import { createOperations } from "./operations/operations.ts";
import type { AddPage, Service } from "./service.ts";
import { completeOptions, type ServiceOptions } from "./serviceOptions.ts";
import type { ServiceSettings } from "./settings/settings.ts";
import type { OpenedStore, OpenStore } from "./store/openedStore.ts";
import { openStore } from "./store/openStore.ts";
import { startSweeping } from "./store/startSweeping.ts";
import { UsageMeter } from "./work/measureUsage.ts";
import { createSigner } from "./work/signContent.ts";
import { TaskRunner } from "./work/taskRunner.ts";
import { TaskWatch } from "./work/taskWatch.ts";

export interface RunningService {
  /** `{base_url}` of the spec: `http://127.0.0.1:<port>`, or the address that `reach` determines. */
  url: string;
  /** One of its accepted keys; empty if the accounts are in the database. */
  key: string;
  /** Replaces the providers. Tasks in progress keep the providers with which they started. */
  configure(setup: ProviderSetup): void;
  /** Sets every account to its starting balance. */
  refill(): Promise<void>;
  /** The result of the last request for each provider's models. */
  providerStates(): ProviderState[];
  /** Asks the providers for their models, however new the known ones are. Resolves when they have answered, or have had 3 seconds. */
  askProviders(): Promise<void>;
  /** Loads what the providers need for their first request, which would block all others for a tenth of a second. Waits for 3 seconds at most. */
  loadProviders(): Promise<void>;
  readonly modelStores: ModelStores;
  /**
   * Stops accepting connections. Resolves when the current answers have ended and no provider works for this service any more. Tasks on
   * which no provider works are left to other services. `close` does not wait for a drain.
   */
  drain(): Promise<void>;
  /** Closes all connections and aborts all work. Unfinished tasks continue at the next start, if there is a data folder. */
  close(): Promise<void>;
}

/** Starts a service, on loopback unless `reach` allows more. Rejects if the port is in use or what `open` opens cannot be used. */
export async function startService(options: ServiceOptions = {}, open: OpenStore = openStore, addPage?: AddPage): Promise<RunningService> {
  const given = completeOptions(options);
  const { log, observer = silentObserver } = options;
  const opened = await open({ data: options.data, files: options.files, keys: options.keys ?? [], settings: given, log });
  const settings = { ...given, clock: opened.clock };
  if (opened.notice !== undefined) log?.(opened.notice);
  const { service, configure, closeAll } = createService(options, settings, opened);
  const { catalogue, runner, operations } = service;
  const server = await listen(createApp(service, addPage), {
    ...settings,
    port: options.port ?? 0,
    observer,
    log,
  }).catch(async (error: unknown) => {
    await closeAll();
    throw error;
  });
  const begin = async () => {
    await runner.start();
    return startSweeping({ store: opened.tasks, queue: opened.queue, clock: settings.clock, log });
  };
  const sweeping = await begin().catch(async (error: unknown) => {
    await server.close();
    await closeAll();
    throw error;
  });
  return {
    url: server.url,
    key: opened.keys[0] ?? "",
    configure,
    refill: () => opened.accounts.refill(),
    providerStates: () => catalogue.states(),
    askProviders: () => catalogue.askAll(),
    loadProviders: () => catalogue.loadProviders(),
    modelStores: new ModelStores(catalogue),
    async drain() {
      operations.stop();
      service.watch.close();
      await Promise.all([server.drain(), runner.drain()]);
    },
    async close() {
      operations.stop();
      service.watch.close();
      await server.close();
      await sweeping.close();
      await closeAll();
    },
  };
}

interface CreatedService {
  service: Service;
  configure(setup: ProviderSetup): void;
  /** Aborts all work, and closes what the service uses and the store. */
  closeAll(): Promise<void>;
}

/** A service that neither accepts connections nor works on tasks yet. */
function createService(options: ServiceOptions, settings: ServiceSettings, opened: OpenedStore): CreatedService {
  const { log, observer = silentObserver } = options;
  const { tasks: store, accounts } = opened;
  const recent = new RecentBase64();
  const providers = createProviders({
    environment: options.environment ?? {},
    faults: settings.faults,
    tokensPerSecond: settings.tokensPerSecond,
    generatorWorkerUrl: options.generatorWorkerUrl,
    data: options.data,
    log,
  });
  const converter = createAudioConverter(options.generatorWorkerUrl);
  const catalogue = new Catalogue({ log, onChange: options.onProvidersChange });

  function configure(setup: ProviderSetup): void {
    providers.configure(setup);
    catalogue.replace(providers.providers, setup.configuration?.imageModel);
  }

  configure({ configuration: options.configuration, providerKeys: options.providerKeys ?? {}, network: options.network ?? {} });
  const usage = new UsageMeter();
  const bodies = createBodyBudget(settings.bodyLimits);
  const parts = { store, accounts, recent, bodies, catalogue, usage, settings, log };
  const runner = new TaskRunner({
    ...parts,
    sign: options.signing && createSigner(options.signing, log),
    queue: opened.queue,
    convertAudio: converter.convert,
    observer,
  });
  const service: Service = {
    ...parts,
    authenticate: limitWrongKeys(accounts, settings.clock),
    runner,
    watch: new TaskWatch(store, (id) => runner.resume(id)),
    enterStream: createStreamLimit(settings.streamLimits),
    operations: createOperations({ observer, store: opened, catalogue, waiting: () => runner.waiting() }),
  };
  return {
    service,
    configure,
    async closeAll() {
      catalogue.close();
      await runner.close();
      await Promise.all([providers.close(), converter.close()]);
      await opened.close();
    },
  };
}
