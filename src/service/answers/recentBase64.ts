import type { NewFile } from "../store/storedTask.ts";

/** Size limit in bytes of everything that is kept. */
const mostBytes = 32 * 1024 ** 2;
/** Milliseconds. Clients usually poll again within a few seconds. */
const longestTime = 10_000;

/** Keeps the base64 of large results for some seconds, in the provider's chunks, because most results are requested once and soon. */
export interface RecentBase64 {
  /** Removes the oldest files if there is not enough space. */
  keep(files: readonly NewFile[]): void;
  /** Returns and removes the base64 of a file. undefined: the file must be read and encoded. */
  take(token: string): readonly Uint8Array[] | undefined;
}

export function createRecentBase64(): RecentBase64 {
  const kept = new Map<string, { pieces: readonly Uint8Array[]; size: number }>();
  let total = 0;

  function take(token: string): readonly Uint8Array[] | undefined {
    const found = kept.get(token);
    kept.delete(token);
    total -= found?.size ?? 0;
    return found?.pieces;
  }

  return {
    keep(files) {
      for (const { token, base64 } of files) {
        const size = base64?.reduce((sum, piece) => sum + piece.byteLength, 0) ?? 0;
        if (!base64 || size > mostBytes) continue;
        kept.set(token, { pieces: base64, size });
        total += size;
        for (const [oldest] of kept) {
          if (total <= mostBytes) break;
          take(oldest);
        }
        setTimeout(() => take(token), longestTime).unref();
      }
    },
    take,
  };
}
