/** The program as npm packs it, which is what users run: its bundles are built once for all measurements. */
import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { serviceNodeOptions } from "../../src/contract/serviceNodeOptions.ts";

const repository = path.join(import.meta.dirname, "../..");
let built: Promise<string> | undefined;

/** The path of the program's main file. */
export function builtProgram(): Promise<string> {
  built ??= build();
  return built;
}

/** The arguments of Node with which `deploy/` starts a service. */
export async function deployedService(...options: string[]): Promise<string[]> {
  return [...serviceNodeOptions, await builtProgram(), "service", ...options];
}

async function build(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "built-program-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  await promisify(execFile)(process.execPath, ["esbuild.mjs", "--command-line", "--production", "--output", folder], { cwd: repository });
  return path.join(folder, "main.js");
}
