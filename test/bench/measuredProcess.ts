/** Starts the processes that benchmarks measure, and reads their addresses and memory. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The path of a script beside this file. */
export const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export interface Target {
  url: string;
  process: ChildProcess;
}

/** Starts a script, uses it and ends it. The address is the first line on standard output that contains a port. */
export async function withProcess<Result>(args: readonly string[], use: (target: Target) => Promise<Result>): Promise<Result> {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  try {
    let output = "";
    while (!/\d+\n/.test(output)) output += String((await once(child.stdout, "data"))[0]);
    return await use({ url: `http://127.0.0.1:${/(\d+)\n/.exec(output)?.[1]}`, process: child });
  } finally {
    child.kill();
    await once(child, "exit");
  }
}

export const median = (values: readonly number[]) =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Peak memory of the process in MiB (Linux), or undefined if the system does not report it. */
export const peakMemory = (target: Target) => readMemory(target, "VmHWM");

/** Memory of the process in MiB; NaN if the system does not report it. */
export const residentMemory = (target: Target) => readMemory(target, "VmRSS") ?? Number.NaN;

function readMemory({ process: child }: Target, field: "VmHWM" | "VmRSS"): number | undefined {
  const path = `/proc/${child.pid}/status`;
  if (!existsSync(path)) return undefined;
  const kib = new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(readFileSync(path, "utf8"))?.[1];
  return kib === undefined ? undefined : Number(kib) / 1024;
}
