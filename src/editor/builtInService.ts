/** Runs the built-in service: starts it on first use, restarts it after a crash, and asks it about its providers. */
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { ServiceError } from "../client/serviceError.ts";
import {
  type FromWorker,
  fromWorkerSchema,
  type ProviderSetup,
  type ProviderState,
  type PullProgress,
  type ToWorker,
  type TriedModel,
} from "../contract/workerMessages.ts";

interface BuiltInAddress {
  /** `{base_url}` on loopback. */
  url: string;
  key: string;
}

export interface TriedProvider {
  state: ProviderState;
  models: TriedModel[];
}

export interface BuiltInService {
  /** Starts the service if it is not running. Throws ServiceError `unreachable`. */
  address(): Promise<BuiltInAddress>;
  /** Reads the setup again if the service is running. Running tasks are not interrupted. Throws what `setup` throws. */
  configure(): Promise<void>;
  /** Starts the service if it is not running. */
  providerStates(): Promise<ProviderState[]>;
  /** Asks the only provider of `setup` for its models, whether or not it is configured. `timeout` in milliseconds. */
  tryProvider(setup: ProviderSetup, timeout: number): Promise<TriedProvider>;
  /** Downloads a model of a configured provider, and returns its id at the service. Rejects with the reason, and when `signal` aborts. */
  pullModel(provider: string, model: string, onProgress: (progress: PullProgress) => void, signal: AbortSignal): Promise<string>;
  /** Removes a model of a configured provider from memory. Rejects with the reason. */
  unloadModel(provider: string, model: string): Promise<void>;
  /** Resets the account to its starting balance. */
  refill(): Promise<void>;
  stop(): Promise<void>;
}

/** The user's options for the service. The service has a default for each option that is not set. */
export interface BuiltInTuning {
  rate?: number;
  balance?: number;
  bonus?: number;
  referral?: number;
  tokensPerSecond?: number;
  delay?: number;
  faults?: boolean;
}

export interface BuiltInServiceOptions {
  /** Path of the bundle that runs in a worker. */
  script: string;
  /** Folder of the service's tasks, shared by all windows. */
  data: string;
  /** Read at each start. */
  tuning: () => BuiltInTuning;
  /** Read at each start. Rejects if the settings are invalid. */
  setup: () => Promise<ProviderSetup>;
  /** Called when the worker has ended: its address is no longer valid. */
  onStopped: () => void;
  /** Called when models or states of providers have changed. */
  onProvidersChange: () => void;
  log: { info(message: string): void; warn(message: string): void };
}

/** Milliseconds that the worker may take to shut down before it is terminated. */
const closeLimit = 2000;

interface Running {
  worker: Worker;
  address: Promise<BuiltInAddress>;
  /** The pending question for each message id. */
  waiting: Map<number, PromiseWithResolvers<FromWorker>>;
  /** Called while a download proceeds, by the id of its message. */
  pulling: Map<number, (progress: PullProgress) => void>;
}

