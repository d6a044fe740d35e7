/** Everything about a task as a readable page. */
import * as vscode from "vscode";
import { storageMilliseconds } from "../../contract/limits.ts";
import { builtInBaseUrl } from "../../tasks/builtInBaseUrl.ts";
import type { ReportedFile, Task } from "../../tasks/task.ts";
import type { Tasks } from "../../tasks/tasks.ts";
import { artifactUri, targetUri } from "../artifacts/artifactUri.ts";
import { errorSentence, stateName } from "../describeTask.ts";
import { escapeMarkdown } from "../escapeMarkdown.ts";
import { choicesOf, referencesOf } from "../requests/buildTaskRequest.ts";
import { settings } from "../settings.ts";
import { showRendered } from "../showRendered.ts";
import { remainingDays } from "./describeDuration.ts";

/** Scheme of the read-only documents that show a task. */
const detailsScheme = "generation-studio-task";

function detailsUri(key: string): vscode.Uri {
  return vscode.Uri.from({ scheme: detailsScheme, path: `/${key}/${vscode.l10n.t("Task")}.md` });
}

export function keyOfDetails(uri: vscode.Uri): string {
  return uri.path.split("/")[1] ?? "";
}

export function showDetails(key: string): Promise<void> {
  return showRendered(detailsUri(key));
}

export function writeDetails(task: Task | undefined, tasks: Tasks, now: number): string {
  const { t } = vscode.l10n;
  if (task === undefined) return t("This task is not in the journal any more.");
  const time = (moment: number | undefined) => (moment === undefined ? undefined : new Date(moment).toLocaleString());
  const rows: [string, string | number | null | undefined][] = [
    [t("State"), stateName(task.state)],
    [t("Reason"), task.state === "saved" ? undefined : task.error && errorSentence(task)],
    [t("Kind"), task.kind],
    [t("Model"), task.model],
    ...Object.entries(choicesOf(task.request)),
    [t("Reference images"), referencesOf(task.request).length || undefined],
    [t("Interface"), task.interface],
    [t("Service"), describeService(task)],
    [t("Task id"), task.id],
    [t("Created"), time(task.createdAt)],
    [t("Accepted"), time(task.acceptedAt)],
    [t("Finished"), time(task.finishedAt)],
    [t("Days left on the service"), task.acceptedAt && remainingDays(task.acceptedAt, now, storageMilliseconds)],
    [t("Format"), task.reported?.format],
    [t("Tokens in"), task.usage?.input_tokens],
    [t("Tokens read from the cache"), task.usage?.input_tokens_details?.cached_tokens],
    [t("Tokens written to the cache"), task.usage?.input_tokens_details?.cache_write_tokens],
    [t("Tokens out"), task.usage?.output_tokens],
    [t("Cost"), task.cost?.amount],
    [t("Cost: input"), task.cost?.input],
    [t("Cost: output"), task.cost?.output],
    [t("Cost of all tasks today"), tasks.costSince(new Date(now).setHours(0, 0, 0, 0))],
    [t("Folder"), task.kind === "text" ? undefined : describeUri(targetUri(task.target))],
  ];
  const table = rows
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `- **${name}**: ${escapeMarkdown(String(value))}`);
  const files = task.artifacts.map(
    (artifact) => `- \`${describeUri(artifactUri(artifact))}\` (${artifact.mediaType}, ${artifact.size} bytes)`,
  );
  const reported = task.reported?.files?.map(describeReported).filter((line) => line !== "") ?? [];
  const parts = [`# ${t("How This Was Generated")}`, `## ${t("Prompt")}`, escapeMarkdown(task.prompt), `## ${t("Task")}`, table.join("\n")];
  if (files.length > 0) parts.push(`## ${t("Files")}`, files.join("\n"));
  if (reported.length > 0) parts.push(`## ${t("Files on the Service")}`, reported.join("\n"));
  if (task.text !== undefined && task.text !== "") parts.push(`## ${t("Answer")}`, escapeMarkdown(task.text));
  return `${parts.join("\n\n")}\n`;
}

function describeReported({ name, mediaType, available, endpoint }: ReportedFile): string {
  const { t } = vscode.l10n;
  const facts = [mediaType, available && t("available: {0}", available), endpoint && t("endpoint: {0}", endpoint)]
    .filter(Boolean)
    .join(", ");
  const parts = [name && `\`${name}\``, facts && `(${facts})`].filter(Boolean);
  return parts.length === 0 ? "" : `- ${parts.join(" ")}`;
}

function describeService({ baseUrl, model }: Task): string {
  if (baseUrl !== builtInBaseUrl) return baseUrl;
  return settings.isDemoModel(model) ? vscode.l10n.t("built-in service (demo)") : vscode.l10n.t("built-in service");
}

function describeUri(uri: vscode.Uri): string {
  return uri.scheme === "file" ? uri.fsPath : uri.toString(true);
}
