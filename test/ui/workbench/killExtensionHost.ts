/** Kills the extension hosts of a VS Code server, like a crash. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

interface Process {
  pid: number;
  parent: number;
  command: string;
}

async function listProcesses(): Promise<Process[]> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid=,args="], { maxBuffer: 16 * 1024 * 1024 });
  return stdout.split("\n").flatMap((line) => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined || command === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

/** A process left over from a reload may end in the meantime. */
function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/** @throws Error if no extension host runs below the server. */
export async function killExtensionHost(server: number | undefined): Promise<void> {
  const processes = await listProcesses();
  const parents = new Map(processes.map(({ pid, parent }) => [pid, parent]));
  const isBelow = (pid: number | undefined): boolean => pid !== undefined && (pid === server || isBelow(parents.get(pid)));
  const hosts = processes.filter(({ pid, command }) => command.includes("--type=extensionHost") && isBelow(pid));
  if (hosts.length === 0) throw new Error("No extension host runs below the server.");
  for (const { pid } of hosts) kill(pid);
}
