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

/** Primary result codes for disk errors, with the file system's code for each. */
const diskCodes: Readonly<Record<number, string>> = { 8: "EROFS", 10: "EIO", 13: "ENOSPC", 14: "EACCES" };

/** The file system's code for an error of SQLite; undefined if the disk did not cause it. */
export function readDiskCode(error: unknown): string | undefined {
  const code = readResultCode(error);
  return code === undefined ? undefined : diskCodes[code];
}
