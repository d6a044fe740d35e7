/** Turns an error of the file system into a ServiceError. */
import { ServiceError } from "./serviceError.ts";

const sentences: ReadonlyMap<string, string> = new Map([
  ["ENOSPC", "The disk is full."],
  ["EDQUOT", "The disk quota is used up."],
  ["EROFS", "The folder is on a read-only disk."],
  ["EACCES", "You do not have permission to write to this folder."],
  ["EPERM", "You do not have permission to write to this folder."],
  ["ENOENT", "The folder does not exist any more."],
  ["ENOTDIR", "A part of the folder's path is a file."],
  ["EMFILE", "Too many files are open."],
]);

export function readDiskError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  const code = thrown instanceof Error && "code" in thrown && typeof thrown.code === "string" ? thrown.code : "";
  const message = sentences.get(code) ?? `The result could not be written${code === "" ? "" : ` (${code})`}.`;
  return new ServiceError({ kind: "disk", message, ...(code === "" ? {} : { code }), cause: thrown });
}
