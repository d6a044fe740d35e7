/** Requests share a budget of memory. */
import { expect, test } from "vitest";
import { chat, hello, models, serviceOf } from "../providers/compatibleService.ts";
import { sendEvents, startEngine } from "../providers/engine.ts";
import { callService } from "./testService.ts";

const megabyte = 1024 ** 2;
const body = (size: number) => ({ model: "local/llama-3", input: "a".repeat(size) });

test("an account's requests beyond its share are 429, beyond all memory 503, until earlier ones have ended", async () => {
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  const engine = await startEngine({
    ...models,
    async [chat](...exchange) {
      await promise;
      await sendEvents(hello)(...exchange);
    },
  });
  const bodyLimits = { perAccount: 3 * megabyte, total: 5 * megabyte };
  const service = await serviceOf(engine, {}, {}, { keys: ["ada", "ben", "eve"], bodyLimits });
  const [ada, ben, eve] = ["ada", "ben", "eve"].map((key) => callService(service.url, key, async () => undefined));
  const running = [ada?.post("/api/v1/responses", body(2 * megabyte)), ben?.post("/api/v1/responses", body(2 * megabyte))];
  await expect.poll(() => engine.countOf("/v1/chat/completions")).toBe(2);
  const refused = await ada?.post("/api/v1/responses", body(2 * megabyte));
  expect(refused).toMatchObject({ status: 429, body: { error: { code: "rate_limit_exceeded" } } });
  expect(refused?.headers.get("retry-after")).toBe("5");
  const chunked = new ReadableStream({
    start(controller) {
      for (const part of [JSON.stringify(body(2 * megabyte))]) controller.enqueue(Buffer.from(part));
      controller.close();
    },
  });
  const init = {
    method: "POST",
    headers: { ...service.headers, authorization: "Bearer eve" },
    body: chunked,
    duplex: "half",
  } as RequestInit;
  expect((await fetch(`${service.url}/api/v1/responses`, init)).status).toBe(503);
  const small = eve?.post("/api/v1/responses", body(1_000));
  await expect.poll(() => engine.countOf("/v1/chat/completions")).toBe(3);
  answer();
  expect((await Promise.all([...running, small])).map((done) => done?.status)).toEqual([200, 200, 200]);
  await expect.poll(async () => (await ada?.post("/api/v1/responses", body(4 * megabyte)))?.status).toBe(200);
});
