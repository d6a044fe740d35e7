import { setImmediate as nextTurn } from "node:timers/promises";

const size = 64 * 1024 ** 2;
const rounds = 4;
let measured: number | undefined;

/**
 * Bytes per second that this machine reads from its memory. Each token needs one reading of the whole model, so that this divided by the
 * model's size is about how many tokens it writes in a second without a graphics card. Takes some 100 ms the first time.
 */
export async function memoryBandwidth(): Promise<number> {
  if (measured !== undefined) return measured;
  const from = new Uint8Array(size).fill(1);
  const to = new Uint8Array(size);
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    to.set(from);
    best = Math.min(best, performance.now() - started);
    await nextTurn();
  }
  // A copy reads and writes each byte.
  measured = (2 * size) / (best / 1000);
  return measured;
}
