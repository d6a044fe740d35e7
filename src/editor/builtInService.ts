/** The service's bundle and its data folder in; a running built-in service, started at first use and again after a crash, out. */
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import * as z from "zod/mini";
import { ServiceError } from "../client/serviceError.ts";

export interface BuiltInAddress {
  /** `{base_url}` on loopback. */
  url: string;
  key: string;
}

export interface BuiltInService {
  /** Starts it where it does not run. Throws ServiceError `unreachable`. */
  address(): Promise<BuiltInAddress>;
  stop(): Promise<void>;
}

export interface BuiltInServiceOptions {
  /** Path of the bundle that runs in a worker. */
  script: string;
  /** Holds the service's tasks, shared by every window. */
  data: string;
  /** Called when the worker ended: its address is worth nothing any more. */
  onStopped: () => void;
  log: { info(message: string): void; warn(message: string): void };
}

/** What the worker posts once. */
const reportSchema = z.union([z.object({ url: z.string(), key: z.string() }), z.object({ error: z.string() })]);

/** Milliseconds that an ordered end may take. */
const closeLimit = 2000;

/** A worker, so that drawing and encoding never block the extension host. */
export function createBuiltInService(options: BuiltInServiceOptions): BuiltInService {
  let running: { worker: Worker; address: Promise<BuiltInAddress> } | undefined;

  const start = () => {
    // The host's own flags (inspector, loaders) are not for the service.
    const worker = new Worker(pathToFileURL(options.script), { workerData: { data: options.data }, execArgv: [] });
    const address = new Promise<BuiltInAddress>((resolve, reject) => {
      const fail = (reason: string, cause?: unknown) =>
        reject(new ServiceError({ kind: "unreachable", message: `the built-in service did not start: ${reason}`, cause }));
      worker.on("message", (message: unknown) => {
        const told = reportSchema.safeParse(message);
        if (!told.success) return;
        if ("error" in told.data) return fail(told.data.error);
        options.log.info(`built-in service at ${told.data.url}`);
        resolve(told.data);
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
    });
    // Whoever asks gets the rejection; a start that nobody waits for any more must not end the host.
    address.catch(() => undefined);
    return { worker, address };
  };

  return {
    address() {
      running ??= start();
      return running.address;
    },
    async stop() {
      const worker = running?.worker;
      running = undefined;
      if (worker === undefined) return;
      const ended = new Promise((resolve) => worker.once("exit", resolve));
      worker.postMessage("close");
      const limit = setTimeout(() => void worker.terminate(), closeLimit);
      await ended;
      clearTimeout(limit);
    },
  };
}
