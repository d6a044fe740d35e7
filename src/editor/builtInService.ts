/** Runs the built-in service: starts it on first use, restarts it after a crash, and asks it about its providers. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { ServiceError } from "../client/serviceError.ts";
import {
  type FromService,
  fromServiceSchema,
  type ProviderSetup,
  type ProviderState,
  type PullProgress,
  type ToService,
  type TriedModel,
} from "../contract/processMessages.ts";

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
  /** The process of the service ends at once. Unfinished tasks continue at the next start. */
  stop(): Promise<void>;
  /** The process of the service completes its tasks within a limit and ends, also if this process ends before. */
  leave(): void;
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
  /** Path of the bundle that runs in a process of its own. */
  script: string;
  /** Folder of the service's tasks, shared by all windows. */
  data: string;
  /** Read at each start. */
  tuning: () => BuiltInTuning;
  /** Read at each start. Rejects if the settings are invalid. */
  setup: () => Promise<ProviderSetup>;
  /** Called when the process has ended: its address is no longer valid. */
  onStopped: () => void;
  /** Called when models or states of providers have changed. */
  onProvidersChange: () => void;
  log: { info(message: string): void; warn(message: string): void };
}

/** Milliseconds that the process may take to shut down before it is killed. */
const closeLimit = 2000;

interface Running {
  process: ChildProcess;
  address: Promise<BuiltInAddress>;
  /** The pending question for each message id. */
  waiting: Map<number, PromiseWithResolvers<FromService>>;
  /** Called while a download proceeds, by the id of its message. */
  pulling: Map<number, (progress: PullProgress) => void>;
}

/**
 * The process, detached so that it outlives this one. It notices the end of this one by the end of the channel. In the desktop version,
 * `execPath` is Electron, which the variable makes behave like Node.
 */
function spawnService(script: string, options: object): ChildProcess {
  const { NODE_OPTIONS: _, ...environment } = process.env;
  return spawn(process.execPath, [script, JSON.stringify(options)], {
    detached: true,
    env: { ...environment, ELECTRON_RUN_AS_NODE: "1" },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    windowsHide: true,
  });
}

/** The service runs in a process of its own, so that it never blocks the extension host and completes its tasks while a window reloads. */
export function createBuiltInService(options: BuiltInServiceOptions): BuiltInService {
  let running: Running | undefined;
  let lastId = 0;

  const start = (): Running => {
    const child = spawnService(options.script, { ...options.tuning(), data: options.data, superset: true });
    const waiting: Running["waiting"] = new Map();
    const pulling: Running["pulling"] = new Map();
    const started = Promise.withResolvers<BuiltInAddress>();
    const fail = (reason: string, cause?: unknown) => {
      const error = new ServiceError({ kind: "unreachable", message: `The built-in service did not start: ${reason}`, cause });
      started.reject(error);
      for (const { reject } of waiting.values()) reject(error);
    };
    child.on("message", (message: unknown) => {
      const parsed = fromServiceSchema.safeParse(message).data;
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
    const end = (reason: string, cause?: unknown) => {
      fail(reason, cause);
      if (running?.process === child) running = undefined;
      options.onStopped();
    };
    child.on("error", (error) => {
      options.log.warn(`built-in service: ${error.message}`);
      if (child.pid === undefined) end(error.message, error);
    });
    child.on("exit", (code, signal) => end(`it ended with ${signal ?? `code ${code}`}`));
    const made: Running = { process: child, address: started.promise, waiting, pulling };
    // Callers of `address()` get the rejection. Without this handler, a failed start that nobody awaits would crash the extension host.
    started.promise.catch(() => undefined);
    configure(made).catch((error: unknown) => {
      fail(error instanceof Error ? error.message : String(error), error);
      child.kill();
    });
    return made;
  };

  const ask = async ({ process: child, waiting }: Running, question: (id: number) => ToService): Promise<FromService> => {
    lastId += 1;
    const id = lastId;
    const answer = Promise.withResolvers<FromService>();
    waiting.set(id, answer);
    send(child, question(id));
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
      const { process: child, pulling } = current();
      let pull = 0;
      const cancel = () => send(child, { type: "cancelPull", id: pull });
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
      const child = running?.process;
      running = undefined;
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      send(child, { type: "close" });
      const limit = setTimeout(() => child.kill("SIGKILL"), closeLimit);
      await ended;
      clearTimeout(limit);
    },
    leave() {
      const child = running?.process;
      running = undefined;
      if (child?.connected) child.disconnect();
      child?.unref();
    },
  };
}

/** A message that cannot be sent is answered by the end of the process. */
function send(child: ChildProcess, message: ToService): void {
  child.send(message, () => undefined);
}
