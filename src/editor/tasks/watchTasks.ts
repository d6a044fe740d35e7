/** The open journal in; the Tasks view, its badge, the status bar and the news of tasks that nobody waits for, kept up to date, out. */
import path from "node:path";
import * as vscode from "vscode";
import { runningStates, type Task } from "../../tasks/task.ts";
import type { Tasks } from "../../tasks/tasks.ts";
import { isAwaited } from "../generate/awaitedTasks.ts";
import { deliverArtifacts, destinationOf, isUnderway } from "../generate/delivery.ts";
import { canLink, insertLink, tellPlaceIsGone } from "../generate/insertLink.ts";
import { placeOf } from "../generate/origin.ts";
import { reportUndelivered } from "../generate/reportUndelivered.ts";
import { openArtifacts } from "../generate/showArtifacts.ts";
import { announce, reportFacts } from "../report.ts";
import type { Studio } from "../studio.ts";
import { saveTaskElsewhere } from "./saveAgain.ts";
import { keepStatusBar } from "./statusBar.ts";
import { isRunning } from "./taskItem.ts";
import type { TaskTree } from "./taskTree.ts";

/** Milliseconds between two looks at the journal for the badge. */
const badgeDelay = 120;

export function watchTasks(studio: Studio, tasks: Tasks, tree: TaskTree, view: vscode.TreeView<unknown>): vscode.Disposable {
  /** Tasks that ran when this window last looked, and that no command of it waits for. */
  const followed = new Set(tasks.list({ states: runningStates, limit: 1000 }).map((task) => task.key));
  const { t } = vscode.l10n;
  let painting: NodeJS.Timeout | undefined;
  const paintBadge = () => {
    painting = undefined;
    const running = tasks.count({ states: runningStates });
    view.badge =
      running === 0 ? undefined : { value: running, tooltip: running === 1 ? t("1 task is running") : t("{0} tasks are running", running) };
  };
  paintBadge();
  tree.refresh();
  void deliverLeftOvers(studio, tasks);
  const stopListening = tasks.onChange(({ key, task }) => {
    // Thousands may change at once.
    painting ??= setTimeout(paintBadge, badgeDelay);
    tree.refresh();
    if (task !== undefined && isRunning(task)) followed.add(key);
    else if (followed.delete(key) && task !== undefined && !isAwaited(task) && belongsHere(task)) void tellEnd(studio, task);
  });
  return vscode.Disposable.from(
    keepStatusBar(studio, tasks),
    new vscode.Disposable(stopListening),
    new vscode.Disposable(() => clearTimeout(painting)),
  );
}

/** Every window sees every task; only the one with the task's folder open tells of it. */
function belongsHere(task: Task): boolean {
  return vscode.workspace.getWorkspaceFolder(destinationOf(task) ?? vscode.Uri.file(task.target.folder)) !== undefined;
}

/** What a window left that was closed between receiving and delivering; only other file systems have such tasks. */
async function deliverLeftOvers(studio: Studio, tasks: Tasks): Promise<void> {
  if (!vscode.workspace.workspaceFolders?.some((folder) => folder.uri.scheme !== "file")) return;
  for (const task of tasks.list({ states: ["saved"] })) {
    if (!isAwaited(task) && belongsHere(task) && (await isUnderway(task))) await tellEnd(studio, task);
  }
}

async function tellEnd(studio: Studio, task: Task): Promise<void> {
  const { t } = vscode.l10n;
  if ((task.state === "failed" || task.state === "unsaved") && task.error !== undefined) {
    void reportFacts(task.error, { taskKey: task.key, saveElsewhere: () => saveTaskElsewhere(studio, task) });
    return;
  }
  if (task.state !== "saved" || task.kind === "text") return;
  const { kind, prompt } = task;
  let uris: vscode.Uri[];
  try {
    uris = await deliverArtifacts(task);
  } catch (error) {
    return reportUndelivered(studio, task, error);
  }
  const [first] = uris;
  if (first === undefined) return;
  const place = placeOf(task.origin);
  const files = { kind, prompt, uris };
  const message = t("{0} is finished.", path.posix.basename(first.path));
  if (place === undefined || !canLink(files, place)) return announce(message, t("Open"), () => openArtifacts(uris));
  await announce(message, t("Insert Link"), async () => {
    if (await insertLink(files, () => place)) return;
    await tellPlaceIsGone();
  });
}
