/** Starts a process that leads its own group, so that the whole group can be ended. */
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";

export interface ProcessGroup {
  readonly process: ChildProcess;
  /** The exit code, or null when a signal ended the process. */
  readonly exited: Promise<number | null>;
  /** Asks the whole group to end, then makes it. Resolves when the leader is gone; calling it again is harmless. */
  end(): Promise<void>;
}

/** Milliseconds that the group may take to end by itself. */
const patience = 4000;
/** What a terminal or another process sends to make this process end. */
const endings = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * What ends this process is passed on to the group, which a terminal does not reach by itself. On Windows there are no
 * groups: only the process is ended there.
 * @throws when the command cannot be started.
 */
export async function startGroup(command: string, commandArguments: readonly string[], options: SpawnOptions = {}): Promise<ProcessGroup> {
  const child = spawn(command, commandArguments, { ...options, detached: process.platform !== "win32" });
  const exited = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  await once(child, "spawn");

  const endWith = async (name: NodeJS.Signals) => {
    signal(child, name);
    const timer = setTimeout(() => signal(child, "SIGKILL"), patience);
    await exited;
    clearTimeout(timer);
    // Children that outlived their leader, such as extension hosts, are still in its group.
    signal(child, "SIGKILL");
    process.removeListener("exit", endAtExit);
    for (const ending of endings) process.removeListener(ending, passOn);
  };
  const endAtExit = () => signal(child, "SIGKILL");
  const passOn = async (name: NodeJS.Signals) => {
    await endWith(name);
    // Nobody else wants to decide what the signal does: it does what it would have done without us.
    if (process.listenerCount(name) === 0) process.kill(process.pid, name);
  };
  process.once("exit", endAtExit);
  for (const ending of endings) process.on(ending, passOn);
  return { process: child, exited, end: () => endWith("SIGTERM") };
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
