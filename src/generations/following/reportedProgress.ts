import type { Progress } from "../../contract/progress.ts";
import { polledStates, type Task } from "../task.ts";

/** How far the tasks are that this process follows. */
export class ReportedProgress {
  readonly #known = new Map<string, Progress>();
  readonly #onChange: (key: string) => void;

  constructor(onChange: (key: string) => void) {
    this.#onChange = onChange;
  }

  note(key: string, progress: Progress | undefined): void {
    const known = this.#known.get(key);
    if (progress === undefined) this.#known.delete(key);
    else this.#known.set(key, progress);
    const isSame = (["percent", "queue_position", "preview"] as const).every((name) => known?.[name] === progress?.[name]);
    if (!isSame) this.#onChange(key);
  }

  /** Adds what is known to a task that was read from the journal. */
  addTo(task: Task): Task {
    const known = this.#known.get(task.key);
    if (known === undefined) return task;
    if (polledStates.some((state) => state === task.state)) task.progress = known;
    else this.#known.delete(task.key);
    return task;
  }
}
