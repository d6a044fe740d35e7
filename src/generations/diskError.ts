/** Describes an error of the file system or of the journal's disk. */

import { ownSentences } from "../client/errors/ownSentences.ts";
import { describeDiskCode } from "../client/http/readDiskError.ts";
import { inEnglish } from "../contract/translate.ts";
import { readDiskCode } from "../sqlite/resultCode.ts";
import type { TaskError } from "./task.ts";

/** Thrown when a location is not acceptable although the file system would accept it. */
export class DiskError extends Error {}

/** Describes a disk error; undefined for every other error. */
export function toDiskError(error: unknown): TaskError | undefined {
  if (error instanceof DiskError) return { kind: "disk", message: error.message };
  const code = readCode(error);
  return code === undefined
    ? undefined
    : { kind: "disk", message: describeDiskCode(code) ?? inEnglish(ownSentences.diskRefused, code), code };
}

function readCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return "syscall" in error && "code" in error && typeof error.code === "string" ? error.code : readDiskCode(error);
}

/** Whether an error of the file system has one of these codes. */
export function isDiskCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && typeof error.code === "string" && codes.includes(error.code);
}
