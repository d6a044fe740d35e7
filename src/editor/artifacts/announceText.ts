import * as vscode from "vscode";
import type { Task } from "../../generations/task.ts";
import { announce } from "../base/report.ts";
import { describePrompt } from "./linkSyntax.ts";

/** Whether the service answered a task for a file with text only. */
export function hasTextOnly(task: Task): task is Task & { text: string } {
  return task.state === "saved" && task.kind !== "text" && task.artifacts.length === 0 && task.text !== undefined;
}

/** Shows the text that the service sent instead of a file. */
export async function announceText({ key, text }: Task & { text: string }): Promise<void> {
  const { commands, l10n } = vscode;
  const message = l10n.t("The service answered with a text instead of a file: {0}", describePrompt(text, 200));
  await announce(message, l10n.t("Show Text"), () => commands.executeCommand("generationStudio.showTaskDetails", { key }));
}
