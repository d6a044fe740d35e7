/**
 * Runs the built-in service in a process of its own. The service starts with the first `configure`; see `contract/processMessages.ts`. When
 * its window has gone, it completes the work in progress within a time limit, leaves waiting tasks to other services, and ends.
 */

import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod/mini";
import { errorText } from "../contract/errorText.ts";
import { type FromService, type ToService, toServiceSchema } from "../contract/processMessages.ts";
import { type RunningService, startService } from "./startService.ts";
import { tryProvider } from "./tryProvider.ts";

process.on("uncaughtException", fail);
// Programs that providers start must not inherit it.
delete process.env.ELECTRON_RUN_AS_NODE;

/** The options in JSON that the parent may pass as the first argument; see ServiceOptions. */
const optionsSchema = z.object({
  data: z.optional(z.string()),
  faults: z.optional(z.boolean()),
  superset: z.optional(z.boolean()),
  rate: z.optional(z.number()),
  tokensPerSecond: z.optional(z.number()),
  delay: z.optional(z.number()),
  balance: z.optional(z.number()),
  bonus: z.optional(z.number()),
  referral: z.optional(z.number()),
  /** Milliseconds that the work in progress may take after the window has gone. */
  completionLimit: z._default(z.number(), 5 * 60_000),
});
const { completionLimit, ...options } = optionsSchema.parse(JSON.parse(process.argv[2] ?? "{}"));

let service: RunningService | undefined;

/** Does nothing after the window has gone. */
function report(message: FromService): void {
  process.send?.(message, () => undefined);
}

async function handle(message: ToService): Promise<void> {
  switch (message.type) {
    case "configure":
      if (service) service.configure(message.setup);
      else await start(message.setup);
      return report({ type: "configured", id: message.id });
    case "refill":
      await service?.refill();
      return report({ type: "refilled", id: message.id });
    case "askStates":
      if (message.again) await service?.askProviders();
      return report({ type: "states", id: message.id, states: service?.providerStates() ?? [] });
    case "tryProvider":
      return report({ type: "tried", id: message.id, ...(await tryProvider(message.setup, AbortSignal.timeout(message.timeout))) });
    case "pullModel":
      return pull(message);
    case "describeModel":
      return describe(message);
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
    case "present":
      return presence.get(message.id)?.();
    case "close":
      return end();
  }
}

/** Milliseconds. */
const unloadTimeLimit = 30_000;
const describeTimeLimit = 30_000;
/** The downloads in progress, by the ids of their messages. */
const pulls = new Map<number, AbortController>();

async function pull({ id, provider, model }: Extract<ToService, { type: "pullModel" }>): Promise<void> {
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

async function describe({ id, model, network }: Extract<ToService, { type: "describeModel" }>): Promise<void> {
  const { describeLocalModel } = await import("../providers/local/describeLocalModel.ts");
  try {
    const description = await describeLocalModel(model, { data: options.data, network, signal: AbortSignal.timeout(describeTimeLimit) });
    report({ type: "described", id, description });
  } catch (error) {
    report({ type: "described", id, error: errorText(error) });
  }
}

async function reasonOf(work: Promise<void> | undefined): Promise<{ error?: string }> {
  try {
    await work;
    return {};
  } catch (error) {
    return { error: errorText(error) };
  }
}

async function start({ configuration, ...setup }: Extract<ToService, { type: "configure" }>["setup"]): Promise<void> {
  service = await startService({
    ...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
    ...setup,
    completesLeftText: async () => !(await hasWindow()),
    ...(configuration === undefined ? {} : { configuration }),
    onProvidersChange: () => report({ type: "providersChanged" }),
    log: (line) => report({ type: "logged", line }),
  });
  report({ type: "started", url: service.url, key: service.key });
}

/** Called for each question that the window has answered, by its id, and for all of them when the window has gone. */
const presence = new Map<number, () => void>();
let lastAsked = 0;

/**
 * Both connections of a window that leaves end together, but the end of the channel may be noticed later. Therefore the window is asked, and
 * either answers or has gone.
 */
async function hasWindow(): Promise<boolean> {
  if (!process.connected) return false;
  lastAsked += 1;
  const id = lastAsked;
  const settled = Promise.withResolvers<void>();
  presence.set(id, settled.resolve);
  report({ type: "askPresence", id });
  await settled.promise;
  presence.delete(id);
  return process.connected;
}

async function end(): Promise<void> {
  await service?.close();
  process.exit();
}

/** Messages start in order, so that the service has started before those that follow `configure`. Those that wait for an engine delay no other. */
let lastHandled = Promise.resolve();
process.on("message", (message: unknown) => {
  const read = toServiceSchema.parse(message);
  const waitsForNone = read.type === "tryProvider" || read.type === "describeModel" || read.type === "present";
  const done = waitsForNone ? handle(read) : lastHandled.then(() => handle(read));
  const delaysNone =
    waitsForNone || read.type === "pullModel" || read.type === "unloadModel" || (read.type === "askStates" && read.again === true);
  const handled = done.catch(fail);
  if (!delaysNone) lastHandled = handled;
});
process.on("disconnect", () => {
  for (const settle of presence.values()) settle();
  const finished = lastHandled.then(() => service?.drain());
  void Promise.race([finished, sleep(completionLimit)]).then(end);
});
function fail(error: unknown): void {
  const message: FromService = { type: "failed", error: errorText(error) };
  if (process.connected) process.send?.(message, () => process.exit(1));
  else process.exit(1);
}
