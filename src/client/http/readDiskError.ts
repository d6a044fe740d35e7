/** Turns an error of the file system into a ServiceError. */

import { ServiceError } from "../serviceError.ts";
import { describeDiskCode } from "./describeDiskCode.ts";

export function readDiskError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  const code = thrown instanceof Error && "code" in thrown && typeof thrown.code === "string" ? thrown.code : "";
  const message = describeDiskCode(code) ?? `The result could not be written${code === "" ? "" : ` (${code})`}.`;
  return new ServiceError({ kind: "disk", message, ...(code === "" ? {} : { code }), cause: thrown });
}
