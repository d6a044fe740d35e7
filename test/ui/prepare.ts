/** Prepares VS Code's server and one build of the extension for all files of the run. */
import type { TestProject } from "vitest/node";
import { stageExtension } from "../../scripts/stageExtension.ts";
import { installServer } from "../../scripts/vscodeHost/installServer.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Folder of the built extension that the workbenches of this run load. */
    extensionFolder: string;
  }
}

export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  await installServer();
  const extension = await stageExtension();
  project.provide("extensionFolder", extension.folder);
  return extension.remove;
}
