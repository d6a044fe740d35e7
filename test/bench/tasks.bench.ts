/** Measures following 1,000 pending tasks and listing 10,000 finished ones. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import type { Bench } from "./bench.ts";
import { measureWaits } from "./tasksWaits.ts";

const measurementSchema = z.record(z.string(), z.number());

/** A service that accepts every task and finishes none, so that only the follower is measured. */
async function withPendingService<Result>(use: (baseUrl: string) => Promise<Result>): Promise<Result> {
  let polls = 0;
  let posts = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      response.setHeader("content-type", "application/json");
      if (request.url === "/polls") response.end(String(polls));
      else if (request.method === "POST") {
        posts += 1;
        response.writeHead(202).end(JSON.stringify({ id: `id-${posts}` }));
      } else {
        polls += 1;
        response.end(JSON.stringify({ id: request.url?.split("/").at(-1), status: "pending" }));
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The service has no port.");
  try {
    return await use(`http://127.0.0.1:${address.port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function measure(way: string): Promise<Record<string, number>> {
  const folder = await mkdtemp(join(tmpdir(), "tasks-bench-"));
  try {
    return await withPendingService(async (baseUrl) => {
      const script = fileURLToPath(new URL("tasksMeasurement.ts", import.meta.url));
      const child = spawn(process.execPath, [script, way, folder, baseUrl], { stdio: ["ignore", "pipe", "inherit"] });
      return measurementSchema.parse(JSON.parse(await text(child.stdout)));
    });
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function rowsOf(measured: Record<string, number>, rows: readonly (readonly [name: string, fact: string, unit: string])[]) {
  return rows.map(([name, fact, unit]) => ({ name, value: measured[fact] ?? Number.NaN, unit }));
}

const following = [
  ["tasks-1000-requests-per-second", "requestsPerSecond", "requests/s"],
  ["tasks-1000-peak-mib", "peakMiB", "MiB"],
  ["tasks-1000-cpu-percent", "cpuPercent", "% of one core"],
] as const;
const listing = [
  ["tasks-10000-open-ms", "openMilliseconds", "ms"],
  ["tasks-10000-page-ms", "pageMilliseconds", "ms"],
  ["tasks-10000-slowest-page-ms", "slowestPageMilliseconds", "ms"],
] as const;

const waiting = [
  ["tasks-wait-after-ready-ms", "waitMilliseconds", "ms"],
  ["tasks-wait-requests-per-30-s", "requestsPerHalfMinute", "requests"],
] as const;

const benches: Bench[] = [
  { names: following.map(([name]) => name), run: async () => rowsOf(await measure("follow"), following) },
  { names: waiting.map(([name]) => name), run: async () => rowsOf(await measureWaits(), waiting) },
  { names: listing.map(([name]) => name), run: async () => rowsOf(await measure("list"), listing) },
];
export default benches;
