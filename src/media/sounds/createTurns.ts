import { setImmediate as nextTurn } from "node:timers/promises";

/** How many milliseconds a computation may block the event loop. */
const longest = 20;

/** Returns a function that a long computation awaits after each part. It yields to the event loop if the last time was long ago. */
export function createTurns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < longest) return;
    await nextTurn();
    since = performance.now();
  };
}
