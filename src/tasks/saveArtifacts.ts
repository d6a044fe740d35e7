/** A task with received files in; every file under its own name, once and whole, out. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { artifactName } from "./artifactName.ts";
import { isDiskCode } from "./diskRefusal.ts";
import type { SaveIntent } from "./intentTable.ts";
import type { Journal } from "./journal.ts";
import { makeArtifactFolder } from "./makeArtifactFolder.ts";
import { placeFile, removeReservation } from "./placeFile.ts";
import type { Artifact, Task } from "./task.ts";

/** Names tried for one file before giving up: `name`, `name-2`, … */
const mostNames = 10_000;

/**
 * Carries on wherever an earlier process died: the chosen path is in the journal before the file has it, so that a file which is
 * there already is recognised by its content and not made twice. The caller writes the artifacts down, and only then removes what was received.
 * @returns undefined when a received file is lost: it must be fetched again.
 * @throws the file system's error, or DiskRefusal.
 */
export async function saveArtifacts(journal: Journal, task: Task): Promise<Artifact[] | undefined> {
  const artifacts: Artifact[] = [];
  for (const intent of journal.intents.of(task.key)) {
    const path = (await resumePlacing(intent)) ?? (await placeUnderNewName(journal, task, intent));
    if (path === undefined) return undefined;
    artifacts.push({ path, size: intent.size, sha256: intent.sha256, mediaType: intent.mediaType });
  }
  return artifacts;
}

/** Finishes what an earlier process began under the path that it had chosen. */
async function resumePlacing(intent: SaveIntent): Promise<string | undefined> {
  if (intent.path === undefined) return undefined;
  if (await hasContent(intent.path, intent)) return intent.path;
  if (!(await exists(intent.received))) return undefined;
  await removeReservation(intent.path);
  return undefined;
}

async function placeUnderNewName(journal: Journal, task: Task, intent: SaveIntent): Promise<string | undefined> {
  if (!(await exists(intent.received))) return undefined;
  const segments = artifactName(task.target.pattern, {
    prompt: task.prompt,
    kind: task.kind,
    model: task.model,
    key: task.key,
    createdAt: task.createdAt,
    position: intent.position + 1,
  });
  const folder = await makeArtifactFolder(task.target.folder, segments.slice(0, -1));
  const name = segments.at(-1) ?? task.kind;
  for (let count = 1; count <= mostNames; count += 1) {
    const path = join(folder, `${name}${count === 1 ? "" : `-${count}`}${intent.ending}`);
    if (await exists(path)) continue;
    if (!journal.intents.choosePath(task.key, intent.position, path)) continue;
    if (await placeFile(intent.received, path)) return path;
  }
  throw new Error("No free name was found for a file.");
}

/** Whether anything has this name, a broken link included. */
async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (isDiskCode(error, "ENOENT")) return false;
    throw error;
  }
}

async function hasContent(path: string, intent: SaveIntent): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || !found.isFile() || found.size !== intent.size) return false;
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex") === intent.sha256;
}
