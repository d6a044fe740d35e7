import type { DatabaseSync } from "node:sqlite";
import { transact } from "../../../sqlite/transact.ts";

/**
 * Returns a function that calls `write` at the end of the current turn of the event loop, and resolves with its result when it is committed.
 * The writes of a turn are one transaction: it syncs the disk once, and copies each page that they change once.
 */
export function groupWrites<Given, Result>(database: DatabaseSync, write: (given: Given) => Result): (given: Given) => Promise<Result> {
  let waiting: { given: Given; resolve(result: Result): void; reject(error: unknown): void }[] = [];

  function writeWaiting(): void {
    const group = waiting;
    waiting = [];
    if (group.length > 1) {
      try {
        const written = transact(database, () => group.map(({ given, resolve }) => ({ result: write(given), resolve })));
        for (const { result, resolve } of written) resolve(result);
        return;
      } catch {
        // Nothing was written. One that fails must not fail the others.
      }
    }
    for (const { given, resolve, reject } of group) {
      try {
        resolve(write(given));
      } catch (error) {
        reject(error);
      }
    }
  }

  return (given) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(writeWaiting);
      waiting.push({ given, resolve, reject });
    });
}
