/** Counts what happens, in the form that Prometheus reads. Labels have few values: none is a client's text. */
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { kinds } from "../../contract/kind.ts";
import type { ProviderError } from "../../providers/providerError.ts";
import type { Metrics, Observer, ProviderCall, RequestEnd, RequestFacts, TaskEnd } from "./observer.ts";

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** What a label has instead of a value that is not one of its own. */
const other = "other";
/** Models that are counted each by itself; those that are used later are counted together. */
const mostModels = 50;

const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];
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
  const requests = new Counter({
    name: "generation_requests_total",
    help: "Requests that were answered.",
    labelNames: ["method", "route", "status"] as const,
    registers,
  });
  const durations = new Histogram({
    name: "generation_request_duration_seconds",
    help: "Time until a request's answer had ended.",
    labelNames: ["method", "route"] as const,
    buckets: requestSeconds,
    registers,
  });
  const firstTexts = new Histogram({
    name: "generation_time_to_first_token_seconds",
    help: "Time from an accepted text to its first words.",
    labelNames: ["model"] as const,
    buckets: firstTextSeconds,
    registers,
  });
  const tasks = new Counter({
    name: "generation_tasks_total",
    help: "Tasks that were finished here.",
    labelNames: ["kind", "model", "status"] as const,
    registers,
  });
  const tokens = new Counter({
    name: "generation_tokens_total",
    help: "Tokens of tasks that were finished here.",
    labelNames: ["kind", "model", "direction"] as const,
    registers,
  });
  const costs = new Counter({
    name: "generation_cost_total",
    help: "What was charged for tasks that were finished here, in the accounts' unit.",
    labelNames: ["kind"] as const,
    registers,
  });
  const errors = new Counter({
    name: "generation_provider_errors_total",
    help: "Calls of providers that failed.",
    labelNames: ["provider", "error"] as const,
    registers,
  });
  const waitingTasks = new Gauge({
    name: "generation_queue_tasks",
    help: "Accepted tasks that nobody makes yet: of this service, and of the queue that services share.",
    labelNames: ["kind"] as const,
    registers,
  });
  const waitingAge = new Gauge({
    name: "generation_queue_oldest_age_seconds",
    help: "Age of the oldest of these tasks; 0 where there is none.",
    labelNames: ["kind"] as const,
    registers,
  });

  const models = new Set<string>();
  function modelLabel(model: string | undefined): string {
    if (model === undefined) return other;
    if (models.size < mostModels) models.add(model);
    return models.has(model) ? model : other;
  }

  for (const kind of kinds) costs.inc({ kind }, 0);

  return {
    request({ method: sent, route = other }, { status, milliseconds }) {
      const method = methods.has(sent) ? sent : other;
      requests.inc({ method, route, status });
      durations.observe({ method, route }, milliseconds / 1000);
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
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}
