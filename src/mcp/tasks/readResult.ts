/** Provides results as resources of the protocol: only files that tasks of the journal have saved in the agent's folders. */
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { largestResource } from "../../contract/agentView.ts";
import type { AgentStudio } from "../agentStudio.ts";
import { findInside } from "../folders.ts";
import { ToolError } from "../toolError.ts";
import { isVisible } from "./agentTasks.ts";

interface Resource {
  uri: string;
  mimeType: string;
  /** Base64. */
  blob: string;
}

/** For the client, which shows it to the user. Throws ToolError. */
export async function readResult(studio: AgentStudio, uri: string): Promise<Resource> {
  const [tasks, folders] = await Promise.all([studio.tasks(), studio.folders.list()]);
  const path = pathOf(uri);
  const task = path === undefined ? undefined : tasks.findByArtifact({ path });
  const artifact = task?.artifacts.find((one) => one.path === path);
  if (path === undefined || task === undefined || artifact === undefined || !isVisible(task, folders)) throw unknown(uri);
  const { file } = await findInside(folders, path);
  const bytes = await readWhole(file);
  if (bytes === undefined) throw unknown(uri);
  return { uri, mimeType: artifact.mediaType, blob: bytes.toString("base64") };
}

function pathOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}

/** undefined: it does not exist, or is not a file. */
async function readWhole(file: string): Promise<Buffer | undefined> {
  // A link that has replaced the file since it was checked is not followed.
  const handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const facts = await handle.stat();
    if (!facts.isFile()) return undefined;
    if (facts.size > largestResource) throw new ToolError(`The file is larger than ${largestResource / 1024 / 1024} MiB.`);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

function unknown(uri: string): ToolError {
  return new ToolError(`There is no result ${JSON.stringify(uri.slice(0, 200))}.`);
}
