import type { ProviderSetup, ProviderState } from "../contract/workerMessages.ts";
import { createAudioConverter } from "../providers/createAudioConverter.ts";
import { createProviders } from "../providers/createProviders.ts";
import { createAccounts } from "./account/accounts.ts";
import { createCatalogue } from "./catalogue.ts";
import { createApp } from "./createApp.ts";
import { listen } from "./listen.ts";
import { completeOptions, type ServiceOptions } from "./serviceOptions.ts";
import { openStore } from "./store/openStore.ts";
import { createTaskStore } from "./store/taskStore.ts";
import { createUsageMeter } from "./work/measureUsage.ts";
import { createTaskRunner } from "./work/taskRunner.ts";

export interface RunningService {
  /** `{base_url}` of the spec: `http://127.0.0.1:<port>` */
  url: string;
  /** A key that it accepts. */
  key: string;
  /** Other providers answer from now on. Tasks that are under way go on with those that they began with. */
  configure(setup: ProviderSetup): void;
  /** Gives every account its starting balance again. */
  refill(): void;
  /** What became of the last time that each provider was asked for its models. */
  providerStates(): ProviderState[];
  /** Ends all connections and work. Unfinished tasks go on at the next start, when there is a data folder. */
  close(): Promise<void>;
}

/** Milliseconds between two looks for results that are older than the storage time. */
const sweepInterval = 60 * 60 * 1000;

/** Starts a service on loopback. Rejects when the port is taken or the data folder cannot be used. */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const settings = completeOptions(options);
  const { log } = options;
  const { database, owner, notice, close } = await openStore(options.data);
  if (notice !== undefined) log?.(notice);
  const store = createTaskStore(database, owner, settings.clock);
  const accounts = createAccounts(database, options.keys ?? [], settings);
  const providers = createProviders({
    environment: options.environment ?? {},
    faults: settings.faults,
    tokensPerSecond: settings.tokensPerSecond,
    generatorWorkerUrl: options.generatorWorkerUrl,
  });
  const converter = createAudioConverter(options.generatorWorkerUrl);
  const catalogue = createCatalogue({ log, onChange: options.onProvidersChange });

  function configure(setup: ProviderSetup): void {
    providers.configure(setup);
    catalogue.replace(providers.providers, setup.configuration?.imageModel);
  }

  configure({ configuration: options.configuration, providerKeys: options.providerKeys ?? {}, network: options.network ?? {} });
  const runner = createTaskRunner({ store, catalogue, usage: createUsageMeter(), settings, convertAudio: converter.convert, log });
  const app = createApp({ settings, catalogue, accounts, store, runner, log });

  async function closeAll(): Promise<void> {
    catalogue.close();
    await runner.close();
    await Promise.all([providers.close(), converter.close()]);
    close();
  }

  const server = await listen((request, bindings) => app.fetch(request, bindings), { port: options.port ?? 0, log }).catch(
    async (error: unknown) => {
      await closeAll();
      throw error;
    },
  );
  store.sweep();
  runner.resumeAll();
  const sweeping = setInterval(() => store.sweep(), sweepInterval);
  sweeping.unref();
  return {
    url: server.url,
    key: accounts.keys[0],
    configure,
    refill: accounts.refill,
    providerStates: catalogue.states,
    async close() {
      clearInterval(sweeping);
      await server.close();
      await closeAll();
    },
  };
}
