/** Passes on each chunk of a body as it arrives. */
import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";

/** What the function answers to a chunk: the next at once, the next when a promise resolves, or no more. */
export type ChunkDemand = Promise<void> | "enough" | undefined;

/**
 * A loop with `for await` over the body would cost as much as decoding it. Resolves at the body's end or at "enough"; rejects with
 * what broke the body off, or with what `take` throws. Nothing of the body is left to be read afterwards.
 */
export async function readChunks(body: Readable, take: (chunk: Buffer) => ChunkDemand): Promise<void> {
  const left = Promise.withResolvers<void>();
  let demand: ChunkDemand;
  // A body ends right after its last chunk, though that one may still be dealt with.
  const whole = finished(body, { writable: false }).then(async () => {
    await demand;
  });
  body.on("data", (chunk: Buffer) => {
    try {
      demand = take(chunk);
      if (demand === undefined) return;
      body.pause();
      if (demand === "enough") left.resolve();
      else demand.then(() => body.resume(), left.reject);
    } catch (thrown) {
      body.pause();
      left.reject(thrown);
    }
  });
  try {
    await Promise.race([whole, left.promise]);
  } finally {
    body.destroy();
  }
}
