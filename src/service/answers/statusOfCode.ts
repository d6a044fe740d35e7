/** The HTTP status, as text, that a failed media task reports for an error code. */
import { type ErrorCode, errorTable } from "../../contract/errors.ts";

/** Source: spec, "Media task status", field error: "code as a string holding a number". */
export function statusOfCode(code: ErrorCode): string {
  return String(errorTable[code].statuses[0]);
}
