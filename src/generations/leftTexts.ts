/**
 * Brings texts whose windows have ended to their documents. Some process follows each of them to its end, like a task; a window to which the
 * document belongs takes the result from the journal. Nothing is sent.
 */
import { ServiceError } from "../client/serviceError.ts";
import type { Generation, GenerationEnd } from "./generation.ts";
import { isRunning } from "./task.ts";
import type { Clock } from "./taskEnvironment.ts";
import type { Tasks } from "./tasks.ts";

/** What could not be brought to its document is tried again after this time. */
const pauseMilliseconds = 60_000;

export interface LeftText<Origin> {
  /** In the journal. */
  readonly key: string;
  readonly origin: Origin;
  /** Its output, once a process has fetched it. */
  readonly generation: Generation;
  /**
   * Resolves with its end if this process is the one that handles it from now on, and there is a text or an image; without one, the reason is
   * reported. It is claimed last, because a process that has lost its window lives on and would keep what it has claimed.
   */
  claim(): Promise<GenerationEnd | undefined>;
}

export interface LeftTextsOptions<Origin> {
  tasks: Pick<Tasks, "answers" | "handle" | "resume">;
  /** undefined: the text is not handled here, or not now. */
  readOrigin(origin: unknown): Origin | undefined;
  /** Claims and handles a text, and ends it in the journal. What it throws is reported, and it is called again later. */
  receive(text: LeftText<Origin>): Promise<void>;
  /** Resolves if this process still has its window. */
  untilWindowAnswers(): Promise<void>;
  report(error: unknown): void;
  clock?: Pick<Clock, "elapsed">;
}

export class LeftTexts<Origin> {
  readonly #options: LeftTextsOptions<Origin>;
  readonly #elapsed: () => number;
  /** By the key of a text: when it may be tried again. */
  readonly #waits = new Map<string, number>();
  readonly #reported = new Set<string>();

  constructor(options: LeftTextsOptions<Origin>) {
    this.#options = options;
    this.#elapsed = options.clock?.elapsed ?? (() => performance.now());
  }

  /** Starts to handle each text that is left. Call it often. */
  look(): void {
    const { tasks, readOrigin } = this.#options;
    for (const { key, origin: recorded } of tasks.answers.left()) {
      if ((this.#waits.get(key) ?? 0) > this.#elapsed()) continue;
      const origin = readOrigin(recorded);
      if (origin !== undefined) void this.#handle(key, origin);
    }
  }

  /** Ends all pauses, because the reason of an error may be gone. */
  retryNow(): void {
    for (const [key, until] of this.#waits) if (until !== Number.POSITIVE_INFINITY) this.#waits.delete(key);
  }

  async #handle(key: string, origin: Origin): Promise<void> {
    const { tasks, receive, report } = this.#options;
    this.#waits.set(key, Number.POSITIVE_INFINITY);
    const generation = tasks.resume(key);
    try {
      // A journal that closes ends this, and the next window continues.
      void this.#reportWaiting(key).catch(() => undefined);
      await receive({ key, origin, generation, claim: () => this.#claim(key, generation) });
      this.#waits.delete(key);
    } catch (error) {
      if (error instanceof ServiceError && error.kind === "aborted") return;
      await tasks.answers.release(key).catch(() => undefined);
      this.#waits.set(key, this.#elapsed() + pauseMilliseconds);
      report(error);
    }
  }

  /** Reports why it cannot be fetched, once for each reason. */
  async #reportWaiting(key: string): Promise<void> {
    for await (const task of this.#options.tasks.handle(key).changes()) {
      const { error } = task;
      if (error === undefined || !isRunning(task) || this.#reported.has(error.kind)) continue;
      this.#reported.add(error.kind);
      this.#options.report(new ServiceError(error));
    }
  }

  async #claim(key: string, generation: Generation): Promise<GenerationEnd | undefined> {
    const { tasks, untilWindowAnswers, report } = this.#options;
    const end = await generation.end;
    await untilWindowAnswers();
    if (!(await tasks.answers.claim(key))) return undefined;
    this.#reported.clear();
    if (end.text !== "" || (end.response?.output ?? []).length > 0) return end;
    if (end.error !== undefined) report(end.error);
    await tasks.answers.end(key);
    return undefined;
  }
}
