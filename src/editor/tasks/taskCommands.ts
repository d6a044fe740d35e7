/** Implements the commands of the Tasks view. */

import * as vscode from "vscode";
import { type Kind, kinds } from "../../contract/kind.ts";
import { writeNumber } from "../../contract/translate.ts";
import type { Task } from "../../generations/task.ts";
import type { Tasks } from "../../generations/tasks.ts";
import { type FoundFile, findResults } from "../artifacts/findResults.ts";
import { canLink, insertLink, isLinked } from "../artifacts/insertLink.ts";
import { linkLanguageNames } from "../artifacts/linkLanguages.ts";
import type { NamedResult } from "../artifacts/namedResults.ts";
import { openFile, openInSystemPlayer } from "../artifacts/openFile.ts";
import { showOrigin } from "../artifacts/originDetails.ts";
import { saveTaskAgain } from "../artifacts/saveAgain.ts";
import type { PromptLocation } from "../artifacts/taskOrigin.ts";
import { artifactUri } from "../base/artifactUri.ts";
import { pickRows } from "../base/pickRow.ts";
import { announce, confirm } from "../base/report.ts";
import { showDetails } from "../requests/taskDetails.ts";
import { kindTexts } from "../showing/kindTexts.ts";
import { queryOf, sectionTitle, type TreeFilter } from "./taskFilter.ts";
import { type Section, sections } from "./taskSections.ts";
import type { TaskTree } from "./taskTree.ts";

const { t } = vscode.l10n;

function findTasks(tasks: Tasks, keys: readonly string[]): Task[] {
  return keys.map((key) => tasks.get(key)).filter((task) => task !== undefined);
}

/** Opens the files, or the text of a v2 answer. */
export async function openResults(found: readonly NamedResult[]): Promise<void> {
  for (const task of found) {
    if (task.artifacts.length === 0 && task.key !== undefined) await showDetails(task.key);
    for (const file of await findResults(task)) await openArtifact(task, file);
  }
}

/** Opens the files of results with the programs of this machine for their types. */
export async function playResults(found: readonly NamedResult[]): Promise<void> {
  for (const task of found)
    for (const { uri, isThere } of await findResults(task)) await (isThere ? openInSystemPlayer(uri) : announceMissing(task, uri));
}

async function openArtifact(task: NamedResult, { uri, isThere }: FoundFile): Promise<void> {
  if (isThere) await openFile(uri, { preview: task.artifacts.length === 1 });
  else announceMissing(task, uri);
}

function announceMissing({ key }: NamedResult, uri: vscode.Uri): void {
  const text = t("The file is not at {0} any more.", uri.scheme === "file" ? uri.fsPath : uri.toString(true));
  if (key === undefined) void announce(text);
  else void announce(text, t("Show Details"), () => showDetails(key));
}

export async function showPages(keys: readonly string[]): Promise<void> {
  for (const key of keys) await showDetails(key);
}

/** Shows the metadata of files without a task. */
export async function showOrigins(found: readonly NamedResult[]): Promise<void> {
  for (const { key, artifacts } of found) {
    if (key === undefined) for (const artifact of artifacts) await showOrigin(artifactUri(artifact));
  }
}

export async function revealResult([task]: readonly NamedResult[]): Promise<void> {
  const [file] = task === undefined ? [] : await findResults(task);
  if (task === undefined || file === undefined) return;
  const { uri } = file;
  if (!file.isThere) return announceMissing(task, uri);
  const isInWorkspace = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  await vscode.commands.executeCommand(isInWorkspace ? "revealInExplorer" : "revealFileInOS", uri);
}

export async function stopTasks(tasks: Tasks, keys: readonly string[]): Promise<void> {
  // In parallel, so that a task whose end cannot be written yet does not delay the others.
  await Promise.all(keys.map((key) => tasks.stop(key)));
}

/** A stopped task is still on the service: it is fetched from there, and nothing is generated or billed again. */
export async function followTasks(tasks: Tasks, keys: readonly string[]): Promise<void> {
  for (const key of keys) await tasks.follow(key);
}

/** Tasks hidden by the view's filter are kept. Returns how many were cleared. */
export async function clearFinished(tasks: Tasks, shown: TreeFilter, confirmed: boolean): Promise<number> {
  if (!shown.sections.includes("finished")) return 0;
  const cleared = queryOf(shown, "finished");
  const count = tasks.count(cleared);
  const detail = t("The service stores them for 30 days. Files in the workspace stay. Their prompts are removed from the list.");
  if (count === 0) return 0;
  const question =
    count === 1 ? t("Clear the finished task from the list?") : t("Clear {0} finished tasks from the list?", writeNumber(count));
  if (!confirmed && !(await confirm(question, t("Clear"), detail))) return 0;
  return tasks.forgetAll(cleared);
}

