/** Measures how fast the client reads media and streams, compared with the `openai` package and a bare loop. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import type { Bench, BenchRow } from "./bench.ts";
import { median } from "./measuredProcess.ts";

const mebibyte = 1024 * 1024;
const measurementSchema = z.object({ milliseconds: z.number(), peakMiB: z.number(), count: z.optional(z.number()) });
type Measurement = z.infer<typeof measurementSchema>;

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));

async function readAll(child: ChildProcess): Promise<string> {
  let text = "";
  child.stdout?.on("data", (chunk) => {
    text += chunk;
  });
  await once(child, "close");
  return text;
}

/** Runs with a server in one process and each measurement in another, so that each has its own peak of memory. */
async function withServer<Result>(use: (measure: (way: string, bytes: number) => Promise<Measurement | undefined>) => Promise<Result>) {
  const folder = await mkdtemp(join(tmpdir(), "client-bench-"));
  const server = spawn(process.execPath, [script("wireServer.ts")], { stdio: ["ignore", "pipe", "inherit"] });
  const [port] = await once(server.stdout, "data");
  const measure = async (way: string, bytes: number): Promise<Measurement | undefined> => {
    const below = await mkdtemp(join(folder, "run-"));
    const child = spawn(process.execPath, [script("clientMeasurement.ts"), String(port).trim(), way, String(bytes), below], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const text = await readAll(child);
    await rm(below, { recursive: true, force: true, maxRetries: 5 });
    return text === "" ? undefined : measurementSchema.parse(JSON.parse(text));
  };
  try {
    return await use(measure);
  } finally {
    server.kill();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface Comparison {
  /** The median time and the highest peak of each way. */
  results: ReadonlyMap<string, Measurement>;
  /** How many times as long one way takes as another: the median over the rounds, so that a busy moment affects only one of them. */
  ratio(way: string, other: string): number;
}

/** Runs the ways alternately, in another order in each round, so that a busy machine slows all of them alike. */
async function compare(
  measure: (way: string, bytes: number) => Promise<Measurement | undefined>,
  ways: readonly string[],
  bytes: number,
  rounds: number,
): Promise<Comparison> {
  const all: Map<string, Measurement>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const first = round % ways.length;
    const measurements = new Map<string, Measurement>();
    for (const way of [...ways.slice(first), ...ways.slice(0, first)]) {
      const measurement = await measure(way, bytes);
      if (measurement) measurements.set(way, measurement);
    }
    all.push(measurements);
  }
  const results = new Map<string, Measurement>();
  for (const way of ways) {
    const measurements = all.flatMap((round) => round.get(way) ?? []);
    if (measurements.length === 0) continue;
    results.set(way, {
      milliseconds: median(measurements.map((one) => one.milliseconds)),
      peakMiB: Math.max(...measurements.map((one) => one.peakMiB)),
      count: measurements[0]?.count,
    });
  }
  const time = (round: ReadonlyMap<string, Measurement>, way: string) => round.get(way)?.milliseconds ?? Number.NaN;
  return { results, ratio: (way, other) => median(all.map((round) => time(round, way) / time(round, other))) };
}

const sizes = [8, 64, 256, 600];
/** `openai` holds the whole body as one string, which V8 limits to 512 MiB. */
const mediaWays = (size: number) => (size < 384 ? ["ours", "openai", "loop", "wire"] : ["ours", "loop", "wire"]);
const mediaRows = sizes.flatMap((size) =>
  mediaWays(size).flatMap((way) => [`media-${size}mib-${way}-ms`, `media-${size}mib-${way}-peak-mib`]),
);

const media: Bench = {
  names: [
    ...mediaRows,
    "media-256mib-vs-openai",
    "media-256mib-vs-loop",
    "media-4gib-seconds",
    "media-4gib-peak-mib",
    "media-peak-growth-mib",
  ],
  run: () =>
    withServer(async (measure) => {
      const rows: BenchRow[] = [];
      let smallestPeak = Number.NaN;
      for (const size of sizes) {
        const { results, ratio } = await compare(measure, mediaWays(size), size * mebibyte, size === 256 ? 7 : 3);
        for (const [way, { milliseconds, peakMiB }] of results) {
          rows.push({ name: `media-${size}mib-${way}-ms`, value: milliseconds, unit: "ms" });
          rows.push({ name: `media-${size}mib-${way}-peak-mib`, value: peakMiB, unit: "MiB" });
        }
        if (size === 8) smallestPeak = results.get("ours")?.peakMiB ?? Number.NaN;
        if (size !== 256) continue;
        rows.push({ name: "media-256mib-vs-openai", value: ratio("openai", "ours"), unit: "times as fast" });
        rows.push({ name: "media-256mib-vs-loop", value: ratio("ours", "loop"), unit: "times the loop's time" });
      }
      const huge = await measure("ours", 4096 * mebibyte);
      if (huge) {
        rows.push({ name: "media-4gib-seconds", value: huge.milliseconds / 1000, unit: "s" });
        rows.push({ name: "media-4gib-peak-mib", value: huge.peakMiB, unit: "MiB" });
        rows.push({ name: "media-peak-growth-mib", value: huge.peakMiB - smallestPeak, unit: "MiB" });
      }
      return rows;
    }),
};

const deltaWays = ["deltasOurs", "deltasOpenaiRaw", "deltasOpenaiStream"];

const deltas: Bench = {
  names: ["deltas-ours", "deltas-openai-raw", "deltas-openai-stream", "deltas-vs-openai-raw", "deltas-vs-openai-stream"],
  run: () =>
    withServer(async (measure) => {
      const { results, ratio } = await compare(measure, deltaWays, 0, 7);
      const speed = (way: string) => {
        const result = results.get(way);
        return ((result?.count ?? Number.NaN) / (result?.milliseconds ?? Number.NaN)) * 1000;
      };
      return [
        { name: "deltas-ours", value: speed("deltasOurs"), unit: "events/s" },
        { name: "deltas-openai-raw", value: speed("deltasOpenaiRaw"), unit: "events/s" },
        { name: "deltas-openai-stream", value: speed("deltasOpenaiStream"), unit: "events/s" },
        { name: "deltas-vs-openai-raw", value: ratio("deltasOpenaiRaw", "deltasOurs"), unit: "times as fast" },
        { name: "deltas-vs-openai-stream", value: ratio("deltasOpenaiStream", "deltasOurs"), unit: "times as fast" },
      ];
    }),
};

const benches: Bench[] = [media, deltas];
export default benches;
