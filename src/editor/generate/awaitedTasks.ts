/** A task that a command of this window waits for in; whether its end is news to anybody else out. */
import { randomUUID } from "node:crypto";
import type { Task } from "../../tasks/task.ts";

/** `origin.mark` of each of them. */
const awaitedMarks = new Set<string>();

/** Whether a command of this window waits for the task: nobody has to be told of it again. */
export function isAwaited(task: Task): boolean {
  return typeof task.origin.mark === "string" && awaitedMarks.has(task.origin.mark);
}

/** A new `origin.mark`; until `release` is called, somebody in this window waits for the tasks that carry it. */
export function awaitMark(): { mark: string; release: () => void } {
  const mark = randomUUID();
  awaitedMarks.add(mark);
  return { mark, release: () => awaitedMarks.delete(mark) };
}

/** The same for a task that is there already. Returns what ends it. */
export function awaitTask({ origin: { mark } }: Task): () => void {
  if (typeof mark !== "string") return () => undefined;
  awaitedMarks.add(mark);
  return () => awaitedMarks.delete(mark);
}
