/** Frees what is no longer used, in tests of memory. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect !== "function") throw new TypeError("The garbage cannot be collected.");
  collect();
}

/** Bytes of the heap that are still used. */
export function usedHeap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
