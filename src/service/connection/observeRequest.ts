/** Reports to the observer when a request begins and when its answer has ended. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Observer, RequestObserver } from "../observing/observer.ts";
import type { CheckedHeaders } from "./readHeaders.ts";

const longestPath = 200;

export interface ObservedRequest {
  observer: RequestObserver;
  /** Must be called when the answer has ended, for whatever reason. */
  end(): void;
}

/** Sets the answer's `x-request-id`, which is the request's own if it is valid. */
export function observeRequest(
  observer: Observer,
  headers: CheckedHeaders,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): ObservedRequest {
  const { socket } = incoming;
  const id = readRequestId(headers["x-request-id"]) ?? randomUUID();
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

/** A query may contain a key, and a file's link gives access to the file. */
function withoutSecrets(url: string): string {
  const end = url.indexOf("?");
  const path = end < 0 ? url : url.slice(0, end);
  return (path.startsWith("/files/") ? path.replace(/^\/files\/[^/]+/, "/files/…") : path).slice(0, longestPath);
}
