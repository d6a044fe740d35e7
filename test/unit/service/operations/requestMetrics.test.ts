/** The text of the metrics of requests, compared with that of Prometheus' client. */
import { Counter, Histogram, Registry } from "prom-client";
import { expect, test } from "vitest";
import { createRequestMetrics } from "../../../../src/service/operations/requestMetrics.ts";

test("the counts and durations are written as Prometheus' client writes them", async () => {
  const registry = new Registry();
  const registers = [registry];
  const help = { total: "Requests that were answered.", duration: "Time until a request's answer had ended." };
  const counter = new Counter({
    name: "generation_requests_total",
    help: help.total,
    labelNames: ["method", "route", "status"],
    registers,
  });
  const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];
  const labelNames = ["method", "route"] as const;
  const histogram = new Histogram({ name: "generation_request_duration_seconds", help: help.duration, labelNames, buckets, registers });
  const metrics = createRequestMetrics();
  const routes = ["/api/v1/models", "/api/v1/models/:id{.+}", 'a "quoted" \\ route\nof two lines'];
  for (const route of routes) {
    // On a bound, between two and above all.
    for (const [method, status, seconds] of [
      ["GET", 200, 0.005],
      ["GET", 404, 0.0001],
      ["GET", 200, 0.3],
      ["POST", 200, 1000],
    ] as const) {
      metrics.add({ method, route, status, seconds });
      counter.inc({ method, route, status });
      histogram.observe({ method, route }, seconds);
    }
  }
  expect(metrics.read()).toBe(await registry.metrics());
});

test("without requests, the metrics are described and have no values", async () => {
  const registry = new Registry();
  new Counter({ name: "generation_requests_total", help: "Requests that were answered.", registers: [registry], labelNames: ["method"] });
  const described = (await registry.metrics()).trimEnd();
  expect(createRequestMetrics().read().startsWith(described)).toBe(true);
});
