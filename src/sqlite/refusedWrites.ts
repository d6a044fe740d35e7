/** Writes that the disk has refused, repeated until they succeed. */
export class RefusedWrites {
  readonly #interval: number;
  readonly #writes = new Map<string, () => Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** `interval`: milliseconds until the writes are repeated. */
  constructor(interval: number) {
    this.#interval = interval;
  }

  get isEmpty(): boolean {
    return this.#writes.size === 0;
  }

  /** Replaces a write with the same name. What it writes is the state at the time when it succeeds. */
  add(name: string, write: () => Promise<void>): void {
    this.#writes.set(name, write);
    this.#repeatLater();
  }

  delete(name: string): void {
    this.#writes.delete(name);
  }

  /** Starts each write at once, for the last time. Resolves with the names of those that were refused again. */
  async close(): Promise<string[]> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const names = [...this.#writes.keys()];
    const isWritten = await Promise.all(names.map((name) => this.#write(name)));
    return names.filter((_, index) => !isWritten[index]);
  }

  #repeatLater(): void {
    if (!this.#isClosed) this.#timer ??= setTimeout(() => void this.#repeat(), this.#interval);
  }

  /** Writes may need different amounts of space, so each is tried. The timer stays set meanwhile, so that nothing is written twice. */
  async #repeat(): Promise<void> {
    for (const name of [...this.#writes.keys()]) await this.#write(name);
    this.#timer = undefined;
    if (!this.isEmpty) this.#repeatLater();
  }

  async #write(name: string): Promise<boolean> {
    const write = this.#writes.get(name);
    try {
      await write?.();
      if (this.#writes.get(name) === write) this.#writes.delete(name);
      return true;
    } catch {
      return false;
    }
  }
}
