/** A command line in; a process that leads its own group, and a way to end all of the group, out. */
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";

export interface ProcessGroup {
  readonly process: ChildProcess;
  /** The exit code, or null when a signal ended the process. */
  readonly exited: Promise<number | null>;
  /** Asks the whole group to end, then makes it. Resolves when the leader is gone; calling it again is harmless. */
  end(): Promise<void>;
}

/** How long the group may take to end by itself. */
const patience = 4000;

/**
 * On Windows there are no groups: only the process itself is ended there.
 * @throws when the command cannot be started.
 */
export async function startGroup(command: string, commandArguments: readonly string[], options: SpawnOptions = {}): Promise<ProcessGroup> {
  const child = spawn(command, commandArguments, { ...options, detached: process.platform !== "win32" });
  const exited = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  await once(child, "spawn");
  const end = async () => {
    signal(child, "SIGTERM");
    const timer = setTimeout(() => signal(child, "SIGKILL"), patience);
    await exited;
    clearTimeout(timer);
    // Children that outlived their leader, such as extension hosts, are still in its group.
    signal(child, "SIGKILL");
    process.removeListener("exit", endAtExit);
  };
  const endAtExit = () => signal(child, "SIGKILL");
  process.once("exit", endAtExit);
  return { process: child, exited, end };
}

function signal(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill(name);
    else process.kill(-child.pid, name);
  } catch {
    // Nobody of the group is left.
  }
}
