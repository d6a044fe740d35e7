/** Sends traces of requests, and of the provider calls in them, to the collector in OTEL_EXPORTER_OTLP_ENDPOINT, as OTLP over HTTP. */
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Context,
  DiagLogLevel,
  defaultTextMapGetter,
  defaultTextMapSetter,
  diag,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { CallObserver, ProviderCall, RequestEnd, RequestFacts, TraceHeaders } from "../observing/observer.ts";
import type { RequestLog } from "../settings/settings.ts";

/** Milliseconds for sending spans to a collector, including all attempts. A closing service waits at most this long for the last ones. */
const sendTime = 3_000;

export interface RequestSpan {
  readonly context: Context;
  end(end: RequestEnd): void;
}

export interface Traces {
  beginRequest(facts: RequestFacts, headers: TraceHeaders): RequestSpan;
  /** `cause`: id of the cause of the call. Without a request, the call starts its own trace. */
  beginCall(call: ProviderCall, cause: string, request: RequestSpan | undefined): CallObserver;
  /** Sends what has not been sent yet. */
  close(): Promise<void>;
}

/** Registers nothing globally: contexts are passed explicitly. */
export function openTraces(log: RequestLog): Traces {
  const quiet = () => undefined;
  const error = () => log("traces could not be sent to the collector");
  diag.setLogger({ error, warn: quiet, info: quiet, debug: quiet, verbose: quiet }, DiagLogLevel.ERROR);
  const resource = defaultResource()
    .merge(resourceFromAttributes({ "service.name": "generation-studio" }))
    .merge(detectResources({ detectors: [envDetector] }));
  const exporter = new OTLPTraceExporter({ timeoutMillis: sendTime });
  const provider = new TracerProvider({ resource, spanProcessors: [new BatchSpanProcessor({ exporter })] });
  const tracer = provider.getTracer("generation-studio");
  const propagator = new W3CTraceContextPropagator();

  return {
    beginRequest(facts, headers) {
      const parent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
      const attributes = { "http.request.method": facts.method, "generation.request_id": facts.id };
      const span = tracer.startSpan(facts.method, { kind: SpanKind.SERVER, attributes }, parent);
      return {
        context: trace.setSpan(parent, span),
        end({ status, isCut }) {
          const { method, route, model } = facts;
          if (route !== undefined) span.updateName(`${method} ${route}`).setAttribute("http.route", route);
          if (model !== undefined) span.setAttribute("gen_ai.request.model", model);
          span.setAttributes({ "http.response.status_code": status, "generation.is_cut": isCut });
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute("error.type", String(status));
          span.end();
        },
      };
    },
    beginCall({ provider, model, kind, type }, cause, request) {
      const parent = request?.context ?? ROOT_CONTEXT;
      const attributes = {
        "gen_ai.operation.name": `${type}_${kind}`,
        "gen_ai.provider.name": provider,
        "gen_ai.request.model": model,
        "generation.request_id": cause,
      };
      const span = tracer.startSpan(`${type} ${kind}`, { kind: SpanKind.CLIENT, attributes }, parent);
      const headers: Record<string, string> = {};
      propagator.inject(trace.setSpan(parent, span), headers, defaultTextMapSetter);
      return {
        headers,
        end(error) {
          // The message is left out because it may repeat what was sent.
          if (error) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute("error.type", error.code);
          span.end();
        },
      };
    },
    close: () => Promise.race([provider.shutdown().catch(error), sleep(sendTime, undefined, { ref: false })]),
  };
}
