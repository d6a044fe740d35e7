/** SQLite's result codes. */

/** Primary result codes. Source: sqlite.org/rescode.html. */
const sqliteBusy = 5;
export const sqliteCorrupt = 11;
export const sqliteNotADatabase = 26;

/** undefined: it is not an error of SQLite. */
export function readResultCode(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  return "errcode" in error && typeof error.errcode === "number" ? error.errcode & 0xff : undefined;
}

/** Whether another connection holds the lock that a statement needs. */
export function isBusy(error: unknown): boolean {
  return readResultCode(error) === sqliteBusy;
}
