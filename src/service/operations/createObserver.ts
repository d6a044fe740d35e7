/** Creates metrics, a log and, if a collector is configured, traces of a service's activity. The extension's bundles do not include it. */

import type { CallObserver, Observer, ProviderCall } from "../observing/observer.ts";
import type { RequestLog } from "../settings/settings.ts";
import { createMetrics } from "./metrics.ts";
import { createLog, type LogFormat } from "./requestLog.ts";
import type { RequestSpan } from "./traces.ts";

export interface OperationsReport {
  observer: Observer;
  log: RequestLog;
  /** Sends what has not been sent yet. */
  close(): Promise<void>;
}

export interface ReportOptions {
  format: LogFormat;
  /** Writes complete lines of the log. */
  write(line: string): void;
  environment: Readonly<Record<string, string | undefined>>;
}

export async function createObserver({ format, write, environment }: ReportOptions): Promise<OperationsReport> {
  const log = createLog(format, write);
  const metrics = createMetrics();

  // Imported dynamically, so that a service without a collector starts without it.
  const traces = environment.OTEL_EXPORTER_OTLP_ENDPOINT ? (await import("./traces.ts")).openTraces(log.message) : undefined;
  /** `id`: that of the request or task that causes the call. */
  function beginCall(call: ProviderCall, id: string, request?: RequestSpan): CallObserver {
    const span = traces?.beginCall(call, id, request);
    return {
      headers: span?.headers ?? {},
      end(error) {
        if (error) metrics.providerError(call, error);
        span?.end(error);
      },
    };
  }

  const observer: Observer = {
    beginRequest(facts, headers) {
      const { id } = facts;
      const span = traces?.beginRequest(facts, headers);
      return {
        id,
        facts,
        beginCall: (call) => beginCall(call, id, span),
        end(end) {
          log.request(facts, end);
          metrics.request(facts, end);
          span?.end(end);
        },
      };
    },
    beginTask: (id) => ({ id, beginCall: (call) => beginCall(call, id) }),
    firstText: metrics.firstText,
    endTask(end) {
      metrics.task(end);
      if (end.cause === end.id) log.task(end);
    },
    readMetrics: metrics.read,
  };
  return { observer, log: log.message, close: async () => traces?.close() };
}
