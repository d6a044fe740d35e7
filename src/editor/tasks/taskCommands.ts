/** The studio and the keys of tasks in; what each command of the Tasks view does to them out. */
import * as vscode from "vscode";
import { type Kind, kinds } from "../../contract/kind.ts";
import type { Task } from "../../tasks/task.ts";
import { canLink, insertLink } from "../generate/insertLink.ts";
import { describePrompt } from "../generate/linkSyntax.ts";
import type { PromptPlace } from "../generate/wish.ts";
import { announce, confirm, report } from "../report.ts";
import type { Studio } from "../studio.ts";
import { type FoundFile, findResults } from "./findResults.ts";
import { saveTaskAgain } from "./saveAgain.ts";
import { showDetails } from "./taskDetails.ts";
import { sectionStates } from "./taskSections.ts";
import type { TaskTree } from "./taskTree.ts";

async function findTasks(studio: Studio, keys: readonly string[]): Promise<Task[]> {
  const tasks = await studio.tasks();
  return keys.map((key) => tasks.get(key)).filter((task) => task !== undefined);
}

/** Opens the files, or the text of a v2 answer. */
export async function openResults(studio: Studio, keys: readonly string[]): Promise<void> {
  for (const task of await findTasks(studio, keys)) {
    if (task.artifacts.length === 0) await showDetails(task.key);
    for (const file of await findResults(task)) await openArtifact(task, file);
  }
}

async function openArtifact(task: Task, { uri, isThere }: FoundFile): Promise<void> {
  if (isThere) await vscode.commands.executeCommand("vscode.open", uri, { preview: task.artifacts.length === 1 });
  else tellMissing(task, uri);
}

function tellMissing(task: Task, uri: vscode.Uri): void {
  const { t } = vscode.l10n;
  const place = uri.scheme === "file" ? uri.fsPath : uri.toString(true);
  void announce(t("The file is not at {0} any more.", place), t("Show Details"), () => showDetails(task.key));
}

export async function revealResult(studio: Studio, keys: readonly string[]): Promise<void> {
  const [task] = await findTasks(studio, keys);
  const [file] = task === undefined ? [] : await findResults(task);
  if (task === undefined || file === undefined) return;
  const { uri } = file;
  if (!file.isThere) return tellMissing(task, uri);
  const isInWorkspace = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  await vscode.commands.executeCommand(isInWorkspace ? "revealInExplorer" : "revealFileInOS", uri);
}

export async function stopTasks(studio: Studio, keys: readonly string[]): Promise<void> {
  const tasks = await studio.tasks();
  for (const key of keys) tasks.stop(key);
}

/** What was stopped is at the service still: it is fetched from there, and nothing is made or billed anew. */
export async function followTasks(studio: Studio, keys: readonly string[]): Promise<void> {
  const tasks = await studio.tasks();
  for (const key of keys) tasks.follow(key);
}

/** On the service and in the journal; the files stay. Returns how many were deleted. */
export async function deleteTasks(studio: Studio, keys: readonly string[], confirmed: boolean): Promise<number> {
  const { t } = vscode.l10n;
  const found = await findTasks(studio, keys);
  if (found.length === 0) return 0;
  const question =
    found.length === 1 ? t("Delete this task here and on the service?") : t("Delete {0} tasks here and on the service?", found.length);
  if (!confirmed && !(await confirm(question, t("Delete"), `${listOf(found)}\n\n${t("Files in the workspace stay.")}`))) return 0;
  const tasks = await studio.tasks();
  let deleted = 0;
  let failure: unknown;
  for (const task of found) {
    try {
      await tasks.delete(task.key);
      deleted += 1;
    } catch (error) {
      failure ??= error;
    }
  }
  if (failure !== undefined) void report(failure, { retry: () => deleteTasks(studio, keys, true) });
  return deleted;
}

