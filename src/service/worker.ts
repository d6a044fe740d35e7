/** Runs the built-in service in a worker. The service starts with the first `configure`; see `contract/workerMessages.ts`. */
import { parentPort, workerData } from "node:worker_threads";
import * as z from "zod/mini";
import { type FromWorker, type ToWorker, toWorkerSchema } from "../contract/workerMessages.ts";
import { type RunningService, startService } from "./startService.ts";
import { tryProvider } from "./tryProvider.ts";

/** The options that the parent may pass as `workerData`; see ServiceOptions. */
const workerDataSchema = z.nullish(
  z.object({
    port: z.optional(z.number()),
    data: z.optional(z.string()),
    keys: z.optional(z.array(z.string())),
    faults: z.optional(z.boolean()),
    superset: z.optional(z.boolean()),
    rate: z.optional(z.number()),
    tokensPerSecond: z.optional(z.number()),
    delay: z.optional(z.number()),
    balance: z.optional(z.number()),
    bonus: z.optional(z.number()),
    referral: z.optional(z.number()),
    waitLimit: z.optional(z.number()),
  }),
);

let service: RunningService | undefined;

function report(message: FromWorker): void {
  parentPort?.postMessage(message);
}

async function handle(message: ToWorker): Promise<void> {
  switch (message.type) {
    case "configure":
      if (service) service.configure(message.setup);
      else await start(message.setup);
      return report({ type: "configured", id: message.id });
    case "refill":
      await service?.refill();
      return report({ type: "refilled", id: message.id });
    case "askStates":
      return report({ type: "states", id: message.id, states: service?.providerStates() ?? [] });
    case "tryProvider":
      return report({ type: "tried", id: message.id, ...(await tryProvider(message.setup, AbortSignal.timeout(message.timeout))) });
    case "pullModel":
      return pull(message);
    case "cancelPull":
      return pulls.get(message.id)?.abort();
    case "unloadModel": {
      const { id, provider, model } = message;
      return report({
        type: "unloaded",
        id,
        ...(await reasonOf(service?.modelStores.unload(provider, model, AbortSignal.timeout(unloadTimeLimit)))),
      });
    }
    case "close":
      await service?.close();
      parentPort?.close();
  }
}

/** Milliseconds. */
const unloadTimeLimit = 30_000;
/** The downloads in progress, by the ids of their messages. */
const pulls = new Map<number, AbortController>();

async function pull({ id, provider, model }: Extract<ToWorker, { type: "pullModel" }>): Promise<void> {
  const aborting = new AbortController();
  pulls.set(id, aborting);
  let pulled = model;
  const pulling = service?.modelStores
    .pull(provider, model, (progress) => report({ type: "pulling", id, progress }), aborting.signal)
    .then((made) => {
      pulled = made;
    });
  const reason = await reasonOf(pulling);
  pulls.delete(id);
  report({ type: "pulled", id, model: pulled, ...reason });
}

async function reasonOf(work: Promise<void> | undefined): Promise<{ error?: string }> {
  try {
    await work;
    return {};
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

async function start({ configuration, ...setup }: Extract<ToWorker, { type: "configure" }>["setup"]): Promise<void> {
  const given = Object.entries(workerDataSchema.parse(workerData) ?? {}).filter(([, value]) => value !== undefined);
  service = await startService({
    ...Object.fromEntries(given),
    ...setup,
    completesLeftTexts: true,
    ...(configuration === undefined ? {} : { configuration }),
    onProvidersChange: () => report({ type: "providersChanged" }),
  });
  report({ type: "started", url: service.url, key: service.key });
}

/** Messages start in order, so that the service has started before those that follow `configure`. Those that wait for an engine delay no other. */
let lastHandled = Promise.resolve();
parentPort?.on("message", (message: unknown) => {
  const read = toWorkerSchema.parse(message);
  const done = read.type === "tryProvider" ? handle(read) : lastHandled.then(() => handle(read));
  const isSlow = read.type === "tryProvider" || read.type === "pullModel" || read.type === "unloadModel";
  const handled = done.catch(fail);
  if (!isSlow) lastHandled = handled;
});

function fail(error: unknown): void {
  report({ type: "failed", error: error instanceof Error ? error.message : String(error) });
  parentPort?.close();
}
