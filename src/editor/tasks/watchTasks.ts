/** Keeps the Tasks view, its badge and the status bar up to date, and reports the end of tasks that no command is waiting for. */
import * as vscode from "vscode";
import { kinds } from "../../contract/kind.ts";
import { errorFactsOf, isRunning, runningStates, type Task } from "../../generations/task.ts";
import type { Tasks } from "../../generations/tasks.ts";
import { announceSaved } from "../artifacts/announceSaved.ts";
import { announceText, hasTextOnly } from "../artifacts/announceText.ts";
import { findLocation, offerLink } from "../artifacts/insertLink.ts";
import { saveTaskElsewhere } from "../artifacts/saveAgain.ts";
import { taskOriginOf } from "../artifacts/taskOrigin.ts";
import { trackLocation } from "../artifacts/trackLocation.ts";
import { artifactUri, savesHere } from "../base/artifactUri.ts";
import { completeStep } from "../base/completeStep.ts";
import { log } from "../base/log.ts";
import { report, reportFacts } from "../base/report.ts";
import { settings } from "../base/settings.ts";
import type { Studio } from "../service/studio.ts";
import { requestAccount } from "./requestAccount.ts";
import { keepStatusBar, type StatusSource } from "./statusBar.ts";
import type { TaskTree } from "./taskTree.ts";

const { t } = vscode.l10n;

/** Milliseconds between two updates of the badge. */
const badgeDelay = 120;

export function watchTasks(
  studio: StatusSource & Pick<Studio, "state">,
  tasks: Tasks,
  tree: TaskTree,
  view: vscode.TreeView<unknown>,
): vscode.Disposable {
  /** Tasks that were running at the last check and that no command of this window is waiting for. */
  const followed = new Set(tasks.list({ states: runningStates, limit: 1000 }).map((task) => task.key));
  let painting: NodeJS.Timeout | undefined;
  const paintBadge = () => {
    painting = undefined;
    const running = tasks.count({ states: runningStates });
    const count = tasks.count({});
    // VS Code does not show the description of a collapsed view.
    view.title = count === 0 ? t("Tasks") : t("Tasks ({0})", count);
    view.badge =
      running === 0 ? undefined : { value: running, tooltip: running === 1 ? t("1 task is running") : t("{0} tasks are running", running) };
  };
  paintBadge();
  tree.refresh();
  const stopListening = tasks.onChange(({ key, task, isAwaited }) => {
    // Thousands of tasks can change at once.
    painting ??= setTimeout(paintBadge, badgeDelay);
    tree.refresh();
    if (task?.state === "saved" && task.kind !== "text") completeStep("generate");
    // Every window gets the changes of all tasks; only the one that has the task's folder open reports its end.
    if (task !== undefined && isRunning(task)) followed.add(key);
    else if (followed.delete(key) && task !== undefined && !isAwaited && savesHere(task)) void reportEnd(studio, tasks, task);
  });
  return vscode.Disposable.from(
    keepStatusBar(studio, tasks),
    requestAccount({
      connection: () => studio.connection(),
      onDidChangeConnection: studio.onDidChangeConnection,
      usesV2: () => kinds.some((kind) => settings.interfaceFor(kind) === "v2"),
      refreshAccount: (baseUrl) => tasks.refreshAccount(baseUrl).catch(() => log.debug("The balance could not be read.")),
    }),
    new vscode.Disposable(stopListening),
    new vscode.Disposable(() => clearTimeout(painting)),
  );
}

async function reportEnd({ state }: Pick<Studio, "state">, tasks: Tasks, task: Task): Promise<void> {
  const facts = errorFactsOf(task);
  if (["failed", "maybeAccepted", "unsaved", "saved"].includes(task.state) && facts !== undefined) {
    void reportFacts(facts, { taskKey: task.key, saveElsewhere: () => saveTaskElsewhere(tasks, task) });
    if (task.state !== "saved") return;
  }
  if (task.state !== "saved" || task.kind === "text") return;
  if (hasTextOnly(task)) return announceText(task);
  const { kind, prompt } = task;
  const uris = task.artifacts.map(artifactUri);
  const origin = taskOriginOf(task);
  const location = origin.type === "command" && origin.location !== undefined ? await findLocation(origin.location) : undefined;
  if (location === undefined) return announceSaved(uris, []);
  const tracked = trackLocation(location);
  const choice = settings.insertLink({ uri: vscode.Uri.parse(location.uri, true), languageId: location.languageId });
  const offer = offerLink({ kind, prompt, uris }, tracked.now, choice, state);
  void offer.done.catch(report).finally(() => tracked.dispose());
  await announceSaved(uris, [offer]);
}
