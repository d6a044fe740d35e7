import type { TraceHeaders } from "../operations/observer.ts";

/** The headers that every request is checked for. */
export interface CheckedHeaders extends TraceHeaders {
  host: string | undefined;
  origin: string | undefined;
  authorization: string | undefined;
  "x-request-id": string | undefined;
}

const names = ["host", "origin", "tracestate", "traceparent", "x-request-id", "authorization"] as const;
/** No two have the same length: most other headers need no comparison. */
const nameByLength: ReadonlyMap<number, keyof CheckedHeaders> = new Map(names.map((name) => [name.length, name]));

/**
 * Reads them from the names and values that Node.js received: `Headers` and `incoming.headers` would take several times as long. Those that
 * are repeated are joined, as in `Headers`.
 */
export function readHeaders(raw: readonly string[]): CheckedHeaders {
  const found: CheckedHeaders = {
    host: undefined,
    origin: undefined,
    authorization: undefined,
    "x-request-id": undefined,
    traceparent: undefined,
    tracestate: undefined,
  };
  for (let at = 0; at < raw.length; at += 2) {
    const sent = raw[at] ?? "";
    const name = nameByLength.get(sent.length);
    if (name === undefined || sent.toLowerCase() !== name) continue;
    found[name] = found[name] === undefined ? raw[at + 1] : `${found[name]}, ${raw[at + 1]}`;
  }
  return found;
}
