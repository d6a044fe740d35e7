/** Runs the built-in service: starts it on first use, restarts it after a crash, and asks it about its providers. */
import type { ModelDescription, ProviderSetup, ProviderState, PullProgress, TriedProvider } from "../../contract/processMessages.ts";
import type { BuiltInTuning } from "../base/settings.ts";
import { type BuiltInAddress, BuiltInProcess } from "./builtInProcess.ts";

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

/** The service runs in a process of its own, so that it never blocks the extension host and completes its tasks while a window reloads. */
export class BuiltInService {
  readonly #options: BuiltInServiceOptions;
  #running: BuiltInProcess | undefined;

  constructor(options: BuiltInServiceOptions) {
    this.#options = options;
  }

  /** Starts the service if it is not running. Throws ServiceError `unreachable`. */
  address(): Promise<BuiltInAddress> {
    return this.#process().address;
  }

  /** Reads the setup again if the service is running. Running tasks are not interrupted. Throws what `setup` throws. */
  async configure(): Promise<void> {
    if (this.#running !== undefined) await this.#configure(this.#running);
  }

  /** Starts the service if it is not running. */
  async providerStates(): Promise<ProviderState[]> {
    return (await this.#process().ask("states", (id) => ({ type: "askStates", id }))).states;
  }

  /** Asks the configured providers for their models, however new the known ones are. */
  async askProviders(): Promise<void> {
    await this.#process().ask("states", (id) => ({ type: "askStates", id, again: true }));
  }

  /** Asks the only provider of `setup` for its models, whether or not it is configured. `timeout` in milliseconds. */
  async tryProvider(setup: ProviderSetup, timeout: number): Promise<TriedProvider> {
    return this.#process().ask("tried", (id) => ({ type: "tryProvider", id, setup, timeout }));
  }

  /** Describes a model for the local engine. Rejects with the reason. */
  async describeModel(model: string, network: ProviderSetup["network"]): Promise<ModelDescription> {
    const { description, error } = await this.#process().ask("described", (id) => ({ type: "describeModel", id, model, network }));
    if (description === undefined) throw new Error(error);
    return description;
  }

  /** Downloads a model of a configured provider, and returns its id at the service. Rejects with the reason, and when `signal` aborts. */
  async pullModel(provider: string, model: string, onProgress: (progress: PullProgress) => void, signal: AbortSignal): Promise<string> {
    const answer = await this.#process().pull(provider, model, onProgress, signal);
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.model;
  }

  /** Removes a model of a configured provider from memory. Rejects with the reason. */
  async unloadModel(provider: string, model: string): Promise<void> {
    const { error } = await this.#process().ask("unloaded", (id) => ({ type: "unloadModel", id, provider, model }));
    if (error !== undefined) throw new Error(error);
  }

  /** Resets the account to its starting balance. */
  async refill(): Promise<void> {
    const asked = this.#process();
    // It has no accounts before it has started.
    await asked.address;
    await asked.ask("refilled", (id) => ({ type: "refill", id }));
  }

  /** The process of the service ends at once. Unfinished tasks continue at the next start. */
  async stop(): Promise<void> {
    const stopped = this.#running;
    this.#running = undefined;
    await stopped?.close();
  }

  /** The process of the service completes its tasks within a limit and ends, also if this process ends before. */
  leave(): void {
    this.#running?.leave();
    this.#running = undefined;
  }

  #process(): BuiltInProcess {
    this.#running ??= this.#start();
    return this.#running;
  }

  #start(): BuiltInProcess {
    const { script, data, tuning, onProvidersChange, onStopped, log } = this.#options;
    const started = new BuiltInProcess({
      script,
      options: { ...tuning(), data, superset: true },
      onProvidersChange,
      onEnd: () => {
        if (this.#running === started) this.#running = undefined;
        onStopped();
      },
      log,
    });
    this.#configure(started).catch((error: unknown) => started.kill(error));
    return started;
  }

  async #configure(asked: BuiltInProcess): Promise<void> {
    const setup = await this.#options.setup();
    await asked.ask("configured", (id) => ({ type: "configure", id, setup }));
  }
}
