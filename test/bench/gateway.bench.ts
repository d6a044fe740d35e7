/** Measures the service in front of an engine, compared with a direct call, hono with the AI SDK's `streamText`, and Portkey's gateway. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import * as z from "zod/mini";
import type { Bench } from "./bench.ts";
import { deployedService } from "./builtProgram.ts";
import { median, peakMemory, script, type Target, withProcess } from "./measuredProcess.ts";

const key = "bench-key";

/** One way to reach the engine: how it requests a text, and how a delta looks in its stream. */
interface Route {
  pool: Pool;
  path: string;
  bodyOf(prompt: string): object;
  mark: string;
  headers?: Record<string, string>;
}

const direct = (engine: Target): Route => ({
  pool: new Pool(engine.url),
  path: "/v1/chat/completions",
  bodyOf: (content) => ({ model: "bench-text", stream: true, messages: [{ role: "user", content }] }),
  mark: '"content":"heron ',
});
const throughService = (service: Target): Route => ({
  pool: new Pool(service.url),
  path: "/api/v1/responses",
  bodyOf: (input) => ({ model: "bench/bench-text", input, stream: true }),
  mark: "event: response.output_text.delta",
});
const throughSdk = (peer: Target): Route => ({
  pool: new Pool(peer.url),
  path: "/chat",
  bodyOf: (prompt) => ({ prompt }),
  mark: '"type":"text-delta"',
});
const throughPortkey = (portkey: Target, engine: Target): Route => ({
  ...direct(portkey),
  headers: { "x-portkey-provider": "openai", "x-portkey-custom-host": `${engine.url}/v1` },
});

const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };

/** Milliseconds until the first delta, and until the end. */
async function read({ pool, path, bodyOf, mark, headers: more }: Route, prompt: string): Promise<{ first: number; total: number }> {
  const start = performance.now();
  const answer = await pool.request({
    method: "POST",
    path,
    headers: { ...headers, ...more },
    body: JSON.stringify(bodyOf(prompt)),
  });
  let first = 0;
  for await (const chunk of answer.body) if (first === 0 && chunk.includes(mark)) first = performance.now() - start;
  if (first === 0) throw new Error(`${path} sent no text.`);
  return { first, total: performance.now() - start };
}

interface Gateway {
  engine: Target;
  service: Target;
  peer: Target;
}

