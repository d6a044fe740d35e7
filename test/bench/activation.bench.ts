/** Measures activation in a new extension host, compared with an empty extension. */
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as esbuild from "esbuild";
import { stageExtension } from "../../scripts/stageExtension.ts";
import { repositoryFolder } from "../../scripts/vscodeHost/serverLocation.ts";
import type { Bench } from "./bench.ts";

/** Windows of each sort. The fastest one counts, because other load on the machine can only add time. */
const runs = 5;

interface Subject {
  id: string;
  folder: string;
}

const activation: Bench = {
  names: ["activation-ms", "activation-empty-extension-ms", "activation-vs-empty-extension"],
  async run() {
    const temporary = await realpath(await mkdtemp(path.join(tmpdir(), "generation-studio-activation-")));
    const staged = await stageExtension({ production: true });
    try {
      await activateOnlyWhenAsked(staged.folder);
      const ours: Subject = { id: "generation-studio.generation-studio", folder: staged.folder };
      const empty = await writeEmptyExtension(path.join(temporary, "empty"));
      const times = { ours: [] as number[], empty: [] as number[] };
      // Alternate, so that a slow minute of the machine affects both.
      for (let index = 0; index < runs; index += 1) {
        times.ours.push(await measure(ours, temporary));
        times.empty.push(await measure(empty, temporary));
      }
      const [ownTime, emptyTime] = [Math.min(...times.ours), Math.min(...times.empty)];
      return [
        { name: "activation-ms", value: ownTime, unit: "ms" },
        { name: "activation-empty-extension-ms", value: emptyTime, unit: "ms" },
        { name: "activation-vs-empty-extension", value: ownTime / emptyTime, unit: "times" },
      ];
    } finally {
      await staged.remove();
      await rm(temporary, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

export default [activation] satisfies Bench[];

/** Otherwise the window would activate it before the measurement starts. */
async function activateOnlyWhenAsked(folder: string): Promise<void> {
  const file = path.join(folder, "package.json");
  const manifest: object = JSON.parse(await readFile(file, "utf8"));
  await rm(file);
  await writeFile(file, JSON.stringify({ ...manifest, activationEvents: [] }));
}

async function writeEmptyExtension(folder: string): Promise<Subject> {
  await mkdir(folder, { recursive: true });
  const manifest = {
    name: "empty",
    publisher: "empty",
    version: "1.0.0",
    type: "module",
    main: "extension.js",
    engines: { vscode: "^1.106.0" },
  };
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ ...manifest, activationEvents: ["onCommand:empty.never"] }));
  await writeFile(path.join(folder, "extension.js"), "export function activate() {}\n");
  return { id: "empty.empty", folder };
}

/** Milliseconds, measured in a new window. */
async function measure({ id, folder }: Subject, temporary: string): Promise<number> {
  const testsModule = path.join(folder, "activationMeasurement.mjs");
  await esbuild.build({
    entryPoints: [path.join(import.meta.dirname, "activationMeasurement.ts")],
    outfile: testsModule,
    bundle: true,
    format: "esm",
    platform: "node",
    external: ["vscode"],
    logLevel: "warning",
  });
  const report = path.join(temporary, "report");
  await rm(report, { force: true });
  const launcher = path.join(repositoryFolder, "scripts", "vscodeLauncher.ts");
  const child = spawn(process.execPath, [launcher, `--extensionDevelopmentPath=${folder}`, `--extensionTestsPath=${testsModule}`], {
    env: { ...process.env, ACTIVATION_EXTENSION: id, ACTIVATION_REPORT: report },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`The window for ${id} ended with ${code}.\n${errors}`);
  return Number(await readFile(report, "utf8"));
}
