/** An error of the file system in; a sentence for a person, as the reason why a task is unsaved, out. */
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

/** The failure for an error of the file system; undefined for every other error. */
export function readDiskRefusal(error: unknown): TaskFailure | undefined {
  if (error instanceof DiskRefusal) return { kind: "disk", message: error.message, code: undefined };
  if (!(error instanceof Error) || !("syscall" in error) || !("code" in error) || typeof error.code !== "string") return undefined;
  return { kind: "disk", message: reasons[error.code] ?? `The disk refuses: ${error.code}.`, code: error.code };
}

/** Whether an error of the file system has this code. */
export function isDiskCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && typeof error.code === "string" && codes.includes(error.code);
}
