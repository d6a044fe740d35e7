/** Shows all details of a task as a readable page. */

import * as vscode from "vscode";
import { storageMilliseconds } from "../../contract/limits.ts";
import { writeNumber } from "../../contract/translate.ts";
import type { ReportedFile, Task } from "../../generations/task.ts";
import type { Tasks } from "../../generations/tasks.ts";
import { artifactUri } from "../base/artifactUri.ts";
import { escapeMarkdown } from "../base/escapeMarkdown.ts";
import { remainingDays } from "../showing/describeDuration.ts";
import { formatSums } from "../showing/formatAmount.ts";
import { showRendered } from "../showing/showRendered.ts";
import { describeUri, listTaskFacts } from "./listTaskFacts.ts";

const { t } = vscode.l10n;

/** Scheme of the read-only documents with a task's details. */
const detailsScheme = "generation-studio-task";

function detailsUri(key: string): vscode.Uri {
  return vscode.Uri.from({ scheme: detailsScheme, path: `/${key}/${t("Task")}.md` });
}

export function keyOfDetails(uri: vscode.Uri): string {
  return uri.path.split("/")[1] ?? "";
}

export function showDetails(key: string): Promise<void> {
  return showRendered(detailsUri(key));
}

export function writeDetails(task: Task | undefined, tasks: Tasks, now: number): string {
  if (task === undefined) return t("This task is not in the journal any more.");
  const rows = listTaskFacts(task);
  const { acceptedAt } = task;
  if (acceptedAt !== undefined)
    rows.push([t("Days left on the service"), writeNumber(remainingDays(acceptedAt, now, storageMilliseconds))]);
  const costToday = formatSums(tasks.costs.sum(new Date(now).setHours(0, 0, 0, 0)));
  if (costToday !== "") rows.push([t("Cost of all tasks today"), costToday]);
  const table = rows.map(([name, value]) => `- **${name}**: ${escapeMarkdown(value)}`);
  const files = task.artifacts.map(
    (artifact) => `- \`${describeUri(artifactUri(artifact))}\` (${artifact.mediaType}, ${t("{0} bytes", writeNumber(artifact.size))})`,
  );
  const reported = task.reported?.files?.map(describeReported).filter((line) => line !== "") ?? [];
  const parts = [
    `# ${task.state === "saved" ? t("How This Was Generated") : t("What Happened to This Task")}`,
    `## ${t("Prompt")}`,
    escapeMarkdown(task.prompt),
    `## ${t("Task")}`,
    table.join("\n"),
  ];
  if (files.length > 0) parts.push(`## ${t("Files")}`, files.join("\n"));
  if (reported.length > 0) parts.push(`## ${t("Files on the Service")}`, reported.join("\n"));
  if (task.text !== undefined && task.text !== "") parts.push(`## ${t("Answer")}`, escapeMarkdown(task.text));
  return `${parts.join("\n\n")}\n`;
}

function describeReported({ name, mediaType, available, endpoint }: ReportedFile): string {
  const facts = [mediaType, available && t("available: {0}", available), endpoint && t("endpoint: {0}", endpoint)]
    .filter(Boolean)
    .join(", ");
  const parts = [name && `\`${name}\``, facts && `(${facts})`].filter(Boolean);
  return parts.length === 0 ? "" : `- ${parts.join(" ")}`;
}
