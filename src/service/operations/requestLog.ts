/** Writes log lines: text for people, or JSON for programs. Those of one turn of the event loop are written together. */
import type { RequestEnd, RequestFacts, TaskEnd } from "../observing/observer.ts";

export const logFormats = ["text", "json"] as const;
export type LogFormat = (typeof logFormats)[number];

export interface LogWriter {
  request(facts: RequestFacts, end: RequestEnd): void;
  /** Logs a task that was not generated for a request of this process. */
  task(end: TaskEnd): void;
  /** Logs an error or a change in one sentence. */
  message(text: string): void;
}

interface JoinedLines {
  write(line: string): void;
  /** Writes buffered lines at once. */
  flush(): void;
}

/** `write` receives complete lines. */
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

/**
 * Returns the current time in ISO 8601 format. Cached, because several requests end in one millisecond, and formatting costs as much as the
 * rest of a line.
 */
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

/** Characters that JSON does not escape. */
const plain = /^[ !#-[\]-~]*$/;

/** A member of a JSON object after another one; nothing if it has no value. */
function field(name: string, value: string | undefined): string {
  if (value === undefined) return "";
  return plain.test(value) ? `,"${name}":"${value}"` : `,"${name}":${JSON.stringify(value)}`;
}

function jsonLog(write: (line: string) => void): LogWriter {
  const timestamp = createTimestamps();
  const line = (fields: object) => write(`${JSON.stringify(fields)}\n`);
  return {
    // Joined by hand, because every request has a line, and `JSON.stringify` of an object costs several times as much. Ids and methods need
    // no escapes: they were checked where they were read.
    request({ id, method, route, path, account, model, task }, { status, milliseconds, bytes, isCut }) {
      write(
        `{"time":"${timestamp()}","level":"${status >= 500 ? "error" : "info"}","message":"request","request_id":"${id}","method":"${method}"` +
          `${field("route", route)}${field("path", path)},"status":${status},"ms":${Math.round(milliseconds)}` +
          `${field("account", account)}${field("model", model)}${field("task", task)},"bytes":${bytes},"cut":${isCut}}\n`,
      );
    },
    task({ id, cause, kind, model, status, milliseconds }) {
      const level = status === "failed" ? "warn" : "info";
      line({ time: timestamp(), level, message: "task", request_id: cause, task: id, kind, model, status, ms: Math.round(milliseconds) });
    },
    message: (text) => line({ time: timestamp(), level: "warn", message: text }),
  };
}

/** Writes the lines of one turn of the event loop together, because separate writes would take much of the time of a busy service. */
export function joinLines(write: (text: string) => void): JoinedLines {
  let waiting = "";
  const flush = () => {
    const text = waiting;
    waiting = "";
    if (text !== "") write(text);
  };
  return {
    write(line) {
      if (waiting === "") setImmediate(flush);
      waiting += line;
    },
    flush,
  };
}
