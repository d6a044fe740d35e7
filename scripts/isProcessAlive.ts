/** Whether a process still runs. One that has ended, but whose parent has not collected it yet, does not. */
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
    // Not Linux, or gone by now: the signal's answer has to do.
    return true;
  }
}
