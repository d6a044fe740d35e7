/** Builds the program `generation-studio` once for all files of the run, which start it hundreds of times. */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { buildInto } from "../../scripts/stageExtension.ts";
import { repositoryFolder } from "../../scripts/vscodeHost/serverLocation.ts";
import { builtProgram } from "./mainProgram.ts";

export default async function prepare(): Promise<(() => Promise<void>) | undefined> {
  // Another project of this run has built it.
  if (process.env[builtProgram] !== undefined) return undefined;
  // Below the repository, whose packages the sources find too.
  const cache = path.join(repositoryFolder, "node_modules", ".cache");
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(path.join(cache, "main-program-"));
  await buildInto(folder, false, "--command-line");
  process.env[builtProgram] = path.join(folder, "main.js");
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
