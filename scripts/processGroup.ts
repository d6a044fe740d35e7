/** Starts a process that leads its own group, so that the whole group can be ended. */
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";

export interface ProcessGroup {
  readonly process: ChildProcess;
  /** The exit code, or null when a signal ended the process. */
  readonly exited: Promise<number | null>;
  /** Asks the whole group to end, and kills it after 4 s. Resolves when its leader has ended; may be called again. */
  end(): Promise<void>;
}

/** Milliseconds that the group has to end after the first signal. */
const endMilliseconds = 4000;
/** Signals with which a terminal or another process ends this process. */
const endings = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Signals that end this process are passed on to the group, which a terminal does not signal itself. When the leader ends, what is left of
 * the group is killed. Windows has no groups: there only the process is ended.
 * @throws when the command cannot be started.
 */
export async function startGroup(command: string, commandArguments: readonly string[], options: SpawnOptions = {}): Promise<ProcessGroup> {
  const child = spawn(command, commandArguments, { ...options, detached: process.platform !== "win32" });
  const endWith = async (name: NodeJS.Signals) => {
    // The group's id may belong to another group by now.
    if (child.exitCode !== null || child.signalCode !== null) return;
    signal(child, name);
    const timer = setTimeout(() => signal(child, "SIGKILL"), endMilliseconds);
    await exited;
    clearTimeout(timer);
  };
  const endAtExit = () => signal(child, "SIGKILL");
  const passOn = async (name: NodeJS.Signals) => {
    await endWith(name);
    // Without other listeners, the signal gets its default effect.
    if (process.listenerCount(name) === 0) process.kill(process.pid, name);
  };
  const exited = new Promise<number | null>((resolve) =>
    child.once("exit", (code) => {
      // Children that outlive their leader, such as extension hosts, are still in its group.
      signal(child, "SIGKILL");
      process.removeListener("exit", endAtExit);
      for (const ending of endings) process.removeListener(ending, passOn);
      resolve(code);
    }),
  );
  await once(child, "spawn");
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
    // No process of the group is left.
  }
}
