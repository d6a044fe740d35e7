/** Writes to a database in order, without blocking the thread while another process holds the write lock. */
import { isBusy } from "./resultCode.ts";

/** Pauses between attempts grow from the first to the longest. */
const firstPauseMilliseconds = 10;
const longestPauseMilliseconds = 200;
/** Waiting writes are made in groups of this duration, so that other work runs in between. */
const groupMilliseconds = 10;

interface WaitingWrite {
  /** @throws only SQLite's error while another process holds the lock. */
  attempt(): void;
  reject(error: unknown): void;
}

export class WriteQueue {
  readonly #waiting: WaitingWrite[] = [];
  #timer: NodeJS.Timeout | undefined;
  #pause = firstPauseMilliseconds;
  #whenEmpty = Promise.withResolvers<void>();

  /**
   * Calls `work`, one statement or transaction, after all earlier writes: at once if none waits and no other process holds the lock.
   * @throws at once what `work` throws at once; rejects with what it throws later, or with the signal's reason if that fires before the
   * write, which is then not made.
   */
  write<Result>(work: () => Result, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    if (this.#waiting.length === 0) {
      try {
        return Promise.resolve(work());
      } catch (error) {
        if (!isBusy(error)) throw error;
      }
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(write), 1);
        reject(signal?.reason);
      };
      const write: WaitingWrite = {
        attempt() {
          try {
            resolve(work());
          } catch (error) {
            if (isBusy(error)) throw error;
            reject(error);
          }
          signal?.removeEventListener("abort", leave);
        },
        reject(error) {
          signal?.removeEventListener("abort", leave);
          reject(error);
        },
      };
      signal?.addEventListener("abort", leave, { once: true });
      this.#waiting.push(write);
      this.#timer ??= setTimeout(() => this.#writeWaiting(), this.#pause);
    });
  }

  /** Resolves when every write is done, or after `milliseconds`: then waiting writes are rejected with `reason`. */
  async close(milliseconds: number, reason: unknown): Promise<void> {
    if (this.#waiting.length > 0) {
      const limit = setTimeout(() => this.#whenEmpty.resolve(), milliseconds);
      await this.#whenEmpty.promise;
      clearTimeout(limit);
    }
    clearTimeout(this.#timer);
    for (const { reject } of this.#waiting.splice(0)) reject(reason);
  }

  #writeWaiting(): void {
    this.#timer = undefined;
    const started = performance.now();
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      try {
        next.attempt();
      } catch {
        this.#pause = Math.min(this.#pause * 2, longestPauseMilliseconds);
        break;
      }
      this.#waiting.shift();
      this.#pause = firstPauseMilliseconds;
      if (performance.now() - started > groupMilliseconds) break;
    }
    if (this.#waiting.length > 0) {
      this.#timer = setTimeout(() => this.#writeWaiting(), this.#pause);
    } else {
      this.#whenEmpty.resolve();
      this.#whenEmpty = Promise.withResolvers();
    }
  }
}
