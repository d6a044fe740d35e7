/** Builds the panel once for all files of the run: building Mermaid takes seconds. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildPanel, panelFolder } from "./panelFiles.ts";

export default async function prepare(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-panel-"));
  for (const [name, contents] of await buildPanel()) await writeFile(path.join(folder, name), contents);
  process.env[panelFolder] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
