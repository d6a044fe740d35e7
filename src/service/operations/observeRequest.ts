/** Reports to the observer when a request begins and when its answer has ended. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Observer, RequestObserver, TraceHeaders } from "./observer.ts";

const longestPath = 200;

export interface ObservedRequest {
  observer: RequestObserver;
  /** Must be called when the answer has ended, for whatever reason. */
  end(): void;
}

/** Sets the answer's `x-request-id`, which is the request's own if it is valid. */
export function observeRequest(observer: Observer, incoming: IncomingMessage, outgoing: ServerResponse): ObservedRequest {
  const { socket } = incoming;
  const headers = readHeaders(incoming.rawHeaders);
  const id = readRequestId(headers.requestId) ?? randomUUID();
  outgoing.setHeader("x-request-id", id);
  const start = performance.now();
  const sentBefore = socket.bytesWritten;
  const facts = { id, method: incoming.method ?? "", path: withoutSecrets(incoming.url ?? "") };
  const observed = observer.beginRequest(facts, headers);
  const end = () =>
    observed.end({
      status: outgoing.statusCode,
      milliseconds: performance.now() - start,
      bytes: socket.bytesWritten - sentBefore,
      isCut: !outgoing.writableFinished,
    });
  return { observer: observed, end };
}

/** The id is written to logs and to headers of other requests, so it must not contain anything that has a meaning there. */
function readRequestId(header: string | undefined): string | undefined {
  return header !== undefined && /^[\w.:-]{1,128}$/.test(header) ? header : undefined;
}

/** Reads only the headers needed here. `incoming.headers` would parse all of them on first access. */
function readHeaders(raw: readonly string[]): TraceHeaders & { requestId: string | undefined } {
  const found: TraceHeaders & { requestId: string | undefined } = { requestId: undefined, traceparent: undefined, tracestate: undefined };
  for (let at = 0; at < raw.length; at += 2) {
    switch (raw[at]?.toLowerCase()) {
      case "x-request-id":
        found.requestId = raw[at + 1];
        break;
      case "traceparent":
        found.traceparent = raw[at + 1];
        break;
      case "tracestate":
        found.tracestate = raw[at + 1];
        break;
    }
  }
  return found;
}

/** A query may contain a key, and a file's link gives access to the file. */
function withoutSecrets(url: string): string {
  const end = url.indexOf("?");
  const path = end < 0 ? url : url.slice(0, end);
  return (path.startsWith("/files/") ? path.replace(/^\/files\/[^/]+/, "/files/…") : path).slice(0, longestPath);
}
