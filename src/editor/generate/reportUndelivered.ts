/** A task whose files another file system refused in; a message with a way to save them elsewhere out. */
import * as vscode from "vscode";
import type { Task } from "../../tasks/task.ts";
import { announce, report } from "../report.ts";
import type { Studio } from "../studio.ts";
import { askTarget } from "./chooseTarget.ts";
import { deliverArtifacts } from "./delivery.ts";
import { openArtifacts } from "./showArtifacts.ts";

export async function reportUndelivered(studio: Studio, task: Task, error: unknown): Promise<void> {
  const saveElsewhere = async () => {
    const target = await askTarget(studio, task.kind, task.prompt);
    if (target === undefined) return;
    const folder = target.destination === undefined ? vscode.Uri.file(target.folder) : vscode.Uri.parse(target.destination, true);
    try {
      const uris = await deliverArtifacts(task, folder);
      void announce(vscode.l10n.t("Saved in {0}.", folder.toString(true)), vscode.l10n.t("Open"), () => openArtifacts(uris));
    } catch (again) {
      await reportUndelivered(studio, task, again);
    }
  };
  await report(error, { taskKey: task.key, saveElsewhere });
}
