/** What providers report about prices, usage and costs never adds to a balance. */

import { expect, test } from "vitest";
import type { ModelPrice } from "../../src/contract/models.ts";
import { readV2Status, type TestService } from "../service/testService.ts";
import { start } from "./compatibleService.ts";
import { chunk, finishChunk, sendEvents, sendJson, usageChunk } from "./engine.ts";

const chat = "POST /v1/chat/completions";
const words = [chunk({ content: "Hello" }), finishChunk("stop")];

async function costOf(service: TestService, model = "local/m"): Promise<number> {
  const answer = await service.makeV2({ ai: { model }, content: [{ type: "input_text", text: "One two three" }] });
  const { contents, balance } = readV2Status(answer);
  expect(contents.status).toBe(2);
  expect(balance.balance).toBeCloseTo(1000 - contents.cost.amount, 6);
  return contents.cost.amount;
}

/** OpenRouter's prices are those of one token. */
const listedPrices: [pricing: unknown, price: ModelPrice | undefined][] = [
  [
    { prompt: "0.000003", completion: "0.000015", input_cache_read: "0.0000003", input_cache_write: "0.00000375", internal_reasoning: "0" },
    { input: 3, cached_input: 0.3, cache_write: 3.75, output: 15 },
  ],
  [{ prompt: "-1", completion: "-1" }, undefined],
  [{ prompt: -1, completion: -1 }, undefined],
  [{ prompt: "0.000002", completion: "-1" }, { input: 2 }],
  [{ prompt: "1e999", completion: "free" }, undefined],
  [
    { prompt: 0.000002, completion: 0.00001 },
    { input: 2, output: 10 },
  ],
  [
    { prompt: "0", completion: "0" },
    { input: 0, output: 0 },
  ],
  [null, undefined],
  [[], undefined],
  ["free", undefined],
  [{ prompt: "", completion: " " }, undefined],
  [{ prompt: "NaN", completion: "Infinity" }, undefined],
  [
    { prompt: "2e-6", completion: "1.0E-05" },
    { input: 2, output: 10 },
  ],
  [{ prompt: "$0.000002", completion: "0,00001" }, undefined],
  [{ prompt: true, completion: [1] }, undefined],
  // NanoGPT names its unit; a price of cents for a token is one for a million tokens.
  [
    { prompt: 2, completion: 10, currency: "USD", unit: "per_million_tokens" },
    { input: 2, output: 10 },
  ],
  [
    { prompt: 0.002, completion: 0.01, unit: "1K tokens" },
    { input: 2, output: 10 },
  ],
  [
    { prompt: 0.000002, completion: 0.00001, unit: "per token" },
    { input: 2, output: 10 },
  ],
  [{ prompt: 2, completion: 10 }, undefined],
  [{ prompt: 0.05, completion: 0.0000003 }, { output: 0.3 }],
];

test.each(listedPrices)("the listed prices %j are %j", async (pricing, price) => {
  const { service } = await start({
    "GET /v1/models": sendJson({ data: [{ id: "m", pricing }] }),
    [chat]: sendEvents([...words, usageChunk({ prompt_tokens: 1000, completion_tokens: 1000, total_tokens: 2000 })]),
  });
  expect((await service.get("/api/v1/models/local%2Fm")).body.price).toEqual(price);
  expect(await costOf(service)).toBe((1000 * (price?.input ?? 0) + 1000 * (price?.output ?? 0)) / 1e6);
});

const price = { input: 2, output: 10 };

