/** Worker data in; a running built-in service, its address posted to the parent, out. */
import { parentPort, workerData } from "node:worker_threads";
import * as z from "zod/mini";
import { startService } from "./startService.ts";

/** The options that the parent may give as `workerData`; see ServiceOptions. */
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
    waitLimit: z.optional(z.number()),
  }),
);

/** What the parent receives, once. The message "close" ends the service and the thread. */
export type WorkerReport = { url: string; key: string } | { error: string };

function report(message: WorkerReport): void {
  parentPort?.postMessage(message);
}

try {
  const given = Object.entries(workerDataSchema.parse(workerData) ?? {}).filter(([, value]) => value !== undefined);
  const service = await startService(Object.fromEntries(given));
  parentPort?.on("message", (message) => {
    if (message === "close") void service.close().then(() => parentPort?.close());
  });
  report({ url: service.url, key: service.key });
} catch (error) {
  report({ error: error instanceof Error ? error.message : String(error) });
  parentPort?.close();
}
