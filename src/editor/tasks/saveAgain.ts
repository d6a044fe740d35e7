/** A task whose result could not be written in; another try, in the same place or elsewhere, and what came of it told, out. */
import * as vscode from "vscode";
import type { Task } from "../../tasks/task.ts";
import { awaitTask } from "../generate/awaitedTasks.ts";
import { askTarget, chooseTarget } from "../generate/chooseTarget.ts";
import { openArtifacts } from "../generate/showArtifacts.ts";
import type { ChosenTarget } from "../generate/wish.ts";
import { announce, report, reportFacts } from "../report.ts";
import type { Studio } from "../studio.ts";

/** `folder` goes before the settings. */
export async function saveTaskAgain(studio: Studio, task: Task, folder?: string): Promise<void> {
  const target = await chooseTarget(studio, task.kind, { text: task.prompt }, folder);
  if (target !== undefined) await save(studio, task, target);
}

/** Asks where; the save dialog may be put away. */
export async function saveTaskElsewhere(studio: Studio, task: Task): Promise<void> {
  const target = await askTarget(studio, task.kind, task.prompt);
  if (target !== undefined) await save(studio, task, target);
}

async function save(studio: Studio, task: Task, target: ChosenTarget): Promise<void> {
  const help = { taskKey: task.key, saveElsewhere: () => saveTaskElsewhere(studio, task) };
  const release = awaitTask(task);
  try {
    const { state, error, artifacts } = await (await studio.tasks()).saveAgain(task.key, target);
    if (state === "saved") {
      const uris = artifacts.map((artifact) => vscode.Uri.file(artifact.path));
      void announce(vscode.l10n.t("Saved in {0}.", target.folder), vscode.l10n.t("Open"), () => openArtifacts(uris));
    } else if (error !== undefined) void reportFacts(error, help);
  } catch (error) {
    void report(error, help);
  } finally {
    release();
  }
}
