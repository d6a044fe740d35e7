/** Starts what becomes a task: everything except texts of v1. */
import type { OutputChange } from "../output/outputChange.ts";
import { endOfTask, type Generation, type StartOptions } from "./generation.ts";
import type { SubmitOptions } from "./submitOptions.ts";
import { isRunning } from "./task.ts";
import type { TaskHandle } from "./tasks.ts";

/** `submit` throws ServiceError if the journal refuses the task or the signal has fired; then nothing is sent. */
export function startTask(
  submit: (options: SubmitOptions) => TaskHandle,
  request: SubmitOptions["request"],
  { keepsId, onWait: _, onUnrecorded: _unrecorded, ...options }: StartOptions,
): Generation {
  const { signal } = options;
  if (!keepsId || signal === undefined || signal.aborted) return toGeneration(submit({ ...options, request }));
  const sent = new AbortController();
  const handle = submit({ ...options, request, signal: afterSending(signal, sent.signal) });
  const noteSent = async () => {
    for await (const { state } of handle.changes()) if (state !== "submitting") break;
  };
  noteSent().then(
    () => sent.abort(),
    () => sent.abort(),
  );
  return toGeneration(handle);
}

/** Fires when both have fired. */
function afterSending(stopped: AbortSignal, sent: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const check = () => {
    if (stopped.aborted && sent.aborted) controller.abort();
  };
  for (const signal of [stopped, sent]) signal.addEventListener("abort", check, { once: true });
  return controller.signal;
}

/** Of a task that exists. Nothing is sent. */
export function toGeneration(handle: TaskHandle): Generation {
  const end = handle.end().then(endOfTask);
  // A caller that only reads the changes does not handle the rejection.
  end.catch(() => undefined);
  return { key: handle.key, end, [Symbol.asyncIterator]: () => outputOf(handle) };
}

async function* outputOf(handle: TaskHandle): AsyncGenerator<readonly OutputChange[], undefined> {
  let known: string | undefined;
  for await (const task of handle.changes()) {
    const { id, text } = task;
    if (id !== undefined && id !== known) yield [{ type: "identified", id }];
    known = id;
    if (text && !isRunning(task)) yield [{ type: "partAdded", part: { kind: "text", key: "0", text, citations: [] } }];
  }
}
