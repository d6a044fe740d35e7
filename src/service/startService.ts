/** Options in; the built-in service, listening on loopback, out. */
import { createAccounts } from "./account/accounts.ts";
import { createApp } from "./createApp.ts";
import { createGenerator } from "./generators/generator.ts";
import { listen } from "./listen.ts";
import { createCatalogue } from "./models.ts";
import { completeOptions, type ServiceOptions } from "./serviceOptions.ts";
import { openInstance } from "./store/instance.ts";
import { openDatabase } from "./store/openDatabase.ts";
import { createTaskStore } from "./store/taskStore.ts";
import { createUsageMeter } from "./work/measureUsage.ts";
import { createTaskRunner } from "./work/taskRunner.ts";

export interface RunningService {
  /** `{base_url}` of the spec: `http://127.0.0.1:<port>` */
  url: string;
  /** A key that it accepts. */
  key: string;
  /** Ends all connections and work. Unfinished tasks go on at the next start, when there is a data folder. */
  close(): Promise<void>;
}

/** Milliseconds between two looks for results that are older than the storage time. */
const sweepInterval = 60 * 60 * 1000;

/** Rejects when the port is taken or the data folder cannot be used. */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const settings = completeOptions(options);
  const database = openDatabase(options.data);
  const instance = openInstance(options.data);
  const store = createTaskStore(database, instance, settings.clock);
  const accounts = createAccounts(database, options.keys ?? [], settings);
  const catalogue = createCatalogue(settings);
  const generator = createGenerator({ workerUrl: options.generatorWorkerUrl });
  const runner = createTaskRunner({ store, generator, catalogue, usage: createUsageMeter(), settings, log: options.log });
  const app = createApp({ settings, catalogue, accounts, store, runner, generator, log: options.log });
  const server = await listen((request, bindings) => app.fetch(request, bindings), { port: options.port ?? 0, log: options.log }).catch(
    async (error: unknown) => {
      await generator.close();
      database.close();
      instance.close();
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
    async close() {
      clearInterval(sweeping);
      await server.close();
      await runner.close();
      await generator.close();
      database.close();
      instance.close();
    },
  };
}