test.each([
  [{ prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100, cost: -3 }, 0.003],
  [{ prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100, cost: "0.5" }, 0.5],
  [{ prompt_tokens: -1_000_000, completion_tokens: 100, total_tokens: 1 }, 0.001006],
  [{ prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100, cost: 1e300 }, 0.003],
  [{ prompt_tokens: 1e300, completion_tokens: 100, total_tokens: 1e300, cost: Number.NaN }, 0.001006],
  [{ prompt_tokens: 1000, completion_tokens: -1_000_000, total_tokens: 1 }, 0.00201],
  // A cost of nothing is one; what is no amount is none.
  [{ prompt_tokens: 1000, completion_tokens: 100, cost: 0 }, 0],
  [{ prompt_tokens: 1000, completion_tokens: 100, cost: "0.00" }, 0],
  [{ prompt_tokens: 1000, completion_tokens: 100, cost: "5e-1" }, 0.5],
  [{ prompt_tokens: 1000, completion_tokens: 100, cost: " 0.5 " }, 0.5],
  [{ prompt_tokens: 1000, completion_tokens: 100, cost: "-0.5" }, 0.003],
  [{ prompt_tokens: 1000, completion_tokens: 100, cost: "free" }, 0.003],
  [{ prompt_tokens: 1000, completion_tokens: 100, cost: "0.5 EUR" }, 0.003],
  [{ prompt_tokens: 1000, completion_tokens: 100, cost: null }, 0.003],
  [{ prompt_tokens: 1000, completion_tokens: 100, cost: true }, 0.003],
  [{ prompt_tokens: 1000, completion_tokens: 100, cost: [0.5] }, 0.003],
  [{ prompt_tokens: 1000, completion_tokens: 100, cost: { amount: 0.5, currency: "CNY" } }, 0.003],
  // Perplexity, DeepInfra and xAI, whose unit is the 1e-10th of a dollar.
  [{ prompt_tokens: 1000, completion_tokens: 100, cost: { input_tokens_cost: 0.1, request_cost: 0.4, total_cost: 0.5 } }, 0.5],
  [{ prompt_tokens: 1000, completion_tokens: 100, estimated_cost: 0.5 }, 0.5],
  [{ prompt_tokens: 1000, completion_tokens: 100, cost_in_usd_ticks: 5_000_000_000 }, 0.5],
])("with the usage %j, %d is charged", async (usage, cost) => {
  const { service } = await start({ [chat]: sendEvents([...words, usageChunk(usage)]) }, { models: { "llama-3": { price } } });
  expect(await costOf(service, "local/llama-3")).toBeCloseTo(cost, 9);
});

test.each([
  [
    [
      { prompt_tokens: 1000, completion_tokens: 100, cost: 0.5 },
      { prompt_tokens: 0, completion_tokens: 0, cost: 0 },
    ],
    0.5,
  ],
  [
    [
      { prompt_tokens: 1000, completion_tokens: 100, cost: 0.5 },
      { prompt_tokens: 1000, completion_tokens: 100, cost: null },
    ],
    0.5,
  ],
  [
    [
      { prompt_tokens: 1000, completion_tokens: 100, cost: 0.5 },
      { prompt_tokens: 1000, completion_tokens: 100, cost: "free" },
    ],
    0.5,
  ],
  [
    [
      { prompt_tokens: 1000, completion_tokens: 50, cost: 0.2 },
      { prompt_tokens: 1000, completion_tokens: 100, cost: 0.5 },
    ],
    0.5,
  ],
  [
    [
      { prompt_tokens: 1000, completion_tokens: 100, cost: 0.5 },
      { prompt_tokens: 1000, completion_tokens: 100, cost: 0.5 },
    ],
    0.5,
  ],
  [[{ prompt_tokens: 1000 }, { completion_tokens: 100 }], 0.003],
])("with the usages %j, %d is charged", async (usages, cost) => {
  const { service } = await start({ [chat]: sendEvents([...words, ...usages.map(usageChunk)]) }, { models: { "llama-3": { price } } });
  expect(await costOf(service, "local/llama-3")).toBeCloseTo(cost, 9);
});

test.each([{ prompt_tokens: 1000 }, { prompt_tokens: 1000, completion_tokens: 0 }, { prompt_tokens: 1000, completion_tokens: null }])(
  "an answer whose tokens are not in the usage %j is charged too",
  async (usage) => {
    const answer = [chunk({ content: "one two three ".repeat(1000) }), finishChunk("stop"), usageChunk(usage)];
    const { service } = await start({ [chat]: sendEvents(answer) }, { models: { "llama-3": { price } } });
    expect(await costOf(service, "local/llama-3")).toBeGreaterThan(0.02);
  },
);

test("a price per second is not asked of texts and images of the same model", async () => {
  const { service } = await start(
    {
      [chat]: sendEvents([...words, usageChunk({ prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 })]),
      "POST /v1/images/generations": sendJson({ data: [{ b64_json: Buffer.from("89504e470d0a1a0a", "hex").toString("base64") }] }),
    },
    { models: { "llama-3": { kinds: ["text", "image", "video"], price: { ...price, image: 5, second: 2 } } } },
  );
  expect(await costOf(service, "local/llama-3")).toBeCloseTo(0.003, 9);
  const image = { type: "out_image", ai: { model: "local/llama-3" }, content: [{ type: "input_text", text: "A heron" }] };
  expect(readV2Status(await service.makeV2(image)).contents.cost.amount).toBeCloseTo(5, 1);
});

test.each([-5, 0, 1_000_000])(
  "a video of %d seconds, whose price would add to a balance, be nothing or be no amount, is refused",
  async (duration) => {
    const { service } = await start({}, { models: { filmer: { kinds: ["video"], price: { second: 2 } } } });
    expect(await service.post("/api/v1/videos", { model: "local/filmer", prompt: "A heron", duration })).toMatchObject({
      status: 400,
      body: { error: { param: "duration" } },
    });
  },
);
