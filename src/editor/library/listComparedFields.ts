/** Lists the fields in which two results may differ: of their requests or metadata, and of their outcomes. */

import * as vscode from "vscode";
import { writeNumber, writeTime } from "../../contract/translate.ts";
import type { LibraryEntry } from "../../generations/library/library.ts";
import { referencesOf } from "../../generations/library/requestReferences.ts";
import type { Task } from "../../generations/task.ts";
import type { Tasks } from "../../generations/tasks.ts";
import { describeReference } from "../requests/describeReference.ts";
import { describeTaskService, shownChoices } from "../requests/listTaskFacts.ts";
import { formatCost } from "../showing/formatAmount.ts";
import { kindTexts } from "../showing/kindTexts.ts";
import { listFileFacts, withoutRepeated } from "./describeResult.ts";
import { listOtherFields } from "./listOtherFields.ts";

const { t } = vscode.l10n;

/** Each field with its name, except the prompt; unknown values are left out. undefined: the result is no longer in the journal. */
export async function compareResult(tasks: Pick<Tasks, "get">, entry: LibraryEntry): Promise<[string, string][] | undefined> {
  if (entry.task === undefined) {
    return withoutRepeated([...(await listFileFacts(entry)), ...listFile(entry)]);
  }
  const task = tasks.get(entry.task);
  return task && [...listTaskFields(task), ...listFile(entry)];
}

function listFile({ createdAt, artifact }: LibraryEntry): [string, string][] {
  return [
    [t("Created"), writeTime(createdAt)],
    [t("Media type"), artifact.mediaType],
    [t("Size in bytes"), writeNumber(artifact.size)],
  ];
}

function listTaskFields(task: Task): [string, string][] {
  const { acceptedAt, finishedAt, usage, cost, request } = task;
  const seconds = acceptedAt === undefined || finishedAt === undefined ? undefined : (finishedAt - acceptedAt) / 1000;
  const fields: [string, string | number | null | undefined][] = [
    [t("Model"), task.model],
    [t("Kind"), kindTexts(task.kind).label],
    ...shownChoices(request),
    ...listOtherFields(request),
    [t("Reference images"), referencesOf(request).map(describeReference).join(", ") || undefined],
    [t("Interface"), task.interface],
    [t("Service"), describeTaskService(task)],
    [t("Cost"), formatCost(cost)],
    [
      t("Time in seconds"),
      seconds === undefined ? undefined : writeNumber(seconds, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    ],
    [t("Tokens in"), usage?.input_tokens],
    [t("Tokens out"), usage?.output_tokens],
  ];
  return fields.flatMap(([name, value]): [string, string][] =>
    value === undefined || value === null ? [] : [[name, typeof value === "number" ? writeNumber(value) : value]],
  );
}
