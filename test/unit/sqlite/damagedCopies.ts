/** Damages a database file in many ways, which are the same in each run. */

/** Bytes of a page of SQLite's default size. */
export const pageSize = 4096;

/** Random numbers from 0 to 1. Source: Tommy Ettinger, mulberry32. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export type Damage = (whole: Buffer, random: () => number) => Buffer;

const noise = (length: number, random: () => number) => Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));

/** Typical damage by disks, crashes and synchronized folders. */
export const damages: Readonly<Record<string, Damage>> = {
  "bytes overwritten": (whole, random) => {
    const bytes = Buffer.from(whole);
    for (let count = 0; count < 20; count += 1) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
    return bytes;
  },
  "a page overwritten": (whole, random) => {
    const bytes = Buffer.from(whole);
    noise(pageSize, random).copy(bytes, Math.floor((random() * bytes.length) / pageSize) * pageSize);
    return bytes;
  },
  "two pages of zeros": (whole, random) => {
    const bytes = Buffer.from(whole);
    for (let count = 0; count < 2; count += 1) {
      const at = Math.floor((random() * bytes.length) / pageSize) * pageSize;
      bytes.fill(0, at, at + pageSize);
    }
    return bytes;
  },
  "the first page overwritten": (whole, random) => {
    const bytes = Buffer.from(whole);
    noise(pageSize, random).copy(bytes);
    return bytes;
  },
  "cut short": (whole, random) => Buffer.from(whole.subarray(0, Math.floor(random() * whole.length))),
};
