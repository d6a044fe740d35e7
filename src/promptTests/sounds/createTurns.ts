import { setImmediate as nextTurn } from "node:timers/promises";

/** Milliseconds that a computation may hold the event loop. */
const longest = 20;

/** A function that a long computation awaits after each of its parts: other work has its turn when the last one was long ago. */
export function createTurns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < longest) return;
    await nextTurn();
    since = performance.now();
  };
}
