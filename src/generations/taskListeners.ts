import { errorText } from "../contract/errorText.ts";
import { isRunning, type Task } from "./task.ts";
import type { TaskChange, TasksOptions } from "./tasks.ts";

interface TaskListenersOptions {
  get(key: string): Task | undefined;
  log: TasksOptions["log"];
}

/** The listeners to task changes, and the tasks that code in this process waits for. */
export class TaskListeners {
  readonly #options: TaskListenersOptions;
  readonly #listeners = new Set<(change: TaskChange) => void>();
  /** Keys of tasks whose handle is in use in this process. */
  readonly #awaited = new Set<string>();

  constructor(options: TaskListenersOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#listeners.size === 0;
  }

  /** Returns a function that removes the listener. */
  add(listener: (change: TaskChange) => void): () => void {
    // Wrapped, so that the same function can listen twice.
    const own = (change: TaskChange) => listener(change);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  /** Reports the task's changes as awaited until it ends. */
  markAwaited(key: string): void {
    this.#awaited.add(key);
  }

  notify(key: string): void {
    if (this.isEmpty && !this.#awaited.has(key)) return;
    const task = this.#options.get(key);
    const change = { key, task, isAwaited: this.#awaited.has(key) };
    if (task === undefined || !isRunning(task)) this.#awaited.delete(key);
    for (const listener of [...this.#listeners]) {
      try {
        listener(change);
      } catch (error) {
        this.#options.log?.warn(`A listener to tasks failed: ${errorText(error)}`);
      }
    }
  }
}
