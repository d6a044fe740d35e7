/** Reports a request to the observer when it begins, and when its answer has ended, whatever ended it. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Observer, RequestObserver } from "./observer.ts";

const longestPath = 200;

/** Gives the answer its `x-request-id`, which is the request's own where that is one. */
export function observeRequest(observer: Observer, incoming: IncomingMessage, outgoing: ServerResponse): RequestObserver {
  const { headers, socket } = incoming;
  const id = readRequestId(headers["x-request-id"]) ?? randomUUID();
  outgoing.setHeader("x-request-id", id);
  const start = performance.now();
  const sentBefore = socket.bytesWritten;
  const facts = { id, method: incoming.method ?? "", path: withoutSecrets(incoming.url ?? "") };
  const observed = observer.beginRequest(facts, { traceparent: single(headers.traceparent), tracestate: single(headers.tracestate) });
  outgoing.once("close", () => {
    observed.end({
      status: outgoing.statusCode,
      milliseconds: performance.now() - start,
      bytes: socket.bytesWritten - sentBefore,
      isCut: !outgoing.writableFinished,
    });
  });
  return observed;
}

/** It becomes a part of logs and of other requests' headers: nothing that either would read as more than an id. */
function readRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === "string" && /^[\w.:-]{1,128}$/.test(header) ? header : undefined;
}

function single(header: string | string[] | undefined): string | undefined {
  return typeof header === "string" ? header : undefined;
}

/** A query may hold a key, and a file's link is a key to the file. */
function withoutSecrets(url: string): string {
  return (url.split("?")[0] ?? "").replace(/^\/files\/[^/]+/, "/files/…").slice(0, longestPath);
}
