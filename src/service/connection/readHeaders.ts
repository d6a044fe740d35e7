import type { TraceHeaders } from "../observing/observer.ts";

/** The headers that every request is checked for. */
export interface CheckedHeaders extends TraceHeaders {
  host: string | undefined;
  origin: string | undefined;
  authorization: string | undefined;
  "x-request-id": string | undefined;
}

const none = (): CheckedHeaders => ({
  host: undefined,
  origin: undefined,
  authorization: undefined,
  "x-request-id": undefined,
  traceparent: undefined,
  tracestate: undefined,
});
const isChecked = (name: string, headers: CheckedHeaders): name is keyof CheckedHeaders => Object.hasOwn(headers, name);
/** Most other headers have another length, and need no comparison. */
const lengths: ReadonlySet<number> = new Set(Object.keys(none()).map((name) => name.length));

/**
 * Reads them from the names and values that Node.js received: `Headers` and `incoming.headers` would take several times as long. Those that
 * are repeated are joined, as in `Headers`.
 */
export function readHeaders(raw: readonly string[]): CheckedHeaders {
  const found = none();
  for (let at = 0; at < raw.length; at += 2) {
    const sent = raw[at] ?? "";
    if (!lengths.has(sent.length)) continue;
    const name = sent.toLowerCase();
    if (isChecked(name, found)) found[name] = found[name] === undefined ? raw[at + 1] : `${found[name]}, ${raw[at + 1]}`;
  }
  return found;
}
