/** Metrics in Prometheus format. Labels have few values, and none is a client's text. */
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { kinds } from "../../contract/kind.ts";
import type { ProviderError } from "../../providers/providerError.ts";
import type { Metrics, Observer, ProviderCall, RequestEnd, RequestFacts, TaskEnd } from "../observing/observer.ts";
import { createRequestMetrics } from "./requestMetrics.ts";

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** The label's value for everything not counted separately. */
const other = "other";
/** How many models are counted separately; models first used later are counted together. */
const mostModels = 50;

const firstTextSeconds = [0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 20, 60];

export interface MetricsRecorder {
  request(facts: RequestFacts, end: RequestEnd): void;
  firstText(model: string | undefined, milliseconds: number): void;
  task(end: TaskEnd): void;
  providerError(call: ProviderCall, error: ProviderError): void;
  read: NonNullable<Observer["readMetrics"]>;
}

/** `now` in Unix milliseconds. */
export function createMetrics(now: () => number = Date.now): MetricsRecorder {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name: `generation_${name}`, help, labelNames, registers });
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Gauge({ name: `generation_${name}`, help, labelNames, registers });
  const histogram = <Label extends string>(name: string, help: string, labelNames: readonly Label[], buckets: number[]) =>
    new Histogram({ name: `generation_${name}_seconds`, help, labelNames, buckets, registers });

  const requests = createRequestMetrics();
  const firstTexts = histogram("time_to_first_token", "Time from an accepted text to its first words.", ["model"], firstTextSeconds);
  const tasks = counter("tasks_total", "Tasks that were finished here.", ["kind", "model", "status"]);
  const tokens = counter("tokens_total", "Tokens of tasks that were finished here.", ["kind", "model", "direction"]);
  const costs = counter("cost_total", "What was charged for tasks that were finished here, in the accounts' unit.", ["kind"]);
  const errors = counter("provider_errors_total", "Calls of providers that failed.", ["provider", "error"]);
  const waitingTasks = gauge(
    "queue_tasks",
    "Accepted tasks that nobody makes yet: of this service, and of the queue that services share.",
    ["kind"],
  );
  const waitingAge = gauge("queue_oldest_age_seconds", "Age of the oldest of these tasks; 0 where there is none.", ["kind"]);

  const models = new Set<string>();
  function modelLabel(model: string | undefined): string {
    if (model === undefined) return other;
    if (models.size < mostModels) models.add(model);
    return models.has(model) ? model : other;
  }

  for (const kind of kinds) costs.inc({ kind }, 0);

  return {
    request({ method: sent, route = other }, { status, milliseconds }) {
      requests.add({ method: methods.has(sent) ? sent : other, route, status, seconds: milliseconds / 1000 });
    },
    firstText(model, milliseconds) {
      firstTexts.observe({ model: modelLabel(model) }, milliseconds / 1000);
    },
    task({ kind, model: id, status, inputTokens, outputTokens, cost }) {
      const model = modelLabel(id);
      tasks.inc({ kind, model, status });
      tokens.inc({ kind, model, direction: "input" }, inputTokens);
      tokens.inc({ kind, model, direction: "output" }, outputTokens);
      costs.inc({ kind }, Math.max(0, cost));
    },
    providerError({ provider }, { kind, code }) {
      errors.inc({ provider, error: kind === "other" ? code : kind });
    },
    async read(waiting): Promise<Metrics> {
      for (const kind of kinds) {
        if (!waiting) {
          waitingTasks.remove({ kind });
          waitingAge.remove({ kind });
          continue;
        }
        const { count, oldest } = waiting[kind];
        waitingTasks.set({ kind }, count);
        waitingAge.set({ kind }, oldest === undefined ? 0 : Math.max(0, now() - oldest) / 1000);
      }
      return { contentType: registry.contentType, text: `${requests.read()}\n${await registry.metrics()}` };
    },
  };
}
