/** A task's row in the Tasks view, and its tooltip. */

import * as vscode from "vscode";
import { kindTable } from "../../contract/kind.ts";
import { storageMilliseconds } from "../../contract/limits.ts";
import { writeNumber } from "../../contract/translate.ts";
import { withoutReordering } from "../../contract/withoutReordering.ts";
import { isLeft, isRunning, lacksFiles, type Task } from "../../generations/task.ts";
import { hasTextOnly } from "../artifacts/announceText.ts";
import { describePrompt } from "../artifacts/linkSyntax.ts";
import { escapeMarkdown } from "../base/escapeMarkdown.ts";
import { describeAgo, describeDuration, remainingDays } from "../showing/describeDuration.ts";
import { describeLeft, describeProgress, errorSentence, needsKey, stateName } from "../showing/describeTask.ts";
import { formatCost } from "../showing/formatAmount.ts";
import { kindTexts } from "../showing/kindTexts.ts";

const { t } = vscode.l10n;

/** A row shows the remaining days of storage on the service from this many days before its end. */
const soonDays = 7;

/** Characters of a row's label; wider views have room for more than 18, and nobody reads more. */
const longestLabel = 60;

/** CSS pixels. */
const thumbnailWidth = 240;

export function makeTaskItem(task: Task, now: number, canCancel: boolean): vscode.TreeItem {
  // VS Code cuts off what does not fit, at any width.
  const item = new vscode.TreeItem(withoutReordering(describePrompt(task.prompt, longestLabel) || task.model));
  item.id = task.key;
  item.iconPath = iconOf(task);
  item.description = [describeAge(task, now), formatCost(task.cost), ...aboutState(task, now), withoutReordering(task.model)]
    .filter((fact) => fact !== undefined)
    .join(" · ");
  item.contextValue = contextOf(task, canCancel);
  const prompt = describePrompt(task.prompt, 80) || task.model;
  item.accessibilityInformation = { label: `${stateName(task.state)}, ${kindTexts(task.kind).label}, ${prompt}, ${item.description}` };
  if (isOpenable(task)) {
    item.command = { command: "generationStudio.openTask", title: t("Open Result"), arguments: [{ key: task.key }] };
  } else {
    item.command = { command: "generationStudio.showTaskDetails", title: t("Show Details"), arguments: [{ key: task.key }] };
  }
  return item;
}

function isOpenable(task: Task): boolean {
  return task.state === "saved" && (task.artifacts.length > 0 || task.text !== undefined);
}

function iconOf(task: Task): vscode.ThemeIcon {
  if (needsKey(task)) return new vscode.ThemeIcon("key", new vscode.ThemeColor("editorWarning.foreground"));
  if (isRunning(task)) return new vscode.ThemeIcon("loading~spin");
  const colour = task.state === "failed" || task.state === "expired" ? "errorForeground" : undefined;
  const isPartial = task.state === "saved" && task.error !== undefined;
  const warning = isPartial || task.state === "unsaved" || task.state === "maybeAccepted" ? "editorWarning.foreground" : undefined;
  const name = colour ?? warning;
  return new vscode.ThemeIcon(kindTable[task.kind].icon, name === undefined ? undefined : new vscode.ThemeColor(name));
}

/** Words for the `when` clauses of menus. */
function contextOf(task: Task, canCancel: boolean): string {
  const words = ["task", task.kind];
  if (isRunning(task)) words.push("running", canCancel ? "cancellable" : "billed");
  else words.push("ended");
  if (needsKey(task)) words.push("needsKey");
  if (isOpenable(task)) words.push("openable");
  if (task.state === "saved" && task.artifacts.length > 0) words.push("file");
  if (task.id !== undefined && (task.state === "stopped" || task.state === "expired")) words.push("resumable");
  if (task.state === "unsaved" || lacksFiles(task)) words.push("unsaved");
  if (task.id !== undefined) words.push("accepted");
  return words.join(" ");
}

/** What follows the age and the cost, which come first because a narrow view cuts off the end of a row. */
function aboutState(task: Task, now: number): string[] {
  if (isRunning(task)) return [describeProgress(task)];
  const missing = task.error === undefined ? [] : [errorSentence(task)];
  if (task.state === "saved") return [...missing, ...(hasTextOnly(task) ? [t("text only")] : []), ...aboutExpiry(task, now)];
  return isLeft(task) ? [describeLeft(task)] : [errorSentence(task)];
}

/** In minutes or larger units if the task has ended, because its row is updated once a minute. */
function describeAge(task: Task, now: number): string {
  if (isRunning(task)) return describeDuration(now - task.createdAt);
  return describeAgo(now - (task.finishedAt ?? task.createdAt), t);
}

/** How long the service still stores the result; the file in the workspace is not affected. */
function aboutExpiry(task: Task, now: number): string[] {
  const days = task.acceptedAt === undefined ? Number.POSITIVE_INFINITY : remainingDays(task.acceptedAt, now, storageMilliseconds);
  if (days > soonDays) return [];
  return [days === 0 ? t("no longer on the service") : t("{0} d left on the service", days)];
}

/** Created when the user hovers over the row. `image`: a file on this machine's disk. */
export function makeTooltip(task: Task, image: vscode.Uri | undefined, now: number): vscode.MarkdownString {
  const text = new vscode.MarkdownString(undefined, true);
  if (image !== undefined) text.appendMarkdown(`![](${image.toString()}|width=${thumbnailWidth})\n\n`);
  if (task.error !== undefined) text.appendMarkdown(`$(warning) ${escapeMarkdown(errorSentence(task))}\n\n`);
  text.appendMarkdown(`${escapeMarkdown(describePrompt(task.prompt, 400))}\n\n`);
  const lines = [`${kindTexts(task.kind).label} · ${task.model} · ${stateName(task.state)}`];
  const cost = formatCost(task.cost);
  if (cost !== undefined) lines.push(t("Cost: {0}", cost));
  if (task.usage?.total_tokens !== undefined && task.usage.total_tokens !== null)
    lines.push(t("Tokens: {0}", writeNumber(task.usage.total_tokens)));
  if (task.acceptedAt !== undefined && task.state !== "expired") {
    const days = remainingDays(task.acceptedAt, now, storageMilliseconds);
    lines.push(days === 1 ? t("Stored by the service for 1 more day") : t("Stored by the service for {0} more days", days));
  }
  text.appendMarkdown(`$(${kindTable[task.kind].icon}) `);
  text.appendMarkdown(lines.map(escapeMarkdown).join("  \n"));
  return text;
}
