/** Measures the built-in service, compared with a bare node:http server that sends the same bytes. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "undici";
import * as z from "zod/mini";
import type { Bench, BenchRow } from "./bench.ts";
import { deployedService } from "./builtProgram.ts";
import { median, peakMemory, script, type Target, withProcess } from "./measuredProcess.ts";

const key = "bench-key";
const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
const withService = async <Result>(use: (target: Target) => Promise<Result>, ...args: string[]) =>
  withProcess(await deployedService("--port", "0", "--key", key, "--tokens-per-second", "0", ...args), use);

/** The same bytes from a bare server. */
async function withBare<Result>(body: Uint8Array, contentType: string, use: (target: Target) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "service-bench-"));
  try {
    const path = join(folder, "body");
    await writeFile(path, body);
    return await withProcess([script("bareServer.ts"), path, contentType], use);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface Call {
  method: "GET" | "POST";
  path: string;
  body?: string;
}

/** Requests per second over 32 kept connections. */
async function requestRate({ url }: Target, call: Call, milliseconds: number): Promise<number> {
  const pool = new Pool(url, { connections: 32 });
  const end = performance.now() + milliseconds;
  let count = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      while (performance.now() < end) {
        const answer = await pool.request({ ...call, headers });
        await answer.body.dump();
        count += 1;
      }
    }),
  );
  const rate = (count / (performance.now() - start)) * 1000;
  await pool.close();
  return rate;
}

/**
 * The rates of our server and the bare one, measured alternately after a warm-up. Both become faster for some seconds, while V8 optimises
 * them, and rounds are short, so that other load affects both servers of a round.
 */
async function compareRates(ours: Target, bare: Target, call: Call): Promise<{ ours: number; bare: number; ratio: number }> {
  await requestRate(ours, call, 3000);
  await requestRate(bare, call, 3000);
  const rounds: { ours: number; bare: number }[] = [];
  for (let round = 0; round < 15; round += 1) {
    rounds.push({ ours: await requestRate(ours, call, 500), bare: await requestRate(bare, call, 500) });
  }
  return {
    ours: median(rounds.map((round) => round.ours)),
    bare: median(rounds.map((round) => round.bare)),
    ratio: median(rounds.map((round) => round.ours / round.bare)),
  };
}

const models: Bench = {
  names: ["service-models-rate", "service-models-bare-rate", "service-models-vs-bare"],
  run: () =>
    withService(async (service) => {
      const call: Call = { method: "GET", path: "/api/v1/models" };
      const body = Buffer.from(await (await fetch(`${service.url}${call.path}`, { headers })).arrayBuffer());
      const rates = await withBare(body, "application/json", (bare) => compareRates(service, bare, call));
      return [
        { name: "service-models-rate", value: rates.ours, unit: "requests/s" },
        { name: "service-models-bare-rate", value: rates.bare, unit: "requests/s" },
        { name: "service-models-vs-bare", value: rates.ratio, unit: "times" },
      ];
    }),
};

const images: Bench = {
  names: ["service-images-rate", "service-images-bare-rate", "service-images-vs-bare"],
  run: () =>
    withService(
      async (service) => {
        const body = JSON.stringify({ model: "demo-image", prompt: "A heron" });
        const call: Call = { method: "POST", path: "/api/v1/images", body };
        const answer = Buffer.from(await (await fetch(`${service.url}${call.path}`, { method: "POST", headers, body })).arrayBuffer());
        const rates = await withBare(answer, "application/json", (bare) => compareRates(service, bare, call));
        return [
          { name: "service-images-rate", value: rates.ours, unit: "requests/s" },
          { name: "service-images-bare-rate", value: rates.bare, unit: "requests/s" },
          { name: "service-images-vs-bare", value: rates.ratio, unit: "times" },
        ];
      },
      // No image is generated while the submissions are counted.
      "--delay",
      "3600000",
    ),
};

const memory: Bench = {
  names: ["service-10000-tasks-peak-mib"],
  run: () =>
    withService(async (service) => {
      const body = JSON.stringify({ model: "demo-text", input: "Tell me about herons." });
      const pool = new Pool(service.url, { connections: 16 });
      let left = 10_000;
      await Promise.all(
        Array.from({ length: 16 }, async () => {
          while (left > 0) {
            left -= 1;
            await (await pool.request({ method: "POST", path: "/api/v1/responses", headers, body })).body.dump();
          }
        }),
      );
      await pool.close();
      return rowsOf("service-10000-tasks-peak-mib", peakMemory(service));
    }),
};

