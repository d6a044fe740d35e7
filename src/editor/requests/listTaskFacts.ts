/** Lists everything known about a task, except its prompt and files, for the user. */

import * as vscode from "vscode";
import { describeErrorCodes } from "../../client/errors/describeError.ts";
import { isFileField } from "../../contract/fields.ts";
import { writeNumber, writeTime } from "../../contract/translate.ts";
import type { TaskRequest } from "../../contract/wireRequest.ts";
import { builtInBaseUrl } from "../../generations/builtInBaseUrl.ts";
import { referencesOf } from "../../generations/library/requestReferences.ts";
import type { Task } from "../../generations/task.ts";
import { targetUri } from "../base/artifactUri.ts";
import { settings } from "../base/settings.ts";
import { errorSentence, stateName } from "../showing/describeTask.ts";
import { fieldTitle } from "../showing/fieldTitle.ts";
import { formatCost } from "../showing/formatAmount.ts";
import { kindTexts } from "../showing/kindTexts.ts";
import { choicesOf } from "./buildTaskRequest.ts";
import { describeReference } from "./describeReference.ts";

const { t } = vscode.l10n;

/** Each fact with its name; unknown ones are left out. */
export function listTaskFacts(task: Task): [string, string][] {
  const time = (moment: number | undefined) => (moment === undefined ? undefined : writeTime(moment));
  const facts: [string, string | number | null | undefined][] = [
    [t("State"), stateName(task.state)],
    [t("Reason"), task.error && errorSentence(task)],
    [t("Error"), task.error && describeErrorCodes(task.error)],
    [t("Kind"), kindTexts(task.kind).label],
    [t("Model"), task.model],
    ...shownChoices(task.request),
    [t("Reference images"), referencesOf(task.request).length || undefined],
    [t("Interface"), task.interface],
    [t("Service"), describeTaskService(task)],
    [t("Task ID"), task.id],
    [t("Created"), time(task.createdAt)],
    [t("Accepted"), time(task.acceptedAt)],
    [t("Finished"), time(task.finishedAt)],
    [t("Format"), task.reported?.format === choicesOf(task.request).format ? undefined : task.reported?.format],
    [t("Tokens in"), task.usage?.input_tokens],
    [t("Tokens read from the cache"), task.usage?.input_tokens_details?.cached_tokens],
    [t("Tokens written to the cache"), task.usage?.input_tokens_details?.cache_write_tokens],
    [t("Tokens out"), task.usage?.output_tokens],
    [t("Cost"), formatCost(task.cost)],
    ...countsOf(task),
    [t("Folder"), task.kind === "text" ? undefined : describeUri(targetUri(task.target))],
  ];
  return facts.flatMap(([name, value]): [string, string][] =>
    value === undefined || value === null ? [] : [[name, typeof value === "number" ? writeNumber(value) : value]],
  );
}

/** What v2 counts besides the amount. The interface does not show what; the built-in service counts tokens, and of others only the fields' names are known. */
function countsOf({ baseUrl, cost }: Task): [string, number | undefined][] {
  const [input, output] = baseUrl === builtInBaseUrl ? [t("Tokens in"), t("Tokens out")] : ["cost.input", "cost.output"];
  return [
    [input, cost?.input ?? undefined],
    [output, cost?.output ?? undefined],
  ];
}

/** The options of a request as they are shown: of a file only what distinguishes it. */
export function shownChoices(request: TaskRequest): [string, string][] {
  const isFile = (name: string) => isFileField(request.kind, "v1", name);
  return Object.entries(choicesOf(request)).map(([name, value]) => [fieldTitle(name), isFile(name) ? describeReference(value) : value]);
}

export function describeTaskService({ baseUrl, model }: Task): string {
  if (baseUrl !== builtInBaseUrl) return baseUrl;
  return settings.isDemoModel(model) ? t("built-in service (made by code)") : t("built-in service");
}

export function describeUri(uri: vscode.Uri): string {
  return uri.scheme === "file" ? uri.fsPath : uri.toString(true);
}
