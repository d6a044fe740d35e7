/** Deletes tasks and, optionally, their files. */
import * as vscode from "vscode";
import { ServiceError } from "../../client/serviceError.ts";
import { isLeftRunning, isRunning, type Task } from "../../generations/task.ts";
import type { Tasks } from "../../generations/tasks.ts";
import { sizeOf } from "../artifacts/findMoved.ts";
import { describePrompt } from "../artifacts/linkSyntax.ts";
import { moveToTrash } from "../artifacts/moveToTrash.ts";
import { artifactUri } from "../base/artifactUri.ts";
import { confirmDelete, type Deletion } from "../base/confirmDelete.ts";
import { announce, report } from "../base/report.ts";
import { isUnbilled } from "../showing/billing.ts";
import { deletionSentence } from "../showing/whoBills.ts";

const { t } = vscode.l10n;

export interface DeleteOptions {
  /** The answer to the confirmation, which is then not shown. */
  given?: Deletion | undefined;
  /** true: the files are moved to the trash too; otherwise they stay. */
  hasFiles?: boolean;
  /** Asks before files are deleted permanently because there is no trash, even if `given` answers the confirmation. */
  asksForFiles?: boolean;
}

/**
 * Deletes tasks from the journal and, unless they are to be kept there, from the service. Asks for confirmation unless `given`. Returns how
 * many were deleted.
 */
export async function deleteTasks(tasks: Tasks, keys: readonly string[], options: DeleteOptions = {}): Promise<number> {
  const { given, hasFiles = false, asksForFiles = given === undefined } = options;
  const found = keys.flatMap((key) => tasks.get(key) ?? []);
  if (found.length === 0) return 0;
  const files = new Map<string, vscode.Uri[]>();
  if (hasFiles) {
    for (const task of found) files.set(task.key, await findTaskFiles(task));
  }
  const question = found.length === 1 ? t("Delete this task?") : t("Delete {0} tasks?", found.length);
  const goingOn = found.filter((task) => task.id !== undefined && (isRunning(task) || isLeftRunning(task)) && !isUnbilled(task));
  const billed = deletionSentence(goingOn.map((task) => ({ isEnded: tasks.canCancel(task) })));
  const about = [listOf(found), describeFiles([...files.values()].flat().length), ...(billed === undefined ? [] : [billed])].join("\n\n");
  const isStored = found.some(({ id }) => id !== undefined);
  const deletion = given ?? (await confirmDelete(question, isStored, about));
  if (deletion === undefined) return 0;
  const removeFiles = async (gone: readonly Task[]) =>
    moveToTrash(
      gone.flatMap(({ key }) => files.get(key) ?? []),
      !asksForFiles,
    );
  const forget = async (kept: readonly Task[]) => {
    for (const { key } of kept) await tasks.forget(key);
    await removeFiles(kept);
    return kept.length;
  };
  if (deletion === "here" && isStored) return forget(found);
  const deleted: Task[] = [];
  let firstError: unknown;
  const kept: Task[] = [];
  for (const task of found) {
    try {
      await tasks.delete(task.key);
      deleted.push(task);
    } catch (error) {
      if (error instanceof ServiceError && error.kind === "notFound") kept.push(task);
      else firstError ??= error;
    }
  }
  if (kept.length > 0) {
    void announce(
      t("The service did not delete {0}: it may keep tasks of interface v2 for 30 days.", namesOf(kept)),
      t("Delete Here Only"),
      () => forget(kept),
    );
  }
  if (firstError !== undefined)
    void report(firstError, {
      retry: () => deleteTasks(tasks, keys, { given: deletion, hasFiles, asksForFiles }),
      consequence: deleted.length === 0 ? t("Nothing was deleted.") : t("{0} of {1} tasks were deleted.", deleted.length, found.length),
    });
  await removeFiles(deleted);
  return deleted.length;
}

/** Only files at their recorded locations: another file with the same content may belong to something else. */
export async function findTaskFiles({ artifacts }: Pick<Task, "artifacts">): Promise<vscode.Uri[]> {
  const files = artifacts.map(artifactUri);
  const sizes = await Promise.all(files.map(sizeOf));
  return files.filter((_, index) => sizes[index] !== undefined);
}

export function describeFiles(count: number): string {
  if (count === 0) return t("Files in the workspace stay.");
  return count === 1 ? t("The file is moved to the trash.") : t("{0} files are moved to the trash.", count);
}

function namesOf(found: readonly Task[]): string {
  return found.map((task) => `“${describePrompt(task.prompt, 60)}”`).join(", ");
}

function listOf(found: readonly Task[]): string {
  const shown = found.slice(0, 5).map((task) => `• ${describePrompt(task.prompt, 60)}`);
  return [...shown, ...(found.length > shown.length ? ["…"] : [])].join("\n");
}
