/** The labels of metrics, and their number. */
import { expect, test } from "vitest";
import { ProviderError } from "../../../../src/providers/providerError.ts";
import type { TaskEnd } from "../../../../src/service/observing/observer.ts";
import { createMetrics } from "../../../../src/service/operations/metrics.ts";
import { addWaiting } from "../../../../src/service/queue/waitingTasks.ts";
import { readMetrics, sumOf } from "../../../service/readMetrics.ts";

const task: TaskEnd = {
  id: "resp_1",
  cause: "request-1",
  kind: "text",
  model: "local/writer",
  status: "completed",
  inputTokens: 10,
  outputTokens: 20,
  cost: 0.5,
  milliseconds: 5,
};

test("models beyond the first fifty are counted together, and so are unlisted ones", async () => {
  const metrics = createMetrics();
  for (let index = 0; index < 200; index += 1) metrics.task({ ...task, model: `local/model-${index}` });
  metrics.task({ ...task, model: undefined });
  metrics.task({ ...task, model: "local/model-0" });
  const samples = readMetrics((await metrics.read(addWaiting([]))).text).filter(({ name }) => name === "generation_tasks_total");
  expect(samples).toHaveLength(51);
  expect(sumOf(samples, "generation_tasks_total", { model: "other" })).toBe(151);
  expect(sumOf(samples, "generation_tasks_total", { model: "local/model-0" })).toBe(2);
  expect(sumOf(samples, "generation_tasks_total")).toBe(202);
});

test("an unusual HTTP method, and a path without a route, are counted as other", async () => {
  const metrics = createMetrics();
  const end = { status: 404, milliseconds: 20, bytes: 1, isCut: false };
  metrics.request({ id: "1", method: "BREW", path: "/secret" }, end);
  metrics.request({ id: "2", method: "GET", path: "/api/v1/models", route: "/api/v1/models" }, { ...end, status: 200 });
  const { text } = await metrics.read(addWaiting([]));
  expect(text).toContain('generation_requests_total{method="other",route="other",status="404"} 1');
  expect(text).toContain('generation_requests_total{method="GET",route="/api/v1/models",status="200"} 1');
  expect(text).not.toMatch(/secret|BREW/);
});

test("the label of a provider's error is its kind, or its code if it has no kind", async () => {
  const metrics = createMetrics();
  const call = { provider: "local", model: "m", kind: "image", type: "generate" } as const;
  const facts = { code: "api_error", message: "An unmistakable marmalade", acceptance: "maybe" } as const;
  metrics.providerError(call, new ProviderError(facts));
  metrics.providerError(call, new ProviderError({ ...facts, kind: "unreachable" }));
  const samples = readMetrics((await metrics.read(undefined)).text);
  const errors = samples.filter(({ name }) => name === "generation_provider_errors_total").map(({ labels }) => labels.error);
  expect(errors).toEqual(["api_error", "unreachable"]);
});

test("the age of a queue is that of its oldest task, and an unknown queue has no metrics", async () => {
  const metrics = createMetrics(() => 100_000);
  const parts = [
    { kind: "image", count: 3, oldest: 60_000 },
    { kind: "image", count: 1, oldest: 40_000 },
  ] as const;
  const queue = (text: string) => readMetrics(text).filter(({ name }) => name.startsWith("generation_queue"));
  const known = queue((await metrics.read(addWaiting(parts))).text);
  expect(sumOf(known, "generation_queue_tasks", { kind: "image" })).toBe(4);
  expect(sumOf(known, "generation_queue_oldest_age_seconds", { kind: "image" })).toBe(60);
  expect(sumOf(known, "generation_queue_oldest_age_seconds", { kind: "text" })).toBe(0);
  expect(queue((await metrics.read(undefined)).text)).toEqual([]);
});
