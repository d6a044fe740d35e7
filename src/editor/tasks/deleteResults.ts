/** Deletes results of the library: their files, and tasks that have no results left. */
import path from "node:path";
import * as vscode from "vscode";
import type { LibraryEntry } from "../../generations/library/library.ts";
import type { Tasks } from "../../generations/tasks.ts";
import { sizeOf } from "../artifacts/findMoved.ts";
import { moveToTrash } from "../artifacts/moveToTrash.ts";
import { artifactUri } from "../base/artifactUri.ts";
import { confirmDelete, type Deletion } from "../base/confirmDelete.ts";
import { deleteTasks, describeFiles, findTaskFiles } from "./deleteTasks.ts";

const { t } = vscode.l10n;

export interface NamedResults {
  /** Keys of the tasks that the results belong to. */
  keys: readonly string[];
  numbers: readonly number[];
}

/** Maximum number of results to name in a question. */
const mostNamed = 5;

/** Asks for confirmation unless `given`. Returns how many tasks and single results were deleted. */
export async function deleteResults(tasks: Tasks, { keys, numbers }: NamedResults, given?: Deletion): Promise<number> {
  const named = numbers.flatMap((number) => tasks.library.get(number) ?? []);
  const isNamed = ({ number }: LibraryEntry) => named.some((entry) => entry.number === number);
  // Delete the whole task if none of its results would be left. A selected result may have been deleted in another window.
  const whole = keys.filter((key) => tasks.library.madeBy(key).every(isNamed));
  const single = named.filter(({ task }) => task === undefined || (keys.includes(task) && !whole.includes(task)));
  if (single.length === 0) return deleteTasks(tasks, whole, { given, hasFiles: true });
  const others = whole.flatMap((key) => tasks.get(key) ?? []);
  const all = [...single.map(({ artifact }) => artifact), ...others.flatMap(({ artifacts }) => artifacts)];
  const question = all.length === 1 ? t("Delete this result?") : t("Delete {0} results?", all.length);
  const names = all.slice(0, mostNamed).map((artifact) => `• ${path.posix.basename(artifactUri(artifact).path)}`);
  const files = await findTaskFiles({ artifacts: all });
  const parts = [
    [...names, ...(all.length > names.length ? ["…"] : [])].join("\n"),
    describeFiles(files.length),
    ...(single.some(({ task }) => task !== undefined) ? [t("The service keeps them as long as the rest of their tasks.")] : []),
  ];
  const isStored = others.some(({ id }) => id !== undefined);
  const deletion = given ?? (await confirmDelete(question, isStored, parts.join("\n\n")));
  if (deletion === undefined) return 0;
  await moveToTrash(await findTaskFiles({ artifacts: single.map(({ artifact }) => artifact) }), given !== undefined);
  let deleted = 0;
  for (const { number, artifact } of single) {
    // The user decided to keep this file.
    if ((await sizeOf(artifactUri(artifact))) !== undefined) continue;
    await tasks.library.remove(number);
    deleted += 1;
  }
  const ofTasks =
    whole.length === 0 ? 0 : await deleteTasks(tasks, whole, { given: deletion, hasFiles: true, asksForFiles: given === undefined });
  return deleted + ofTasks;
}
