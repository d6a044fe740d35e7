import type { Progress } from "../../contract/progress.ts";
import type { TaskRunnerParts } from "./taskRunnerParts.ts";

/** Milliseconds between two writes for a task. */
const interval = 1_000;

/** Stores how far a task is, so that every service can report it: at most once a second, and only what has changed. */
export class ProgressWriter {
  readonly #store: Pick<TaskRunnerParts["store"], "noteProgress">;
  readonly #id: string;
  #latest: Progress = {};
  #written: Progress = {};
  #timer: NodeJS.Timeout | undefined;

  constructor(store: Pick<TaskRunnerParts["store"], "noteProgress">, id: string) {
    this.#store = store;
    this.#id = id;
  }

  /** The last preview stays until there is another one. The percentage never falls, although ComfyUI begins again with each node and image. */
  report(progress: Progress): void {
    const { queue_position: _, ...known } = this.#latest;
    const percent = Math.max(known.percent ?? 0, progress.percent ?? 0);
    const hasPercent = known.percent !== undefined || progress.percent !== undefined;
    this.#latest = { ...known, ...progress, ...(hasPercent ? { percent } : {}) };
    if (this.#timer !== undefined) return;
    this.#write();
    this.#timer = setInterval(() => this.#write(), interval);
    this.#timer.unref();
  }

  end(): void {
    clearInterval(this.#timer);
  }

  /** What cannot be written is not missed: the next one is. */
  #write(): void {
    const { percent, queue_position: position, preview } = this.#latest;
    const known = this.#written;
    if (percent === known.percent && position === known.queue_position && preview === known.preview) return;
    this.#written = this.#latest;
    void this.#store.noteProgress(this.#id, this.#latest).catch(() => undefined);
  }
}
