/** Buffers values until an async iterator reads them, and detects when the loop is left. */

export interface EventQueue<Value extends object> {
  push(value: Value): void;
  /** No more values follow. */
  end(): void;
  /** The iterator is far behind: the producer should wait until it is `drained` or the signal fires. */
  readonly isFull: boolean;
  drained(signal: AbortSignal): Promise<void>;
  iterate(): AsyncIterator<Value>;
}

/** How many values may wait for the iterator. */
const capacity = 4096;

/**
 * Buffers all values until iteration starts, so that a caller who only wants the result need not iterate; then about `capacity` values.
 * @param onLeave Called when the loop is left before its end.
 */
export function createEventQueue<Value extends object>(onLeave: () => void): EventQueue<Value> {
  let values: Value[] = [];
  let position = 0;
  let isOver = false;
  let isRead = false;
  let wakeReader: (() => void) | undefined;
  let wakeWriter: (() => void) | undefined;

  /** Returns buffered values without waiting for the event loop: a stream has many thousands of events. */
  function next(): Promise<IteratorResult<Value, undefined>> {
    const value = values[position];
    if (value === undefined) return nextOfLater();
    position += 1;
    return Promise.resolve({ value, done: false });
  }

  async function nextOfLater(): Promise<IteratorResult<Value, undefined>> {
    values = [];
    position = 0;
    wakeWriter?.();
    wakeWriter = undefined;
    if (isOver) return { value: undefined, done: true };
    await new Promise<void>((resolve) => {
      wakeReader = resolve;
    });
    return next();
  }

  return {
    push(value) {
      values.push(value);
      wakeReader?.();
      wakeReader = undefined;
    },
    end() {
      isOver = true;
      wakeReader?.();
      wakeReader = undefined;
    },
    get isFull() {
      return isRead && values.length - position > capacity;
    },
    drained(signal) {
      return new Promise<void>((resolve) => {
        // A long stream waits often, with the same signal.
        const wake = () => {
          signal.removeEventListener("abort", wake);
          resolve();
        };
        wakeWriter = wake;
        if (signal.aborted) wake();
        else signal.addEventListener("abort", wake);
      });
    },
    iterate() {
      isRead = true;
      return {
        next,
        async return() {
          if (!isOver) onLeave();
          isOver = true;
          values = [];
          position = 0;
          wakeWriter?.();
          return { value: undefined, done: true };
        },
      };
    },
  };
}
