import type { NewFile } from "../store/storedTask.ts";

/** Bytes of all that is kept. */
const mostBytes = 32 * 1024 ** 2;
/** Milliseconds: clients ask again within a few seconds. */
const longestTime = 10_000;

/** The base64 of large results that were just made, in the pieces that the provider sent: most of them are asked for once, and at once. */
export interface RecentBase64 {
  /** Forgets the oldest where there is no room. */
  keep(files: readonly NewFile[]): void;
  /** Forgets it, too. undefined: it has to be read and encoded. */
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
