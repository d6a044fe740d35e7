/** Turns an error of the file system into a ServiceError, and describes its code. */
import { inEnglish } from "../../contract/translate.ts";
import { ownSentences } from "../errors/ownSentences.ts";
import { ServiceError } from "../serviceError.ts";

/** By the system's error code. @internal */
export const diskSentences: Readonly<Record<string, string>> = {
  ENOSPC: "The disk is full.",
  EDQUOT: "The disk quota is used up.",
  EROFS: "The folder is on a read-only disk.",
  EACCES: "You do not have permission to write to this folder.",
  EPERM: "You do not have permission to write to this folder.",
  ENOENT: "The folder does not exist.",
  ENOTDIR: "A part of the folder's path is a file.",
  // For a folder that is to be created.
  EEXIST: "A part of the folder's path is a file.",
  ENAMETOOLONG: "The path is too long for this disk.",
  EMFILE: "Too many files are open.",
  ENFILE: "Too many files are open.",
  EIO: "The disk reports an error.",
};

export function readDiskError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  const code = thrown instanceof Error && "code" in thrown && typeof thrown.code === "string" ? thrown.code : "";
  const message = describeDiskCode(code) ?? (code === "" ? "The result could not be written." : inEnglish(ownSentences.notWritten, code));
  return new ServiceError({ kind: "disk", message, ...(code === "" ? {} : { code }), cause: thrown });
}

/** Describes, by the system's error code, why a file could not be written; undefined for an unknown code. */
export function describeDiskCode(code: string): string | undefined {
  return Object.hasOwn(diskSentences, code) ? diskSentences[code] : undefined;
}
