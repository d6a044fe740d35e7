/** Describes a task's state, and why it waits or failed, for the user. */
import * as vscode from "vscode";
import { describeError } from "../../client/errors/describeError.ts";
import { errorFactsOf, isLeftRunning, isRunning, type Task, type TaskState } from "../../generations/task.ts";
import { isUnbilled } from "./billing.ts";

const { t } = vscode.l10n;

/** The one name of leaving a task that the service goes on with: in the progress, the Tasks view and the chat. */
export const stopWaitingTitle = (): string => t("Stop Waiting (it is still generated and billed)");

export function stateName(state: TaskState): string {
  switch (state) {
    case "submitting":
      return t("being sent");
    case "maybeAccepted":
      return t("maybe accepted");
    case "pending":
      return t("waiting");
    case "processing":
      return t("being generated");
    case "delivering":
      return t("being saved");
    case "unsaved":
      return t("not saved");
    case "saved":
      return t("finished");
    case "failed":
      return t("failed");
    case "expired":
      return t("expired");
    case "stopped":
      return t("no longer waited for");
    case "cancelled":
      return t("cancelled");
  }
}

/** The state of a task that the user left. */
export function describeLeft(task: Task): string {
  if (task.state === "cancelled" || task.id === undefined) return stateName(task.state);
  if (!isLeftRunning(task)) return t("generated, not fetched");
  return isUnbilled(task) ? t("still generated") : t("still generated and billed");
}

/** The state of a running task, as its row and its progress show it. */
export function describeProgress(task: Task): string {
  const percent = task.progress?.percent;
  return [describeRunning(task), ...(percent === undefined ? [] : [t("{0} %", Math.round(percent))])].join(" · ");
}

/** The same without a percentage, which panels show as a bar: screen readers read each change of this text. */
export function describeRunning(task: Task): string {
  if (needsKey(task)) return t("waiting for a key");
  const position = task.progress?.queue_position;
  return [
    stateName(task.state),
    ...(position === undefined ? [] : [t("number {0} in the queue", position)]),
    ...(task.error === undefined ? [] : [errorSentence(task)]),
  ].join(" · ");
}

/** Whether the task continues as soon as a valid key is set. */
export function needsKey(task: Task): boolean {
  const { error } = task;
  return isRunning(task) && (error?.kind === "invalidKey" || error?.kind === "missingKey");
}

/** The reason in one line. */
export function errorSentence(task: Task): string {
  if (task.state === "expired") return t("no longer on the service");
  const facts = errorFactsOf(task);
  return facts === undefined ? stateName(task.state) : describeError(facts, isUnbilled(task)).sentence;
}
