/** A task in; everything about it as a readable page out. */
import * as vscode from "vscode";
import { storageMilliseconds } from "../../contract/limits.ts";
import type { Task } from "../../tasks/task.ts";
import type { Tasks } from "../../tasks/tasks.ts";
import { choicesOf, referencesOf } from "../generate/buildTaskRequest.ts";
import type { Studio } from "../studio.ts";
import { remainingDays } from "./describeDuration.ts";
import { failureSentence, stateName } from "./taskItem.ts";

/** Scheme of the read-only documents that show a task. */
export const detailsScheme = "generation-studio-task";

export function detailsUri(key: string): vscode.Uri {
  return vscode.Uri.from({ scheme: detailsScheme, path: `/${key}/${vscode.l10n.t("Task")}.md` });
}

export function keyOfDetails(uri: vscode.Uri): string {
  return uri.path.split("/")[1] ?? "";
}

export async function showDetails(key: string): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument(detailsUri(key));
  return vscode.window.showTextDocument(document, { preview: true });
}

/** The task that made a file: by its path, or by its content where it was renamed. */
export async function findTaskOfFile(studio: Studio, file: vscode.Uri): Promise<Task | undefined> {
  const tasks = await studio.tasks();
  const byPath = file.scheme === "file" ? tasks.findByArtifact({ path: file.fsPath }) : undefined;
  if (byPath !== undefined) return byPath;
  const { createHash } = await import("node:crypto");
  const sha256 = createHash("sha256")
    .update(await vscode.workspace.fs.readFile(file))
    .digest("hex");
  return tasks.findByArtifact({ sha256 });
}

export function writeDetails(task: Task | undefined, tasks: Tasks, now: number): string {
  const { t } = vscode.l10n;
  if (task === undefined) return t("This task is not in the journal any more.");
  const time = (moment: number | undefined) => (moment === undefined ? undefined : new Date(moment).toLocaleString());
  const rows: [string, string | number | null | undefined][] = [
    [t("State"), stateName(task.state)],
    [t("Reason"), task.state === "saved" ? undefined : task.error && failureSentence(task)],
    [t("Kind"), task.kind],
    [t("Model"), task.model],
    ...Object.entries(choicesOf(task.request)),
    [t("Reference pictures"), referencesOf(task.request).length || undefined],
    [t("Interface"), task.interface],
    [t("Service"), task.baseUrl === "built-in:" ? t("built-in service (demo)") : task.baseUrl],
    [t("Task id"), task.id],
    [t("Created"), time(task.createdAt)],
    [t("Accepted"), time(task.acceptedAt)],
    [t("Finished"), time(task.finishedAt)],
    [t("Days left on the service"), task.acceptedAt && remainingDays(task.acceptedAt, now, storageMilliseconds)],
    [t("Tokens in"), task.usage?.input_tokens],
    [t("Tokens out"), task.usage?.output_tokens],
    [t("Cost"), task.cost?.amount],
    [t("Cost of all tasks today"), costToday(tasks, now)],
    [t("Folder"), task.kind === "text" ? undefined : task.target.folder],
  ];
  const table = rows.filter(([, value]) => value !== undefined && value !== null).map(([name, value]) => `- **${name}**: ${value}`);
  const files = task.artifacts.map((artifact) => `- \`${artifact.path}\` (${artifact.mediaType}, ${artifact.size} bytes)`);
  const parts = [`# ${t("How this was made")}`, `## ${t("Prompt")}`, task.prompt, `## ${t("Task")}`, table.join("\n")];
  if (files.length > 0) parts.push(`## ${t("Files")}`, files.join("\n"));
  if (task.text !== undefined && task.text !== "") parts.push(`## ${t("Answer")}`, task.text);
  return `${parts.join("\n\n")}\n`;
}

/** The sum of what the service told of today's tasks; undefined where it told nothing. */
export function costToday(tasks: Tasks, now: number): number | undefined {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  let sum: number | undefined;
  let before: string | undefined;
  for (;;) {
    const page = tasks.list(before === undefined ? { limit: 200 } : { limit: 200, before });
    for (const task of page) {
      if (task.createdAt < midnight) return sum;
      const amount = task.cost?.amount;
      if (amount !== undefined && amount !== null) sum = (sum ?? 0) + amount;
    }
    const last = page.at(-1);
    if (last === undefined) return sum;
    before = last.key;
  }
}
