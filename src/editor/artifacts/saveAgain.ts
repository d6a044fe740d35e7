/** Saves results that could not be written, and reports the outcome. */
import * as vscode from "vscode";
import type { ArtifactTarget, Task } from "../../generations/task.ts";
import type { Tasks } from "../../generations/tasks.ts";
import { artifactUri, targetUri } from "../base/artifactUri.ts";
import { announce, report, reportFacts } from "../base/report.ts";
import { askTarget, chooseTarget } from "./chooseTarget.ts";
import { openArtifacts } from "./showArtifacts.ts";

/** `folder` replaces the output folder of the settings. */
export async function saveTaskAgain(tasks: Tasks, task: Task, folder?: string): Promise<void> {
  const target = await chooseTarget(task.kind, { text: task.prompt }, folder);
  if (target !== undefined) await save(tasks, task, target);
}

/** Shows a save dialog first, which the user may cancel. */
export async function saveTaskElsewhere(tasks: Tasks, task: Task): Promise<void> {
  const target = await askTarget(task.kind, task.prompt);
  if (target !== undefined) await save(tasks, task, target);
}

async function save(tasks: Tasks, task: Task, target: ArtifactTarget): Promise<void> {
  const help = { taskKey: task.key, saveElsewhere: () => saveTaskElsewhere(tasks, task) };
  try {
    const handle = await tasks.saveAgain(task.key, target, task.state === "saved");
    const { state, error, artifacts } = await handle.end();
    if (state === "saved") {
      const folder = targetUri(target);
      const message = vscode.l10n.t("Saved in {0}.", folder.scheme === "file" ? folder.fsPath : folder.toString(true));
      void announce(message, vscode.l10n.t("Open"), () => openArtifacts(artifacts.map(artifactUri)));
    } else if (error !== undefined) void reportFacts(error, help);
  } catch (error) {
    void report(error, help);
  }
}
