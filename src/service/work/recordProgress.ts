/** Records from time to time how far the tasks are that run in this service. */
import type { Progress } from "../../contract/progress.ts";
import type { ResponseEvent } from "../answers/responseEvents.ts";
import type { CatalogueModel } from "../catalogue.ts";
import type { StoredTask } from "../store/storedTask.ts";
import type { TaskRunnerParts } from "./taskRunnerParts.ts";
import { TokenCounter } from "./tokenCounter.ts";

/** Milliseconds between two writes to the database for a task. */
const interval = { text: 5_000, media: 1_000 };

/**
 * Records how much of a text was generated, so that it is charged if this service is killed. Returns a listener to the events of the answer.
 * The text of a free model is generated again instead.
 */
export function recordProgress(
  { store, settings }: Pick<TaskRunnerParts, "store" | "settings">,
  { id }: StoredTask,
  { id: model, provider }: CatalogueModel,
): (event: ResponseEvent) => void {
  const written = new TokenCounter();
  let recordedAt = settings.clock.now();
  let isRecording = false;

  async function record(): Promise<void> {
    isRecording = true;
    recordedAt = settings.clock.now();
    // Without this record, only what was generated before the last one is charged.
    await store.markSent(id, provider.name, { model, operation: undefined, written: written.tokens }).catch(() => undefined);
    isRecording = false;
  }

  return (event) => {
    if (provider.isFree || !("delta" in event) || typeof event.delta !== "string") return;
    written.add(event.delta);
    // The clock may be set back.
    if (!isRecording && Math.abs(settings.clock.now() - recordedAt) >= interval.text) void record();
  };
}

/** Stores how far the task of an image, audio or video is, so that every service can report it: at most once a second, and only what has changed. */
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
    this.#timer = setInterval(() => this.#write(), interval.media);
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
