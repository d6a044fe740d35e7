/** Passes on the chunks of a body as they arrive. */
import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";

/**
 * Calls `take` directly, because `for await` over the body would cost as much as decoding it. The next chunk follows at once, or when the
 * promise resolves. Resolves at the body's end; rejects with the body's error, or with what `take` throws. Destroys the body afterwards.
 */
export async function readChunks(body: Readable, take: (chunk: Buffer) => Promise<void> | undefined): Promise<void> {
  const left = Promise.withResolvers<void>();
  let demand: Promise<void> | undefined;
  // A body may end right after its last chunk, while that chunk is still being processed.
  const whole = finished(body, { writable: false }).then(async () => {
    await demand;
  });
  body.on("data", (chunk: Buffer) => {
    try {
      demand = take(chunk);
      if (demand === undefined) return;
      body.pause();
      demand.then(() => body.resume(), left.reject);
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