async function withGateway<Result>(use: (gateway: Gateway) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "gateway-bench-"));
  try {
    return await withProcess([script("gatewayProvider.ts")], async (engine) => {
      const bench = { type: "openai-compatible", baseURL: `${engine.url}/v1`, models: { painter: { kinds: ["image"] } } };
      const config = join(folder, "providers.json");
      await writeFile(config, JSON.stringify({ providers: { bench } }));
      const options = ["--port", "0", "--key", key, "--config", config];
      return withProcess(await deployedService(...options), (service) =>
        withProcess([script("gatewayPeer.ts"), `${engine.url}/v1`], (peer) => use({ engine, service, peer })),
      );
    });
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Milliseconds until the first delta of each route. Alternates between the routes, so that other load affects all of them; the first
 * requests load code.
 */
async function measureFirstTokens(routes: readonly Route[]): Promise<number[]> {
  const times = routes.map((): number[] => []);
  for (let round = 0; round < 150; round += 1) {
    for (const [index, route] of routes.entries()) {
      const { first } = await read(route, "20");
      if (round >= 50) times[index]?.push(first);
    }
  }
  await Promise.all(routes.map(({ pool }) => pool.close()));
  return times.map(median);
}

const firstToken: Bench = {
  names: ["gateway-first-token-overhead-ms", "gateway-first-token-vs-ai-sdk"],
  run: () =>
    withGateway(async ({ engine, service, peer }) => {
      const [plain = Number.NaN, ours = Number.NaN, theirs = Number.NaN] = await measureFirstTokens([
        direct(engine),
        throughService(service),
        throughSdk(peer),
      ]);
      return [
        { name: "gateway-first-token-overhead-ms", value: ours - plain, unit: "ms" },
        { name: "gateway-first-token-vs-ai-sdk", value: (ours - plain) / (theirs - plain), unit: "times" },
      ];
    }),
};

const longStream = 20_000;

/** Deltas per second of our service, and how many times as fast as the other one it is. V8 optimises both during the first rounds. */
async function compareStreams(ours: Route, other: Route): Promise<{ rate: number; ratio: number }> {
  const rounds: { rate: number; ratio: number }[] = [];
  for (let round = 0; round < 14; round += 1) {
    const mine = await read(ours, String(longStream));
    const theirs = await read(other, String(longStream));
    if (round >= 3) rounds.push({ rate: (longStream / mine.total) * 1000, ratio: theirs.total / mine.total });
  }
  await Promise.all([ours.pool.close(), other.pool.close()]);
  return { rate: median(rounds.map(({ rate }) => rate)), ratio: median(rounds.map(({ ratio }) => ratio)) };
}

const deltas: Bench = {
  names: ["gateway-deltas-rate", "gateway-deltas-vs-ai-sdk"],
  run: () =>
    withGateway(async ({ service, peer }) => {
      const { rate, ratio } = await compareStreams(throughService(service), throughSdk(peer));
      return [
        { name: "gateway-deltas-rate", value: rate, unit: "deltas/s" },
        { name: "gateway-deltas-vs-ai-sdk", value: ratio, unit: "times" },
      ];
    }),
};

/** Portkey's gateway passes chat completions on unchanged; our service turns them into Responses. */
const besidePortkey: Bench = {
  names: ["gateway-first-token-vs-portkey", "gateway-deltas-vs-portkey"],
  run: () =>
    withGateway(({ engine, service }) =>
      withProcess([script("gatewayPortkey.ts")], async (portkey) => {
        const routes = [direct(engine), throughService(service), throughPortkey(portkey, engine)];
        const [plain = Number.NaN, ours = Number.NaN, theirs = Number.NaN] = await measureFirstTokens(routes);
        const { ratio } = await compareStreams(throughService(service), throughPortkey(portkey, engine));
        return [
          { name: "gateway-first-token-vs-portkey", value: (ours - plain) / (theirs - plain), unit: "times" },
          { name: "gateway-deltas-vs-portkey", value: ratio, unit: "times" },
        ];
      }),
    ),
};

const streams: Bench = {
  names: ["gateway-200-streams-peak-mib", "gateway-200-streams-ai-sdk-peak-mib"],
  run: () =>
    withGateway(async ({ service, peer }) => {
      for (const route of [throughService(service), throughSdk(peer)]) {
        await Promise.all(Array.from({ length: 200 }, () => read(route, "200*20")));
        await route.pool.close();
      }
      return [
        { name: "gateway-200-streams-peak-mib", value: peakMemory(service) ?? Number.NaN, unit: "MiB" },
        { name: "gateway-200-streams-ai-sdk-peak-mib", value: peakMemory(peer) ?? Number.NaN, unit: "MiB" },
      ];
    }),
};

const acceptedSchema = z.object({ id: z.string() });
const filesSchema = z.object({ data: z.array(z.object({ b64_json: z.string() })).check(z.minLength(1)) });
/** Milliseconds between polls: polling without a pause would use the CPU that produces the answers. */
const pollPause = 10;
const imageBytes = 16 * 1024 ** 2;

function requireImage(json: unknown): void {
  const { data } = filesSchema.parse(json);
  const size = Buffer.from(data[0]?.b64_json ?? "", "base64").byteLength;
  if (size !== imageBytes) throw new Error(`The image has ${size} bytes.`);
}

/** From an engine, or a server that answers like one. */
async function drawDirectly({ url }: Target): Promise<number> {
  const start = performance.now();
  const body = JSON.stringify({ model: "painter", prompt: "x", n: 1 });
  requireImage(await (await fetch(`${url}/v1/images/generations`, { method: "POST", headers, body })).json());
  return performance.now() - start;
}

async function drawThroughService({ url }: Target): Promise<number> {
  const start = performance.now();
  const body = JSON.stringify({ model: "bench/painter", prompt: "x" });
  const { id } = acceptedSchema.parse(await (await fetch(`${url}/api/v1/images`, { method: "POST", headers, body })).json());
  for (;;) {
    const answer = await (await fetch(`${url}/api/v1/images/${id}`, { headers })).json();
    if (filesSchema.safeParse(answer).success) {
      requireImage(answer);
      return performance.now() - start;
    }
    await sleep(pollPause);
  }
}

const acceptedV2Schema = z.object({ task_id: z.string() });
const linksSchema = z.object({
  contents: z.object({ status: z.number(), files: z.array(z.object({ endpoint: z.string(), path: z.string() })) }),
});

/** v2's default: the status contains a link to the file itself. */
async function drawAsLink({ url }: Target): Promise<number> {
  const start = performance.now();
  const content = [{ type: "input_text", text: "x" }];
  const body = JSON.stringify({ type: "out_image", ai: { model: "bench/painter" }, content });
  const { task_id } = acceptedV2Schema.parse(await (await fetch(`${url}/api/v2`, { method: "POST", headers, body })).json());
  for (;;) {
    const status = linksSchema.parse(await (await fetch(`${url}/api/v2/status/${task_id}`, { headers })).json());
    const [file] = status.contents.files;
    if (file !== undefined) {
      const { byteLength } = await (await fetch(`${file.endpoint}${file.path}`)).bytes();
      if (byteLength !== imageBytes) throw new Error(`The image has ${byteLength} bytes.`);
      return performance.now() - start;
    }
    await sleep(pollPause);
  }
}

const image: Bench = {
  names: ["gateway-image-16mib-ms", "gateway-image-16mib-vs-stored", "gateway-image-16mib-link-vs-stored"],
  run: () =>
    withGateway(({ engine, service }) =>
      withProcess([script("gatewayStored.ts"), `${engine.url}/v1`], async (stored) => {
        const rounds: { ours: number; ratio: number; linkRatio: number }[] = [];
        for (let round = 0; round < 8; round += 1) {
          const least = await drawDirectly(stored);
          const ours = await drawThroughService(service);
          const asLink = await drawAsLink(service);
          if (round > 1) rounds.push({ ours, ratio: ours / least, linkRatio: asLink / least });
        }
        return [
          { name: "gateway-image-16mib-ms", value: median(rounds.map(({ ours }) => ours)), unit: "ms" },
          { name: "gateway-image-16mib-vs-stored", value: median(rounds.map(({ ratio }) => ratio)), unit: "times" },
          { name: "gateway-image-16mib-link-vs-stored", value: median(rounds.map(({ linkRatio }) => linkRatio)), unit: "times" },
        ];
      }),
    ),
};

const benches: readonly Bench[] = [firstToken, deltas, besidePortkey, streams, image];
export default benches;
