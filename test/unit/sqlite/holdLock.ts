import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Locks a database for writing in another process. @returns a function that releases it. */
export async function holdLock(path: string): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "heldLock.ts"), path], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  await once(child.stdout, "data");
  return async () => {
    child.stdin.write("end");
    await ended;
  };
}
