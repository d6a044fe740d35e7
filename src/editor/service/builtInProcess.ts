/** One process of the built-in service: its address, the answers to questions, and its end. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { ServiceError } from "../../client/serviceError.ts";
import { errorText } from "../../contract/errorText.ts";
import { type FromService, fromServiceSchema, type PullProgress, type ToService } from "../../contract/processMessages.ts";
import { serviceNodeOptions } from "../../contract/serviceNodeOptions.ts";
import { t } from "../../contract/translate.ts";

export interface BuiltInAddress {
  /** `{base_url}` on loopback. */
  url: string;
  key: string;
}

interface ProcessOptions {
  /** Path of the bundle that runs in the process. */
  script: string;
  /** The options of the service. */
  options: object;
  /** Called when models or states of providers have changed. */
  onProvidersChange(): void;
  /** Called when the process has ended. */
  onEnd(): void;
  log: { info(message: string): void; warn(message: string): void };
}

type Answer<Type extends FromService["type"]> = Extract<FromService, { type: Type }>;

/** Milliseconds that the process may take to shut down before it is killed. */
const closeLimit = 2000;

/**
 * The process, detached so that it outlives this one. It notices the end of this one by the end of the channel. In the desktop version,
 * `execPath` is Electron, which the variable makes behave like Node.
 */
function spawnService(script: string, options: object): ChildProcess {
  const { NODE_OPTIONS: _, ...environment } = process.env;
  return spawn(process.execPath, [...serviceNodeOptions, script, JSON.stringify(options)], {
    detached: true,
    env: { ...environment, ELECTRON_RUN_AS_NODE: "1" },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    windowsHide: true,
  });
}

export class BuiltInProcess {
  readonly #options: ProcessOptions;
  readonly #child: ChildProcess;
  readonly #started = Promise.withResolvers<BuiltInAddress>();
  /** The pending question for each message id. */
  readonly #waiting = new Map<number, PromiseWithResolvers<FromService>>();
  /** Called while a download proceeds, by the id of its message. */
  readonly #pulling = new Map<number, (progress: PullProgress) => void>();
  #lastId = 0;
  #hasStarted = false;

  constructor(options: ProcessOptions) {
    this.#options = options;
    this.#child = spawnService(options.script, options.options);
    this.#child.on("message", (message: unknown) => this.#receive(message));
    this.#child.on("error", (error) => {
      options.log.warn(`built-in service: ${error.message}`);
      if (this.#child.pid === undefined) this.#end(error);
    });
    this.#child.on("exit", (code, signal) => {
      if (code !== 0) options.log.warn(`built-in service: it ended with ${signal ?? `code ${code}`}`);
      this.#end(`its process ended with ${signal ?? `code ${code}`}`);
    });
    // Callers of `address` get the rejection. Without this handler, a failed start that nobody awaits would crash the extension host.
    this.#started.promise.catch(() => undefined);
  }

  /** Rejects with ServiceError `unreachable`. */
  get address(): Promise<BuiltInAddress> {
    return this.#started.promise;
  }

  /** Rejects with ServiceError `unreachable` if the process ends, and with a TypeError after an answer of another type. */
  async ask<Type extends FromService["type"]>(type: Type, question: (id: number) => ToService): Promise<Answer<Type>> {
    this.#lastId += 1;
    const id = this.#lastId;
    const pending = Promise.withResolvers<FromService>();
    this.#waiting.set(id, pending);
    this.#send(question(id));
    const answer = await pending.promise.finally(() => this.#waiting.delete(id));
    if (!isOfType(answer, type)) throw new TypeError(`The built-in service answered with ${answer.type}.`);
    return answer;
  }

  /** Asks to download a model. Rejects when `signal` aborts. */
  async pull(
    provider: string,
    model: string,
    onProgress: (progress: PullProgress) => void,
    signal: AbortSignal,
  ): Promise<Answer<"pulled">> {
    let pull = 0;
    const cancel = () => this.#send({ type: "cancelPull", id: pull });
    signal.throwIfAborted();
    signal.addEventListener("abort", cancel);
    try {
      return await this.ask("pulled", (id) => {
        pull = id;
        this.#pulling.set(id, onProgress);
        return { type: "pullModel", id, provider, model };
      });
    } finally {
      signal.removeEventListener("abort", cancel);
      this.#pulling.delete(pull);
    }
  }

  /** Ends the process because it cannot be used. */
  kill(reason: unknown): void {
    this.#fail(reason);
    this.#child.kill();
  }

  /** Resolves when the process has ended. */
  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, "exit");
    this.#send({ type: "close" });
    const limit = setTimeout(() => this.#child.kill("SIGKILL"), closeLimit);
    await ended;
    clearTimeout(limit);
  }

  /** The process completes its tasks within a limit and ends, also if this process ends before. */
  leave(): void {
    if (this.#child.connected) this.#child.disconnect();
    this.#child.unref();
  }

  #end(reason: unknown): void {
    this.#fail(reason);
    this.#options.onEnd();
  }

  /** A message that cannot be sent is answered by the end of the process. */
  #send(message: ToService): void {
    this.#child.send(message, () => undefined);
  }

  #receive(message: unknown): void {
    const parsed = fromServiceSchema.safeParse(message).data;
    if (parsed === undefined) return;
    switch (parsed.type) {
      case "failed":
        this.#fail(parsed.error);
        return;
      case "started":
        this.#options.log.info(`built-in service at ${parsed.url}`);
        this.#hasStarted = true;
        this.#started.resolve(parsed);
        return;
      case "logged":
        this.#options.log.info(`built-in service: ${parsed.line}`);
        return;
      case "askPresence":
        this.#send({ type: "present", id: parsed.id });
        return;
      case "providersChanged":
        this.#options.onProvidersChange();
        return;
      case "pulling":
        this.#pulling.get(parsed.id)?.(parsed.progress);
        return;
      case "pulled":
      case "unloaded":
      case "described":
      case "configured":
      case "refilled":
      case "states":
      case "tried":
        this.#waiting.get(parsed.id)?.resolve(parsed);
    }
  }

  #fail(reason: unknown): void {
    const text = errorText(reason);
    const error = new ServiceError({
      kind: "unreachable",
      message: this.#hasStarted ? t("The built-in service has stopped: {0}", text) : t("The built-in service did not start: {0}", text),
      cause: reason instanceof Error ? reason : undefined,
    });
    this.#started.reject(error);
    for (const { reject } of this.#waiting.values()) reject(error);
  }
}

function isOfType<Type extends FromService["type"]>(answer: FromService, type: Type): answer is Answer<Type> {
  return answer.type === type;
}
