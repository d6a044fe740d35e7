/** Writes what happens as lines: texts for a person, or JSON for programs. */
import type { RequestEnd, RequestFacts, TaskEnd } from "./observer.ts";

export const logFormats = ["text", "json"] as const;
export type LogFormat = (typeof logFormats)[number];

export interface LogWriter {
  request(facts: RequestFacts, end: RequestEnd): void;
  /** A task that was made for no request of this process. */
  task(end: TaskEnd): void;
  /** What went wrong or has changed, in a sentence. */
  message(text: string): void;
}

/** `write` gets whole lines. */
export function createLog(format: LogFormat, write: (line: string) => void): LogWriter {
  switch (format) {
    case "text":
      return {
        request: ({ method, path, id }, { status, milliseconds, isCut }) =>
          write(`${method} ${path} ${status} ${Math.round(milliseconds)} ms ${id}${isCut ? " (cut)" : ""}\n`),
        task: ({ id, kind, status, milliseconds }) => write(`${kind} ${id} ${status} ${Math.round(milliseconds)} ms\n`),
        message: (text) => write(`${text}\n`),
      };
    case "json":
      return jsonLog(write);
  }
}

/** The ISO 8601 form of the present. Several requests end in one millisecond, and the form costs as much as the rest of a line. */
function createTimestamps(): () => string {
  let last = 0;
  let text = "";
  return () => {
    const now = Date.now();
    if (now !== last) text = new Date(now).toISOString();
    last = now;
    return text;
  };
}

function jsonLog(write: (line: string) => void): LogWriter {
  const timestamp = createTimestamps();
  const line = (fields: object) => write(`${JSON.stringify(fields)}\n`);
  return {
    request({ id, method, route, path, account, model, task }, { status, milliseconds, bytes, isCut }) {
      line({
        time: timestamp(),
        level: status >= 500 ? "error" : "info",
        message: "request",
        request_id: id,
        method,
        route,
        path,
        status,
        ms: Math.round(milliseconds),
        account,
        model,
        task,
        bytes,
        cut: isCut,
      });
    },
    task({ id, cause, kind, model, status, milliseconds }) {
      const level = status === "failed" ? "warn" : "info";
      line({ time: timestamp(), level, message: "task", request_id: cause, task: id, kind, model, status, ms: Math.round(milliseconds) });
    },
    message: (text) => line({ time: timestamp(), level: "warn", message: text }),
  };
}
