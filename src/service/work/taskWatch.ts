/** Lets requests wait until a task changes, in this service or in another one on the same database. */
import type { StoredStatus, StoredTask } from "../store/storedTask.ts";
import type { TaskStore } from "../store/taskStore.ts";

/** Milliseconds between looks for changes by other services. */
const watchInterval = 1_000;
/** How many requests wait at the same time; further ones are answered at once. */
const mostWaiting = 10_000;

interface WaitOptions {
  milliseconds: number;
  /** Whether its progress counts as a change, too. */
  seesProgress: boolean;
  /** Fires when the client has left. */
  signal: AbortSignal;
}

interface Waiting {
  status: StoredStatus;
  /** As JSON; undefined: it does not matter. */
  progress: string | undefined;
  end(): void;
}

type WatchedStore = Pick<TaskStore, "statuses" | "progress" | "watchChanges">;

export class TaskWatch {
  readonly #store: WatchedStore;
  readonly #resume: (id: string) => Promise<void>;
  /** By the task's id. */
  readonly #waiting = new Map<string, Set<Waiting>>();
  #count = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** `resume` takes over a task of a service that no longer runs. */
  constructor(store: WatchedStore, resume: (id: string) => Promise<void>) {
    this.#store = store;
    this.#resume = resume;
    store.watchChanges((id) => {
      if (this.#waiting.has(id)) void this.#look([id]);
    });
  }

  /** Resolves when the task is no longer as it was read, at the latest after the time. false: nothing was waited for. */
  async untilChanged({ id, status }: Pick<StoredTask, "id" | "status">, options: WaitOptions): Promise<boolean> {
    if (this.#isClosed || this.#count >= mostWaiting || options.milliseconds <= 0 || options.signal.aborted) return false;
    const progress = options.seesProgress ? await this.#progressOf(id) : undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting: Waiting = { status, progress, end: resolve };
    this.#add(id, waiting);
    const limit = setTimeout(resolve, options.milliseconds);
    options.signal.addEventListener("abort", () => resolve(), { once: true });
    // It may have changed since it was read.
    void this.#look([id]);
    await promise;
    clearTimeout(limit);
    this.#remove(id, waiting);
    return true;
  }

  /** Ends all waits, and begins no more. */
  close(): void {
    this.#isClosed = true;
    for (const { end } of [...this.#waiting.values()].flatMap((set) => [...set])) end();
  }

  #add(id: string, waiting: Waiting): void {
    const others = this.#waiting.get(id) ?? new Set();
    this.#waiting.set(id, others.add(waiting));
    this.#count += 1;
    this.#timer ??= setInterval(() => void this.#lookAtAll(), watchInterval);
  }

  #remove(id: string, waiting: Waiting): void {
    const others = this.#waiting.get(id);
    if (!others?.delete(waiting)) return;
    this.#count -= 1;
    if (others.size === 0) this.#waiting.delete(id);
    if (this.#count > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #lookAtAll(): Promise<void> {
    await this.#look([...this.#waiting.keys()]);
    for (const id of this.#waiting.keys()) await this.#resume(id).catch(() => undefined);
  }

  /** Ends the waits for those of the tasks that have changed. While the database cannot be used, they go on. */
  async #look(ids: readonly string[]): Promise<void> {
    try {
      const statuses = await this.#store.statuses(ids);
      for (const id of ids) {
        const all = [...(this.#waiting.get(id) ?? [])];
        const progress = all.some((waiting) => waiting.progress !== undefined) ? await this.#progressOf(id) : undefined;
        for (const waiting of all) {
          const isSame = waiting.progress === undefined || waiting.progress === progress;
          if (statuses.get(id) !== waiting.status || !isSame) waiting.end();
        }
      }
    } catch {
      // The next look may succeed, and the request's own time ends its wait.
    }
  }

  async #progressOf(id: string): Promise<string> {
    return JSON.stringify(await this.#store.progress(id)) ?? "";
  }
}