const largeTexts: Bench = {
  names: ["service-64-large-texts-peak-mib"],
  run: () =>
    withProcess([script("gatewayProvider.ts")], async ({ url: engine }) => {
      const folder = await mkdtemp(join(tmpdir(), "service-bench-"));
      const config = join(folder, "providers.json");
      await writeFile(config, JSON.stringify({ providers: { bench: { type: "openai-compatible", baseURL: `${engine}/v1` } } }));
      try {
        return await withService(
          async (service) => {
            const input = `2*500 ${"a heron waits ".repeat(31e6 / 14)}`;
            const body = Buffer.from(JSON.stringify({ model: "bench/bench-text", input }));
            const pool = new Pool(service.url, { connections: 64 });
            const send = async () => {
              const answer = await pool.request({ method: "POST", path: "/api/v1/responses", headers, body });
              await answer.body.dump();
              return answer.statusCode;
            };
            const statuses = await Promise.all(Array.from({ length: 64 }, send));
            if (!statuses.includes(200)) throw new Error(`The texts were answered with ${statuses[0]}.`);
            await pool.close();
            return rowsOf("service-64-large-texts-peak-mib", peakMemory(service));
          },
          "--config",
          config,
        );
      } finally {
        await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      }
    }),
};

function rowsOf(name: string, value: number | undefined): BenchRow[] {
  return value === undefined ? [] : [{ name, value, unit: "MiB" }];
}

const acceptedSchema = z.object({ id: z.string() });

const huge: Bench = {
  names: ["service-4gib-peak-mib", "service-4gib-seconds"],
  run: () =>
    withService(async (service) => {
      const body = JSON.stringify({ model: "fault-huge", prompt: "4 GiB" });
      const { id } = acceptedSchema.parse(await (await fetch(`${service.url}/api/v1/videos`, { method: "POST", headers, body })).json());
      const pool = new Pool(service.url);
      const start = performance.now();
      let length = 0;
      // The first polls may arrive before the task is completed.
      while (length < 2 ** 32) {
        const answer = await pool.request({ method: "GET", path: `/api/v1/videos/${id}`, headers });
        length = 0;
        for await (const chunk of answer.body) length += chunk.byteLength;
      }
      const seconds = (performance.now() - start) / 1000;
      await pool.close();
      return [...rowsOf("service-4gib-peak-mib", peakMemory(service)), { name: "service-4gib-seconds", value: seconds, unit: "s" }];
    }, "--faults"),
};

const stream: Bench = {
  names: ["service-first-token-ms", "service-tokens-rate", "service-stream-vs-bare"],
  run: () =>
    withService(async (service) => {
      const bodyOf = (input: string) => JSON.stringify({ model: "demo-text", input, stream: true });
      // As long as the demo's longest answer: reading a longer prompt, which is on the disk while it arrives, is not what is measured.
      const long = bodyOf(`Repeat: ${"A heron waits in the reeds. ".repeat(430)}`);
      const short = bodyOf("Tell me about herons.");
      const read = async (target: Target, body = long) => {
        const pool = new Pool(target.url);
        const start = performance.now();
        const answer = await pool.request({ method: "POST", path: "/api/v1/responses", headers, body });
        let first = 0;
        const chunks: Uint8Array[] = [];
        for await (const chunk of answer.body) {
          chunks.push(chunk);
          if (first === 0 && chunk.includes("output_text.delta")) first = performance.now() - start;
        }
        const total = performance.now() - start;
        await pool.close();
        return { first, total, bytes: Buffer.concat(chunks) };
      };
      const warm = await read(service);
      const tokens = warm.bytes.toString("latin1").split("event: response.output_text.delta\n").length - 1;
      return withBare(warm.bytes, "text/event-stream", async (bare) => {
        await read(bare);
        const firsts: number[] = [];
        for (let round = 0; round < 20; round += 1) firsts.push((await read(service, short)).first);
        const rounds: { ours: Awaited<ReturnType<typeof read>>; bare: Awaited<ReturnType<typeof read>> }[] = [];
        for (let round = 0; round < 25; round += 1) rounds.push({ ours: await read(service), bare: await read(bare) });
        return [
          { name: "service-first-token-ms", value: median(firsts), unit: "ms" },
          { name: "service-tokens-rate", value: median(rounds.map((round) => (tokens / round.ours.total) * 1000)), unit: "tokens/s" },
          { name: "service-stream-vs-bare", value: median(rounds.map((round) => round.bare.total / round.ours.total)), unit: "times" },
        ];
      });
    }),
};

const benches: readonly Bench[] = [models, images, memory, largeTexts, huge, stream];
export default benches;
