/** Runs the local engine's process while it is used, and reads its answers. */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { inheritedEnvironment } from "../command/inheritedEnvironment.ts";
import { type EngineRequest, type FromEngine, fromEngineSchema, type ToEngine } from "./engineMessages.ts";

/** Milliseconds without a request after which the process ends, and with it the model's memory is free. */
const idleTime = 5 * 60_000;

/** The process ended in the middle of an answer. */
export class EngineEnded extends Error {
  override readonly name = "EngineEnded";
}

interface RunningProcess {
  child: ChildProcess;
  /** The requests in progress, by their ids. */
  receivers: Map<number, (message: FromEngine | EngineEnded) => void>;
}

/** In the sources, the program is a TypeScript file next to this one; in `dist/` it is a separate bundle, one folder above shared chunks. */
function programUrl(): URL {
  if (import.meta.url.endsWith(".ts")) return new URL("./engineProcess.ts", import.meta.url);
  return new URL(import.meta.url.includes("/chunks/") ? "../engine.js" : "./engine.js", import.meta.url);
}

export class LocalEngine {
  readonly #folder: () => string;
  #running: RunningProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;
  /** Path of the model that was used last. */
  #file: string | undefined;

  /** `folder`: of the installed engine; may throw. */
  constructor(folder: () => string) {
    this.#folder = folder;
  }

  /** The path of the model in memory; undefined: there is none. */
  get loadedFile(): string | undefined {
    return this.#running === undefined ? undefined : this.#file;
  }

  /** What the engine reports, until it has ended or failed. Throws EngineEnded, and what `folder` throws. Leaving the loop stops it. */
  async *generate(request: EngineRequest, signal: AbortSignal | undefined): AsyncGenerator<FromEngine> {
    signal?.throwIfAborted();
    clearTimeout(this.#idle);
    this.#running ??= this.#start();
    const running = this.#running;
    this.#lastId += 1;
    const id = this.#lastId;
    const received: (FromEngine | EngineEnded)[] = [];
    let wake = Promise.withResolvers<void>();
    running.receivers.set(id, (message) => {
      received.push(message);
      wake.resolve();
    });
    const stop = () => {
      send(running.child, { type: "stop", id });
      wake.resolve();
    };
    signal?.addEventListener("abort", stop);
    this.#file = request.file;
    send(running.child, { type: "generate", id, request });
    let hasEnded = false;
    try {
      while (!hasEnded) {
        await wake.promise;
        wake = Promise.withResolvers();
        signal?.throwIfAborted();
        for (const message of received.splice(0)) {
          if (message instanceof EngineEnded) throw message;
          hasEnded = message.type === "ended" || message.type === "failed";
          yield message;
        }
      }
    } finally {
      signal?.removeEventListener("abort", stop);
      running.receivers.delete(id);
      if (!hasEnded) send(running.child, { type: "stop", id });
      if (running.receivers.size === 0 && this.#running === running) this.#endWhenIdle();
    }
  }

  /** Ends the process: answers in progress fail. */
  close(): void {
    clearTimeout(this.#idle);
    this.#running?.child.kill();
    this.#running = undefined;
  }

  #endWhenIdle(): void {
    this.#idle = setTimeout(() => this.close(), idleTime);
    this.#idle.unref();
  }

  #start(): RunningProcess {
    const folder = this.#folder();
    const options = {
      env: { ...inheritedEnvironment(), ELECTRON_RUN_AS_NODE: "1" },
      stdio: ["ignore", "ignore", "ignore", "ipc"] as ["ignore", "ignore", "ignore", "ipc"],
      windowsHide: true,
    };
    const child = spawn(process.execPath, [fileURLToPath(programUrl()), folder], options);
    const running: RunningProcess = { child, receivers: new Map() };
    const end = (reason: string) => {
      if (this.#running === running) this.#running = undefined;
      for (const receive of running.receivers.values()) receive(new EngineEnded(reason));
    };
    child.on("error", (error) => end(error.message));
    child.on("exit", (code, signal) => end(signal ?? `code ${code}`));
    child.on("message", (received: unknown) => {
      const message = fromEngineSchema.safeParse(received).data;
      if (message !== undefined) running.receivers.get(message.id)?.(message);
    });
    // It ends with this process, and does not keep it running.
    child.unref();
    child.channel?.unref();
    return running;
  }
}

function send(child: ChildProcess, message: ToEngine): void {
  if (child.connected) child.send(message, () => undefined);
}