/** The service runs in a worker, so that drawing and encoding never block the extension host. */
export function createBuiltInService(options: BuiltInServiceOptions): BuiltInService {
  let running: Running | undefined;
  let lastId = 0;

  const start = (): Running => {
    // The host's own flags (inspector, loaders) must not reach the service.
    const workerData = { ...options.tuning(), data: options.data, superset: true };
    const worker = new Worker(pathToFileURL(options.script), { workerData, execArgv: [] });
    const waiting: Running["waiting"] = new Map();
    const pulling: Running["pulling"] = new Map();
    const started = Promise.withResolvers<BuiltInAddress>();
    const fail = (reason: string, cause?: unknown) => {
      const error = new ServiceError({ kind: "unreachable", message: `The built-in service did not start: ${reason}`, cause });
      started.reject(error);
      for (const { reject } of waiting.values()) reject(error);
    };
    worker.on("message", (message: unknown) => {
      const parsed = fromWorkerSchema.safeParse(message).data;
      if (parsed === undefined) return;
      switch (parsed.type) {
        case "failed":
          return fail(parsed.error);
        case "started":
          options.log.info(`built-in service at ${parsed.url}`);
          return started.resolve(parsed);
        case "providersChanged":
          return options.onProvidersChange();
        case "pulling":
          return pulling.get(parsed.id)?.(parsed.progress);
        case "pulled":
        case "unloaded":
        case "configured":
        case "refilled":
        case "states":
        case "tried":
          waiting.get(parsed.id)?.resolve(parsed);
      }
    });
    worker.on("error", (error) => {
      options.log.warn(`built-in service: ${error instanceof Error ? error.message : String(error)}`);
      fail(error instanceof Error ? error.message : String(error), error);
    });
    worker.on("exit", (code) => {
      fail(`it ended with code ${code}`);
      if (running?.worker === worker) running = undefined;
      options.onStopped();
    });
    const made: Running = { worker, address: started.promise, waiting, pulling };
    // Callers of `address()` get the rejection. Without this handler, a failed start that nobody awaits would crash the extension host.
    started.promise.catch(() => undefined);
    configure(made).catch((error: unknown) => {
      fail(error instanceof Error ? error.message : String(error), error);
      void worker.terminate();
    });
    return made;
  };

  const ask = async ({ worker, waiting }: Running, question: (id: number) => ToWorker): Promise<FromWorker> => {
    lastId += 1;
    const id = lastId;
    const answer = Promise.withResolvers<FromWorker>();
    waiting.set(id, answer);
    worker.postMessage(question(id));
    return answer.promise.finally(() => waiting.delete(id));
  };

  const configure = async (asked: Running): Promise<void> => {
    const setup = await options.setup();
    await ask(asked, (id) => ({ type: "configure", id, setup }));
  };

  const current = (): Running => {
    running ??= start();
    return running;
  };

  return {
    address: () => current().address,
    async configure() {
      if (running !== undefined) await configure(running);
    },
    async providerStates() {
      const answer = await ask(current(), (id) => ({ type: "askStates", id }));
      return answer.type === "states" ? answer.states : [];
    },
    async tryProvider(setup, timeout) {
      const answer = await ask(current(), (id) => ({ type: "tryProvider", id, setup, timeout }));
      if (answer.type !== "tried") throw new TypeError(`The built-in service answered with ${answer.type}.`);
      return { state: answer.state, models: answer.models };
    },
    async pullModel(provider, model, onProgress, signal) {
      const { worker, pulling } = current();
      let pull = 0;
      const cancel = () => worker.postMessage({ type: "cancelPull", id: pull } satisfies ToWorker);
      signal.throwIfAborted();
      signal.addEventListener("abort", cancel);
      try {
        const answer = await ask(current(), (id) => {
          pull = id;
          pulling.set(id, onProgress);
          return { type: "pullModel", id, provider, model };
        });
        if (answer.type !== "pulled") throw new TypeError(`The built-in service answered with ${answer.type}.`);
        if (answer.error !== undefined) throw new Error(answer.error);
        return answer.model;
      } finally {
        signal.removeEventListener("abort", cancel);
        pulling.delete(pull);
      }
    },
    async unloadModel(provider, model) {
      const answer = await ask(current(), (id) => ({ type: "unloadModel", id, provider, model }));
      if (answer.type === "unloaded" && answer.error !== undefined) throw new Error(answer.error);
    },
    async refill() {
      const asked = current();
      // It has no accounts before it has started.
      await asked.address;
      await ask(asked, (id) => ({ type: "refill", id }));
    },
    async stop() {
      const worker = running?.worker;
      running = undefined;
      if (worker === undefined) return;
      const ended = new Promise((resolve) => worker.once("exit", resolve));
      worker.postMessage({ type: "close" } satisfies ToWorker);
      const limit = setTimeout(() => void worker.terminate(), closeLimit);
      await ended;
      clearTimeout(limit);
    },
  };
}
