/** How many values may wait for the iterator. */
const capacity = 4096;

/**
 * Buffers values until an async iterator reads them, and detects when the loop is left: all values until iteration starts, so that a caller
 * who only wants the result need not iterate; then about `capacity` values.
 */
export class EventQueue<Value extends object> {
  readonly #onLeave: () => void;
  #values: Value[] = [];
  #position = 0;
  #isOver = false;
  #isRead = false;
  #wakeReader: (() => void) | undefined;
  #wakeWriter: (() => void) | undefined;

  /** `onLeave` is called when the loop is left before its end. */
  constructor(onLeave: () => void) {
    this.#onLeave = onLeave;
  }

  /** The iterator is far behind: the producer should wait until it is `drained` or the signal fires. */
  get isFull(): boolean {
    return this.#isRead && this.#values.length - this.#position > capacity;
  }

  push(value: Value): void {
    this.#values.push(value);
    this.#wakeReader?.();
    this.#wakeReader = undefined;
  }

  /** No more values follow. */
  end(): void {
    this.#isOver = true;
    this.#wakeReader?.();
    this.#wakeReader = undefined;
  }

  drained(signal: AbortSignal): Promise<void> {
    return new Promise<void>((resolve) => {
      // A long stream waits often, with the same signal.
      const wake = () => {
        signal.removeEventListener("abort", wake);
        resolve();
      };
      this.#wakeWriter = wake;
      if (signal.aborted) wake();
      else signal.addEventListener("abort", wake);
    });
  }

  iterate(): AsyncIterator<Value, undefined> {
    this.#isRead = true;
    return {
      next: () => this.#next(),
      return: async () => {
        if (!this.#isOver) this.#onLeave();
        this.#isOver = true;
        this.#clear();
        return { value: undefined, done: true };
      },
    };
  }

  /** Returns buffered values without waiting for the event loop: a stream has many thousands of events. */
  #next(): Promise<IteratorResult<Value, undefined>> {
    const value = this.#values[this.#position];
    if (value === undefined) return this.#nextOfLater();
    this.#position += 1;
    return Promise.resolve({ value, done: false });
  }

  async #nextOfLater(): Promise<IteratorResult<Value, undefined>> {
    this.#clear();
    if (this.#isOver) return { value: undefined, done: true };
    await new Promise<void>((resolve) => {
      this.#wakeReader = resolve;
    });
    return this.#next();
  }

  #clear(): void {
    this.#values = [];
    this.#position = 0;
    this.#wakeWriter?.();
    this.#wakeWriter = undefined;
  }
}
