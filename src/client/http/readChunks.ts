/** Passes on the chunks of a body as they arrive. */
import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";

/** The receiver's result for a chunk: send the next at once, send it when the promise resolves, or stop. */
export type ChunkDemand = Promise<void> | "enough" | undefined;

/**
 * Calls `take` directly, because `for await` over the body would cost as much as decoding it. Resolves at the body's end or at "enough";
 * rejects with the body's error, or with what `take` throws. Destroys the body afterwards.
 */
export async function readChunks(body: Readable, take: (chunk: Buffer) => ChunkDemand): Promise<void> {
  const left = Promise.withResolvers<void>();
  let demand: ChunkDemand;
  // A body may end right after its last chunk, while that chunk is still being processed.
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
