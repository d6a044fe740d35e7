/** Whether a process is running. A zombie process does not count as running. */
import { readFileSync } from "node:fs";

export function isProcessAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${processId}/stat`, "utf8"));
  } catch {
    // Not Linux, or the process has just ended: use the result of the signal.
    return true;
  }
}
