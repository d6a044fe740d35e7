/** The handle of a task in the journal, for code that waits for it. */
import { ServiceError } from "../client/serviceError.ts";
import { isRunning, type Task } from "./task.ts";
import type { TaskChange, TaskHandle } from "./tasks.ts";

export interface HandleOptions {
  key: string;
  get: (key: string) => Task | undefined;
  onChange: (listener: (change: TaskChange) => void) => () => void;
  stop: () => void;
  /** Fires when the journal is closed. */
  closing: AbortSignal;
  /** Rejects when the task is never written to the journal. */
  recorded?: Promise<void>;
  /** The task once the service has answered. If the journal cannot be written, the answer is only here. */
  sent?: Promise<Task | undefined>;
}

export function createTaskHandle(options: HandleOptions): TaskHandle {
  const { key, stop } = options;
  const changes = () => readChanges(options);
  const end = async () => {
    let last: Task | undefined;
    for await (const task of changes()) last = task;
    if (last === undefined) throw removedError();
    return last;
  };
  return { key, changes, end, stop };
}

export function removedError(): ServiceError {
  return new ServiceError({ kind: "notFound", message: "The task is not in the journal any more." });
}

/** Stops the task when the signal fires before it has ended. */
export function stopOnAbort(handle: TaskHandle, signal: AbortSignal): void {
  signal.addEventListener("abort", handle.stop, { once: true });
  const release = () => signal.removeEventListener("abort", handle.stop);
  handle.end().then(release, release);
}

/** Yields only the newest of several changes that arrive together. */
async function* readChanges({ key, get, onChange, closing, recorded, sent }: HandleOptions): AsyncGenerator<Task, void, void> {
  await recorded;
  let isChanged = true;
  let answered: Task | undefined;
  let wake = () => {};
  const noteChange = () => {
    isChanged = true;
    wake();
  };
  const stopListening = onChange((change) => {
    if (change.key === key) noteChange();
  });
  closing.addEventListener("abort", noteChange);
  void sent?.then((task) => {
    if (task === undefined || isRunning(task)) return;
    answered = task;
    noteChange();
  });
  try {
    for (;;) {
      if (closing.aborted) throw new ServiceError({ kind: "aborted", message: "Waiting for the task was aborted; the task continues." });
      if (isChanged) {
        isChanged = false;
        const task = answered ?? get(key);
        if (task === undefined) throw removedError();
        yield task;
        if (!isRunning(task)) return;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    stopListening();
    closing.removeEventListener("abort", noteChange);
  }
}
