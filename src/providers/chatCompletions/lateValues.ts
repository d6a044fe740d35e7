import type { EventValue } from "./eventValues.ts";

/** Holds a value back whose parsing took long, and those after it, so that other requests are answered before it is read. */
export class LateValues {
  readonly #read: (value: EventValue) => void;
  #held: EventValue[] = [];

  constructor(read: (value: EventValue) => void) {
    this.#read = read;
  }

  get isEmpty(): boolean {
    return this.#held.length === 0;
  }

  add(value: EventValue): void {
    if (this.isEmpty && !(value.type === "json" && value.isLong)) this.#read(value);
    else this.#held.push(value);
  }

  /** Whether there were any. */
  read(): boolean {
    const held = this.#held.splice(0);
    for (const value of held) this.#read(value);
    return held.length > 0;
  }
}
