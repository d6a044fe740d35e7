/** Measures the memory of a service for each of 10,000 streams that are open at the same time. */
import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Bench } from "./bench.ts";
import { deployedService } from "./builtProgram.ts";
import { residentMemory, script, type Target, withProcess } from "./measuredProcess.ts";

const streams = 10_000;
/** How many are opened at once: the rest would wait in the queue of the listening socket. */
const openedAtOnce = 200;

/** One delta, and no end. */
const body = JSON.stringify({ model: "bench/bench-text", input: "2*3600000", stream: true });
const request = [
  "POST /api/v1/responses HTTP/1.1",
  "host: 127.0.0.1",
  "authorization: Bearer bench-key",
  "content-type: application/json",
  `content-length: ${Buffer.byteLength(body)}`,
  "",
  body,
].join("\r\n");

/** Resolves when the first event has arrived. */
function openStream({ url }: Target): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(request));
  let answer = "";
  socket.setEncoding("latin1").on("data", (text) => {
    answer += text;
    if (answer.includes("event: response.created")) resolve(socket);
    else if (answer.length > 4096) reject(new Error(`A stream began with ${answer.slice(0, 200)}`));
  });
  socket.on("error", reject);
  socket.on("close", () => reject(new Error(`A stream ended after ${answer.slice(0, 200)}`)));
  return promise;
}

async function openStreams(service: Target, count: number): Promise<Socket[]> {
  const opened: Socket[] = [];
  while (opened.length < count) {
    const missing = Math.min(openedAtOnce, count - opened.length);
    opened.push(...(await Promise.all(Array.from({ length: missing }, () => openStream(service)))));
  }
  return opened;
}

const openStreamsBench: Bench = {
  names: ["service-10000-streams-kb-each"],
  async run() {
    const limit = Number(execFileSync("sh", ["-c", "ulimit -n"], { encoding: "utf8" }));
    if (limit < streams + 1000) throw new Error(`This machine allows ${limit} open files, fewer than the streams need.`);
    const folder = await mkdtemp(join(tmpdir(), "streams-bench-"));
    try {
      return await withProcess([script("gatewayProvider.ts")], async ({ url }) => {
        const config = join(folder, "providers.json");
        await writeFile(config, JSON.stringify({ providers: { bench: { type: "openai-compatible", baseURL: `${url}/v1` } } }));
        const options = ["--port", "0", "--key", "bench-key", "--config", config];
        return withProcess(await deployedService(...options), async (service) => {
          // The first streams load code and let the heap grow.
          const warm = await openStreams(service, openedAtOnce);
          const before = residentMemory(service);
          const opened = await openStreams(service, streams - warm.length);
          const after = residentMemory(service);
          for (const socket of [...warm, ...opened]) socket.removeAllListeners("close").destroy();
          return [{ name: "service-10000-streams-kb-each", value: ((after - before) * 1024 ** 2) / opened.length / 1000, unit: "kB" }];
        });
      });
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

const benches: readonly Bench[] = [openStreamsBench];
export default benches;
