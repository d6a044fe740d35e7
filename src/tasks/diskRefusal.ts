/** An error of the file system or of the journal's disk in; a sentence for a person, as the reason why a task is unsaved, out. */
import type { TaskFailure } from "./task.ts";

/** Thrown for what is wrong with a place although the file system would do it. */
export class DiskRefusal extends Error {}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: "The disk is full.",
  EDQUOT: "The disk quota is used up.",
  EROFS: "The folder is on a read-only disk.",
  EACCES: "The folder may not be written to.",
  EPERM: "The folder may not be written to.",
  ENOENT: "The folder is gone.",
  ENOTDIR: "A part of the folder's path is a file.",
  ENAMETOOLONG: "The path is too long for this disk.",
  EMFILE: "Too many files are open.",
  ENFILE: "Too many files are open.",
  EIO: "The disk reports an error.",
};

/** SQLite's primary result codes for a disk that refuses, as the file system would call them. Source: sqlite.org/rescode.html. */
const databaseCodes: Readonly<Record<number, string>> = { 8: "EROFS", 10: "EIO", 13: "ENOSPC", 14: "EACCES" };

/** The failure for an error of a disk; undefined for every other error. */
export function readDiskRefusal(error: unknown): TaskFailure | undefined {
  if (error instanceof DiskRefusal) return { kind: "disk", message: error.message, code: undefined };
  const code = readCode(error);
  return code === undefined ? undefined : { kind: "disk", message: reasons[code] ?? `The disk refuses: ${code}.`, code };
}

function readCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("errcode" in error && typeof error.errcode === "number") return databaseCodes[error.errcode & 0xff];
  return "syscall" in error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Whether an error of the file system has one of these codes. */
export function isDiskCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && typeof error.code === "string" && codes.includes(error.code);
}
