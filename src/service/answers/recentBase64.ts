import type { NewFile } from "../store/storedTask.ts";

/** Size limit in bytes of everything that is kept. */
const mostBytes = 32 * 1024 ** 2;
/** Milliseconds. Clients usually poll again within a few seconds. */
const longestTime = 10_000;

/** Keeps the base64 of large results for some seconds, in the provider's chunks, because most results are requested once and soon. */
export class RecentBase64 {
  readonly #kept = new Map<string, { pieces: readonly Uint8Array[]; size: number }>();
  #total = 0;

  /** Removes the oldest files if there is not enough space. */
  keep(files: readonly NewFile[]): void {
    for (const { token, base64 } of files) {
      const size = base64?.reduce((sum, piece) => sum + piece.byteLength, 0) ?? 0;
      if (!base64 || size > mostBytes) continue;
      this.#kept.set(token, { pieces: base64, size });
      this.#total += size;
      for (const [oldest] of this.#kept) {
        if (this.#total <= mostBytes) break;
        this.take(oldest);
      }
      setTimeout(() => this.take(token), longestTime).unref();
    }
  }

  /** Returns and removes the base64 of a file. undefined: the file must be read and encoded. */
  take(token: string): readonly Uint8Array[] | undefined {
    const found = this.#kept.get(token);
    this.#kept.delete(token);
    this.#total -= found?.size ?? 0;
    return found?.pieces;
  }
}