/** Out of the journal alone. */
export async function forgetTasks(studio: Studio, keys: readonly string[], confirmed: boolean): Promise<number> {
  const { t } = vscode.l10n;
  const found = await findTasks(studio, keys);
  if (found.length === 0) return 0;
  const detail = `${listOf(found)}\n\n${t("The service keeps them; how the files were made is forgotten.")}`;
  const question = found.length === 1 ? t("Delete this task here only?") : t("Delete {0} tasks here only?", found.length);
  if (!confirmed && !(await confirm(question, t("Delete Here Only"), detail))) return 0;
  const tasks = await studio.tasks();
  for (const task of found) tasks.forget(task.key);
  return found.length;
}

function listOf(found: readonly Task[]): string {
  const shown = found.slice(0, 5).map((task) => `• ${describePrompt(task.prompt, 60)}`);
  return [...shown, ...(found.length > shown.length ? ["…"] : [])].join("\n");
}

/** What the view hides by its filter stays. Returns how many were cleared. */
export async function clearFinished(studio: Studio, shownKinds: readonly Kind[], confirmed: boolean): Promise<number> {
  const tasks = await studio.tasks();
  const cleared = { states: sectionStates.finished, kinds: shownKinds };
  const count = tasks.count(cleared);
  const { t } = vscode.l10n;
  const detail = t("The service keeps them for 30 days; files in the workspace stay; how they were made is forgotten.");
  if (count === 0) return 0;
  const question =
    count === 1 ? t("Clear the finished task from the list?") : t("Clear {0} finished tasks from the list?", count.toLocaleString());
  if (!confirmed && !(await confirm(question, t("Clear"), detail))) return 0;
  return tasks.forgetAll(cleared);
}

/** Another try at writing results that could not be written. */
export async function saveAgain(studio: Studio, keys: readonly string[], folder?: string): Promise<void> {
  for (const task of await findTasks(studio, keys)) await saveTaskAgain(studio, task, folder);
}

export async function copyOfTasks(studio: Studio, keys: readonly string[], part: "id" | "prompt"): Promise<void> {
  const found = await findTasks(studio, keys);
  await vscode.env.clipboard.writeText(found.map((task) => (part === "id" ? (task.id ?? "") : task.prompt)).join("\n"));
}

/** Below the cursor of the active editor, or of one that is shown beside the preview of a file. Returns whether a link was written. */
export async function insertLinkToTask(studio: Studio, keys: readonly string[]): Promise<boolean> {
  const [task] = await findTasks(studio, keys);
  if (task === undefined || task.kind === "text") return false;
  const found = await findResults(task);
  const missing = found.find(({ isThere }) => !isThere);
  if (missing !== undefined) {
    tellMissing(task, missing.uri);
    return false;
  }
  const files = { kind: task.kind, prompt: task.prompt, uris: found.map(({ uri }) => uri) };
  const { activeTextEditor: active, visibleTextEditors: visible } = vscode.window;
  const places = [...(active === undefined ? [] : [active]), ...visible].map(cursorOf);
  const place = places.find((one) => canLink(files, one));
  if (place !== undefined && (await insertLink(files, () => place))) return true;
  const languages = "Markdown, MDX, HTML, AsciiDoc, reStructuredText, LaTeX";
  void announce(vscode.l10n.t("Put the cursor where the link belongs, and use Insert Link again. Links are written in {0}.", languages));
  return false;
}

function cursorOf({ document, selection }: vscode.TextEditor): PromptPlace {
  return { uri: document.uri.toString(), languageId: document.languageId, offset: document.offsetAt(selection.end) };
}

export async function filterByKind(tree: TaskTree, given?: readonly Kind[]): Promise<readonly Kind[] | undefined> {
  const chosen = given ?? (await askKinds(tree.filter));
  if (chosen !== undefined) tree.setFilter(chosen);
  return chosen;
}

async function askKinds(current: readonly Kind[]): Promise<Kind[] | undefined> {
  const items = kinds.map((kind) => ({ label: kind, value: kind, picked: current.includes(kind) }));
  const title = vscode.l10n.t("Kinds to Show in Tasks");
  const picked = await vscode.window.showQuickPick(items, { title, canPickMany: true });
  return picked?.map((item) => item.value);
}
