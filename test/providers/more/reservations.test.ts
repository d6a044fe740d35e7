/** Simultaneous tasks of one account and its balance. */
import { expect, test } from "vitest";
import { readV2Status, type TestService } from "../../service/testService.ts";
import { chat, models, serviceOf } from "../compatibleService.ts";
import { type Answer, chunk, finishChunk, sendEvents, sendJson, startEngine, usageChunk } from "../engine.ts";

const usage = usageChunk({ prompt_tokens: 1_000, completion_tokens: 29_000, total_tokens: 30_000 });
const priced = {
  models: {
    "llama-3": { price: { input: 1, output: 10 } },
    painter: { kinds: ["image"], price: { image: 5 } },
    free: { kinds: ["text"], price: {} },
  },
};

async function begin(options: { balance: number; reserve?: number }) {
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  const late = (send: Answer): Answer => {
    return async (...exchange) => {
      await promise;
      return send(...exchange);
    };
  };
  const engine = await startEngine({
    ...models,
    [chat]: late(sendEvents([chunk({ content: "Hello" }), finishChunk("stop"), usage])),
    "POST /v1/images/generations": late(sendJson({ data: [{ b64_json: Buffer.from("89504e470d0a1a0a", "hex").toString("base64") }] })),
  });
  return { service: await serviceOf(engine, priced, {}, options), engine, answer };
}

async function readBalance(service: TestService, path: string): Promise<number> {
  return readV2Status(await service.settle(path)).balance.balance;
}

/** Accepts many at once; returns the paths of the accepted ones. */
async function acceptMany(service: TestService, count: number, body: object): Promise<string[]> {
  const answers = await Promise.all(Array.from({ length: count }, () => service.post("/api/v2", body)));
  for (const { status, body: refusal } of answers) {
    if (status !== 200) expect([status, refusal]).toMatchObject([402, { error: { code: "insufficient_quota" } }]);
  }
  return answers.flatMap(({ body: { task_id: id } }) => (typeof id === "string" ? [`/api/v2/status/${id}`] : []));
}

const text = { ai: { model: "local/llama-3" }, content: [{ type: "input_text", text: "Hello" }] };
const image = { type: "out_image", ai: { model: "local/painter" }, content: [{ type: "input_text", text: "A heron" }] };

test("150 texts at once with a balance of 0.01 exceed it by one text, not by all", async () => {
  const { service, answer, engine } = await begin({ balance: 0.01 });
  const [path = "", ...others] = await acceptMany(service, 150, text);
  answer();
  expect(others).toEqual([]);
  expect(await readBalance(service, path)).toBeCloseTo(0.01 - 0.291, 6);
  expect(engine.countOf("/v1/chat/completions")).toBe(1);
});

test("300 images of 5 at once use a balance of 90 up, and no more", async () => {
  const { service, answer, engine } = await begin({ balance: 90 });
  const paths = await acceptMany(service, 300, image);
  answer();
  expect(paths).toHaveLength(18);
  for (const path of paths) await service.settle(path);
  expect(await readBalance(service, paths[0] ?? "")).toBe(0);
  expect(engine.countOf("/v1/images/generations")).toBe(18);
});

test.each([12, 5.000001, 0.000001])("texts and images at once with a balance of %d exceed it by at most one of them", async (balance) => {
  const { service, answer } = await begin({ balance });
  const accepted = await Promise.all(
    Array.from({ length: 30 }, () => [acceptMany(service, 1, image), acceptMany(service, 1, text)]).flat(),
  );
  answer();
  const paths = accepted.flat();
  for (const path of paths) await service.settle(path);
  expect(paths.length).toBeGreaterThan(0);
  expect(await readBalance(service, paths[0] ?? "")).toBeGreaterThan(-5);
});

test("after a provider has reported what a model without a price costs, so much is reserved for each task", async () => {
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  const reported = usageChunk({ prompt_tokens: 1, completion_tokens: 1, total_tokens: 2, cost: 3 });
  const engine = await startEngine({
    ...models,
    async [chat](...exchange) {
      if (engine.countOf("/v1/chat/completions") > 1) await promise;
      await sendEvents([chunk({ content: "Hello" }), finishChunk("stop"), reported])(...exchange);
    },
  });
  const service = await serviceOf(engine, priced, {}, { balance: 10 });
  const unpriced = { ...text, ai: { model: "local/free" } };
  const [first = ""] = await acceptMany(service, 1, unpriced);
  expect(await readBalance(service, first)).toBe(7);
  const paths = await acceptMany(service, 60, unpriced);
  answer();
  expect(paths).toHaveLength(3);
  for (const path of paths) await service.settle(path);
  expect(await readBalance(service, first)).toBe(-2);
});

test("without a reservation, only the balance must be positive", async () => {
  const { service, answer } = await begin({ balance: 0.01, reserve: 0 });
  const paths = await acceptMany(service, 10, image);
  answer();
  expect(paths).toHaveLength(10);
});
