/**
 * Requests the list of models again while it is shown: engines report to nobody that they have loaded or unloaded a model for another
 * program, or after a time.
 */
import type { Model } from "../../contract/models.ts";

export interface LoadedWatchOptions {
  /** Whether the user sees the list. */
  isShown(): boolean;
  models(): readonly Pick<Model, "loaded">[];
  refresh(): Promise<unknown>;
}

/** Milliseconds between two requests while a model is loaded. */
const interval = 5_000;

export class LoadedWatch {
  readonly #options: LoadedWatchOptions;
  #timer: NodeJS.Timeout | undefined;
  #isRefreshing = false;

  constructor(options: LoadedWatchOptions) {
    this.#options = options;
  }

  /** Requests the list, if it is shown and an engine reports what is loaded. */
  refresh(): void {
    clearTimeout(this.#timer);
    const { isShown, models, refresh } = this.#options;
    if (this.#isRefreshing || !isShown() || !models().some(({ loaded }) => loaded !== undefined)) return;
    this.#isRefreshing = true;
    void refresh().finally(() => {
      this.#isRefreshing = false;
      this.wait();
    });
  }

  /** Requests it again later, if a model is loaded then: without one there is no timer. */
  wait(): void {
    clearTimeout(this.#timer);
    const { isShown, models } = this.#options;
    if (isShown() && models().some(({ loaded }) => loaded === true)) this.#timer = setTimeout(() => this.refresh(), interval);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}
