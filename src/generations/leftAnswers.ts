/** Fetches the rest of answers whose processes have ended. What cannot be fetched now is tried again later; nothing is sent again. */
import type { FreeClient } from "../client/serviceClient.ts";
import { ServiceError, type ServiceErrorKind } from "../client/serviceError.ts";
import type { Generation, GenerationEnd } from "./generation.ts";
import { endOfAnswer } from "./recordAnswer.ts";
import { fetchText } from "./startText.ts";
import type { Clock, Tasks } from "./tasks.ts";

/** The pauses after failed attempts, in milliseconds, grow from the first to the longest. */
const firstPause = 10_000;
const longestPause = 10 * 60_000;

export interface LeftAnswer<Origin> {
  /** In the journal. */
  readonly key: string;
  readonly origin: Origin;
  /** Resolves when the whole answer is known. Rejects with ServiceError, and with what `client` throws. */
  fetch(signal: AbortSignal): Promise<Generation>;
  /**
   * Resolves with true if this process is the one that handles the answer from now on. It is claimed last, because a process that has lost
   * its window lives on and would keep what it has claimed.
   */
  claim(): Promise<boolean>;
}

export interface LeftAnswersOptions<Origin> {
  answers: Tasks["answers"];
  /** The service in use, whose answers are fetched. */
  baseUrl(): Promise<string>;
  client(): Promise<FreeClient>;
  /** undefined: the answer is not handled here, or not now. */
  readOrigin(origin: unknown): Origin | undefined;
  /** Fetches, claims and handles an answer, and ends it in the journal. What it throws is reported, and it is called again later. */
  receive(answer: LeftAnswer<Origin>): Promise<void>;
  /** Resolves if this process still has its window. */
  untilWindowAnswers(): Promise<void>;
  /** Called once for a reason, until an answer has been fetched. */
  report(error: unknown): void;
  clock?: Pick<Clock, "elapsed">;
}

interface Wait {
  pause: number;
  /** By the clock. */
  until: number;
}

export class LeftAnswers<Origin> {
  readonly #options: LeftAnswersOptions<Origin>;
  readonly #elapsed: () => number;
  /** The keys of answers that are being received. */
  readonly #receiving = new Set<string>();
  readonly #waits = new Map<string, Wait>();
  readonly #reported = new Set<ServiceErrorKind | "other">();

  constructor(options: LeftAnswersOptions<Origin>) {
    this.#options = options;
    this.#elapsed = options.clock === undefined ? () => performance.now() : options.clock.elapsed;
  }

  /** Starts to receive each answer whose pause is over. Call it often. */
  async look(): Promise<void> {
    const { answers, baseUrl, readOrigin } = this.#options;
    const left = answers.left();
    if (left.length === 0) return;
    const inUse = await baseUrl();
    for (const { key, id, baseUrl: service, origin: recorded } of left) {
      if (service !== inUse || this.#receiving.has(key) || (this.#waits.get(key)?.until ?? 0) > this.#elapsed()) continue;
      const origin = readOrigin(recorded);
      if (origin !== undefined) void this.#receive(key, id, origin);
    }
  }

  /** Ends all pauses, because the reason of a failure may be gone: there is another key, service or provider. */
  retryNow(): void {
    for (const wait of this.#waits.values()) wait.until = 0;
  }

  async #receive(key: string, id: string | undefined, origin: Origin): Promise<void> {
    const { answers, client, receive } = this.#options;
    let end: GenerationEnd | undefined;
    this.#receiving.add(key);
    try {
      await receive({
        key,
        origin,
        async fetch(signal) {
          if (id === undefined) throw neverAnswered();
          const generation = fetchText(await client(), { key, id }, signal);
          end = await generation.end;
          return generation;
        },
        claim: async () => {
          if (!(await this.#claim(key))) return false;
          if (end !== undefined) await answers.settle(key, endOfAnswer(end));
          return true;
        },
      });
      this.#waits.delete(key);
      this.#reported.clear();
    } catch (error) {
      await this.#fail(key, error, id === undefined || (error instanceof ServiceError && error.kind === "notFound"));
    } finally {
      this.#receiving.delete(key);
    }
  }

  async #claim(key: string): Promise<boolean> {
    const { answers, untilWindowAnswers } = this.#options;
    await untilWindowAnswers();
    return (await answers.claim(key)) !== undefined;
  }

  async #fail(key: string, error: unknown, isFinal: boolean): Promise<void> {
    const { answers, report } = this.#options;
    try {
      // Another process may have it.
      if (!answers.isWriting(key) && !(await this.#claim(key))) return;
      await (isFinal ? answers.end(key) : answers.release(key));
    } catch {
      // The journal is closed, so the next window continues.
      return;
    }
    const kind = error instanceof ServiceError ? error.kind : "other";
    if (isFinal || !this.#reported.has(kind)) report(error);
    if (isFinal) return;
    this.#reported.add(kind);
    const pause = Math.min(longestPause, (this.#waits.get(key)?.pause ?? firstPause / 2) * 2);
    const asked = (error instanceof ServiceError && error.retryAfterMilliseconds) || 0;
    this.#waits.set(key, { pause, until: this.#elapsed() + Math.max(pause, asked) });
  }
}

function neverAnswered(): ServiceError {
  return new ServiceError({ kind: "connectionLost", message: "The window closed before the service answered.", maybeAccepted: true });
}