/** Tries again to save results that could not be saved, or whose files are missing. Existing files are not saved twice. */
export async function saveAgain(tasks: Tasks, keys: readonly string[], folder?: string): Promise<void> {
  for (const task of findTasks(tasks, keys)) {
    const files = task.state === "saved" && task.error === undefined ? await findResults(task) : [];
    if (files.length === 0 || files.some(({ isThere }) => !isThere)) await saveTaskAgain(tasks, task, folder);
  }
}

export async function copyIds(tasks: Tasks, keys: readonly string[]): Promise<void> {
  await vscode.env.clipboard.writeText(
    findTasks(tasks, keys)
      .map(({ id }) => id ?? "")
      .join("\n"),
  );
}

export async function copyPrompts(found: readonly NamedResult[]): Promise<void> {
  await vscode.env.clipboard.writeText(found.map(({ prompt }) => prompt).join("\n"));
}

/**
 * Inserts a link below the cursor of the active editor, or of another visible one if a file's preview is active.
 * Returns whether a link was written.
 */
export async function insertLinkToTask([task]: readonly NamedResult[]): Promise<boolean> {
  if (task === undefined || task.kind === "text") return false;
  const found = await findResults(task);
  const missing = found.find(({ isThere }) => !isThere);
  if (missing !== undefined) {
    announceMissing(task, missing.uri);
    return false;
  }
  const files = { kind: task.kind, prompt: task.prompt, uris: found.map(({ uri }) => uri) };
  const { activeTextEditor: active, visibleTextEditors: visible } = vscode.window;
  const locations = [...(active === undefined ? [] : [active]), ...visible].map(cursorOf);
  const location = locations.find((one) => canLink(files, one));
  if (location !== undefined && (await isLinked(files, location))) {
    void announce(t("{0} already has this link.", vscode.workspace.asRelativePath(vscode.Uri.parse(location.uri, true))));
    return false;
  }
  const end = location && (await insertLink(files, () => location));
  if (end !== undefined && end.type !== "noPlace") return end.type === "inserted";
  void announce(
    t("Place the cursor where the link should be inserted and use Insert Link again. Links are written in {0}.", linkLanguageNames),
  );
  return false;
}

function cursorOf({ document, selection }: vscode.TextEditor): PromptLocation {
  return { uri: document.uri.toString(), languageId: document.languageId, offset: document.offsetAt(selection.end) };
}

/** Asks for kinds and states unless a filter is given. */
export async function filterTasks(tree: TaskTree, given?: Partial<TreeFilter>): Promise<void> {
  const chosen = given ?? (await askFilter(tree.filter));
  if (chosen !== undefined) tree.setFilter(chosen);
}

async function askFilter(current: TreeFilter): Promise<Partial<TreeFilter> | undefined> {
  const { QuickPickItemKind } = vscode;
  const separator = (label: string) => ({ label, kind: QuickPickItemKind.Separator });
  const items: (vscode.QuickPickItem & { shows?: Kind | Section })[] = [
    separator(t("Kind")),
    ...kinds.map((kind) => ({ label: kindTexts(kind).label, shows: kind, picked: current.kinds.includes(kind) })),
    separator(t("State")),
    ...sections.map((section) => ({ label: sectionTitle(section), shows: section, picked: current.sections.includes(section) })),
  ];
  const picked = await pickRows(items, { title: t("Tasks That Are Shown") });
  if (picked === undefined) return undefined;
  const shows = picked.map((item) => item.shows);
  // If nothing of a group is selected, the group does not filter.
  const or = <Value>(values: readonly Value[], all: readonly Value[]) => (values.length === 0 ? all : values);
  return {
    kinds: or(
      kinds.filter((kind) => shows.includes(kind)),
      kinds,
    ),
    sections: or(
      sections.filter((section) => shows.includes(section)),
      sections,
    ),
  };
}

/** Asks for words of the prompt or model unless they are given; an empty text shows all tasks. */
export async function searchTasks(tree: TaskTree, given?: string): Promise<void> {
  const { window } = vscode;
  const text =
    given ??
    (await window.showInputBox({
      title: t("Search Tasks"),
      prompt: t("Part of a prompt or of a model's name. Leave it empty to show all tasks."),
      value: tree.filter.text,
    }));
  if (text !== undefined) tree.setFilter({ text: text.trim() });
}
