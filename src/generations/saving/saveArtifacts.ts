import { stat } from "node:fs/promises";
import { join } from "node:path";
import { hashFile } from "../../media/files/hashFile.ts";
import { DiskError } from "../diskError.ts";
import type { SaveIntent } from "../journal/intentTable.ts";
import type { Journal } from "../journal/journal.ts";
import type { NewTask } from "../journal/taskTable.ts";
import type { Artifact, ArtifactLocation, Task } from "../task.ts";
import type { Delivery } from "../taskEnvironment.ts";
import { artifactName } from "./artifactName.ts";
import { deliverFile, isDelivered } from "./deliverFile.ts";
import { checkArtifactFolder, exists, makeArtifactFolder } from "./makeArtifactFolder.ts";
import { moveFile, removeReservation } from "./moveFile.ts";

/** Names tried for one file before giving up: `name`, `name-2`, … */
const mostNames = 10_000;

/**
 * Gives every received file of a task its name, exactly once. Resumes wherever an earlier process died: the chosen location is in the
 * journal before the file has that name, so that an existing file is recognised by its content and not saved twice. The caller records the
 * artifacts, and only then removes the received files.
 * @returns undefined when a received file is lost and must be fetched again.
 * @throws the file system's error, or DiskError.
 */
export async function saveArtifacts(journal: Journal, task: Task, delivery: Delivery | undefined): Promise<Artifact[] | undefined> {
  const artifacts: Artifact[] = [];
  const saved = [...task.artifacts];
  for (const intent of journal.intents.of(task.key)) {
    const known = (await resumeSaving(task, intent, delivery)) ?? (await findSaved(saved, intent, delivery));
    const location = known ?? (await saveUnderNewName(journal, task, intent, delivery));
    if (location === undefined) return undefined;
    artifacts.push({ ...location, size: intent.size, sha256: intent.sha256, mediaType: intent.mediaType });
  }
  return artifacts;
}

type NamedTask = Pick<Task, "target" | "prompt" | "kind" | "model" | "key" | "createdAt">;

/**
 * Checks, before a task is sent and billed, whether its files can be saved in its folder on this machine.
 * @throws the file system's error, or DiskError.
 */
export async function checkTarget({ request, ...task }: NewTask): Promise<void> {
  const { kind } = request;
  const { target } = task;
  if (kind === "text" || target?.folder === undefined) return;
  await checkArtifactFolder(target.folder, segmentsOf({ ...task, target, kind }, 1).slice(0, -1));
}

/** `position`: 1 for the first file of the task. */
function segmentsOf({ target, prompt, kind, model, key, createdAt }: NamedTask, position: number): string[] {
  return artifactName(target.pattern, { prompt, kind, model, key, createdAt, position });
}

/** Finishes what an earlier process began at the location that it had chosen. */
async function resumeSaving(task: Task, intent: SaveIntent, delivery: Delivery | undefined): Promise<ArtifactLocation | undefined> {
  const { chosen } = intent;
  if (chosen === undefined) return undefined;
  if (chosen.uri !== undefined) {
    // A file system that refused may not be readable either. If the target has changed since, the whole file is written to the new target.
    const isInTarget = task.target.uri !== undefined && chosen.uri.startsWith(task.target.uri.replace(/\/?$/, "/"));
    return isInTarget && delivery !== undefined && (await isDelivered(chosen.uri, intent, delivery)) ? chosen : undefined;
  }
  if (await hasContent(chosen.path, intent)) return chosen;
  if (await exists(intent.received)) await removeReservation(chosen.path);
  return undefined;
}

/**
 * The location of a file that was saved before and can still be read: only lost files of a task are saved again. Removes it from `saved`,
 * because a result may contain the same file twice.
 */
async function findSaved(saved: Artifact[], intent: SaveIntent, delivery: Delivery | undefined): Promise<ArtifactLocation | undefined> {
  const at = saved.findIndex(({ size, sha256 }) => size === intent.size && sha256 === intent.sha256);
  const [found] = at < 0 ? [] : saved.splice(at, 1);
  if (found === undefined) return undefined;
  const { path, uri } = found;
  const isThere = async () => {
    if (uri === undefined) return hasContent(path, intent);
    return delivery?.reaches(uri) === true && (await isDelivered(uri, intent, delivery));
  };
  if (!(await isThere().catch(() => false))) return undefined;
  return uri === undefined ? { path } : { uri };
}

async function saveUnderNewName(
  journal: Journal,
  task: Task,
  intent: SaveIntent,
  delivery: Delivery | undefined,
): Promise<ArtifactLocation | undefined> {
  if (!(await exists(intent.received))) return undefined;
  const segments = segmentsOf(task, intent.position + 1);
  const folders = segments.slice(0, -1);
  const last = segments.at(-1) ?? task.kind;
  const choose = (location: ArtifactLocation) => journal.write(() => journal.intents.choose(task.key, intent.position, location));
  const { target } = task;
  if (target.uri !== undefined) {
    if (delivery === undefined) throw new DiskError("No other file system can be reached from here.");
    return await deliverFile(delivery, target.uri, folders, namesLike(last, intent.ending), intent.received, choose);
  }
  const folder = await makeArtifactFolder(target.folder, folders);
  for (const name of namesLike(last, intent.ending)) {
    const path = join(folder, name);
    if ((await exists(path)) || !(await choose({ path }))) continue;
    if (await moveFile(intent.received, path)) return { path };
  }
  throw new DiskError("No free name was found for a file.");
}

function* namesLike(name: string, ending: string): Generator<string> {
  yield name + ending;
  for (let count = 2; count <= mostNames; count += 1) yield `${name}-${count}${ending}`;
}

async function hasContent(path: string, intent: SaveIntent): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || !found.isFile() || found.size !== intent.size) return false;
  return (await hashFile(path)) === intent.sha256;
}
