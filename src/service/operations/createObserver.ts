/** Makes metrics and a log of what happens in a service. The extension's bundles do not have it. */
import type { RequestLog } from "../serviceOptions.ts";
import { createMetrics } from "./metrics.ts";
import type { Cause, Observer } from "./observer.ts";
import { createLog, type LogFormat } from "./requestLog.ts";

export interface OperationsReport {
  observer: Observer;
  log: RequestLog;
}

export interface ReportOptions {
  format: LogFormat;
  /** Writes whole lines of the log. */
  write(line: string): void;
}

export function createObserver({ format, write }: ReportOptions): OperationsReport {
  const log = createLog(format, write);
  const metrics = createMetrics();

  const causeOf = (id: string): Cause => ({
    id,
    beginCall: (call) => ({
      headers: {},
      end(error) {
        if (error) metrics.providerError(call, error);
      },
    }),
  });

  const observer: Observer = {
    beginRequest(facts) {
      return {
        ...causeOf(facts.id),
        facts,
        end(end) {
          log.request(facts, end);
          metrics.request(facts, end);
        },
      };
    },
    beginTask: causeOf,
    firstText: metrics.firstText,
    endTask(end) {
      metrics.task(end);
      if (end.cause === end.id) log.task(end);
    },
    readMetrics: metrics.read,
  };
  return { observer, log: log.message };
}
