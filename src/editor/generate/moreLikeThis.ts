/** Runs a task's request several times, each time with a different value of one field, or only for other results. */

import * as vscode from "vscode";
import { hasAddedField } from "../../contract/addedFields.ts";
import { referencesOf } from "../../generations/library/requestReferences.ts";
import type { Task } from "../../generations/task.ts";
import { findTasks } from "../artifacts/findTasks.ts";
import { pickRow } from "../base/pickRow.ts";
import { report } from "../base/report.ts";
import { choicesOf, resultsOf } from "../requests/buildTaskRequest.ts";
import { chooseRequestOptions, mayRun } from "../requests/chooseRequestOptions.ts";
import { chooseVariation, otherResults, type Variation, type VariationArguments } from "../requests/chooseVariation.ts";
import type { FormSource } from "../requests/form/formRequest.ts";
import { findPastCost, type PaidRequest } from "../requests/pastCost.ts";
import type { RequestOptions } from "../requests/requestOptions.ts";
import { describeBilling } from "../showing/billing.ts";
import { formatSums } from "../showing/formatAmount.ts";
import type { TaskSelection } from "../showing/readTaskSelection.ts";
import { promptForTask, targetOf } from "./promptOfTask.ts";
import { runTasks } from "./runTasks.ts";
import { saveAsDocuments } from "./saveAsDocuments.ts";

const { t } = vscode.l10n;

/** One request of the batch. */
interface Variant {
  text: string;
  options: RequestOptions;
}

/** Only the newest requests of each model, because prices change over time. */
const mostPast = 500;

/** undefined: cancelled, or failed and reported. */
export async function moreLikeThis(runner: FormSource, selection: TaskSelection, given: VariationArguments): Promise<Task[] | undefined> {
  try {
    const [task] = await findTasks(await runner.tasks(), selection);
    if (task === undefined) return undefined;
    const { kind, model, prompt } = task;
    const variation = await chooseVariation(runner, { kind, model, prompt, choices: choicesOf(task.request) }, given);
    const variants = variation && (await makeVariants(runner, task, variation));
    const [first] = variants ?? [];
    if (variants === undefined || first === undefined) return undefined;
    const answer = given.confirmed === true ? "run" : await askRun(runner, task, variants);
    if (answer === "document") {
      for (const { text, options } of variants) await saveAsDocuments([text], options);
      return undefined;
    }
    const results = variants.reduce((sum, { options }) => sum + resultsOf(options.choices), 0);
    if (answer === undefined || !(await mayRun(kind, modelsOf(variants), results, given.confirmed === true))) return undefined;
    const target = targetOf(task, given.folder);
    const prompts = variants.map(({ text, options }) => ({ prompt: promptForTask(task, text), target, options }));
    return await runTasks(runner, { options: first.options, prompts, count: 1, afterwards: { insertLink: "never", ...given } });
  } catch (error) {
    void report(error, { retry: () => moreLikeThis(runner, selection, given) });
    return undefined;
  }
}

/** undefined: cancelled. May ask for values that another model requires. */
async function makeVariants(runner: FormSource, task: Task, variation: Variation): Promise<Variant[] | undefined> {
  const { kind, request, prompt: text } = task;
  const before = { model: task.model, choices: choicesOf(request) };
  const choose = async (model: string): Promise<RequestOptions | undefined> => {
    const choice = { given: { interface: task.interface, references: referencesOf(request), model }, before };
    const options = await chooseRequestOptions(runner, kind, choice);
    return options && { ...options, again: request };
  };
  if (variation.vary === "model") {
    const variants: Variant[] = [];
    for (const model of variation.values) {
      const options = await choose(model);
      if (options === undefined) return undefined;
      variants.push({ text, options });
    }
    return variants;
  }
  const options = await choose(task.model);
  if (options === undefined) return undefined;
  if (variation.vary === "result") {
    // The same seed would make the same result, and a request with four images would make sixteen.
    const { seed: _seed, n: _n, ...choices } = options.choices;
    const seeds =
      kind !== "text" && hasAddedField(kind, "seed") ? chooseSeeds(runner.models.find(task.model)?.capabilities?.seed) : undefined;
    return Array.from({ length: otherResults }, (_, index) => {
      const seed = seeds?.[index];
      return { text, options: { ...options, choices: seed === undefined ? choices : { ...choices, seed: String(seed) } } };
    });
  }
  if (variation.vary === "wording") return variation.values.map((wording) => ({ text: wording, options }));
  const { name, values } = variation;
  return values.map((value) => ({ text, options: { ...options, choices: { ...options.choices, [name]: value } } }));
}

/** undefined: the model takes none. */
function chooseSeeds(range: { minimum: number; maximum: number } | undefined): number[] | undefined {
  if (range === undefined) return undefined;
  const last = Math.max(range.minimum, range.maximum - otherResults);
  const first = range.minimum + Math.floor(Math.random() * (last - range.minimum + 1));
  return Array.from({ length: otherResults }, (_, index) => Math.min(range.maximum, first + index));
}

async function askRun(runner: FormSource, { kind }: Task, variants: readonly Variant[]): Promise<"run" | "document" | undefined> {
  const count = variants.length;
  const tasks = await runner.tasks();
  const models = [...new Set(variants.map(({ options }) => options.model))];
  const past = models.flatMap((model) => tasks.list({ models: [model], kinds: [kind], states: ["saved"], limit: mostPast }));
  const paid = past.flatMap((task): PaidRequest[] =>
    typeof task.cost?.amount === "number"
      ? [{ model: task.model, choices: choicesOf(task.request), cost: task.cost.amount, unit: task.cost.unit }]
      : [],
  );
  const items = [
    {
      label: count === 1 ? `$(play) ${t("Run 1 Request")}` : `$(play) ${t("Run {0} Requests", count)}`,
      detail: describeCost(variants, paid),
      answer: "run" as const,
    },
    { label: `$(file-code) ${t("Save as Prompt Document")}`, description: t("instead of generating it now"), answer: "document" as const },
  ];
  const placeHolder = describeBilling(modelsOf(variants), count);
  return (await pickRow(items, { title: t("More Like This"), placeHolder, ignoreFocusOut: true }))?.answer;
}

const modelsOf = (variants: readonly Variant[]) => variants.map(({ options }) => options.model);

function describeCost(variants: readonly Variant[], paid: readonly PaidRequest[]): string {
  const planned = variants.map(({ options: { model, choices } }) => ({ model, choices }));
  const { total, requests, unknown } = findPastCost(planned, paid);
  if (total === undefined) return t("No past request like these reported a cost.");
  const known = t("Past requests like these cost {0} in all, by {1} in the journal.", formatSums(total), requests);
  return unknown === 0 ? known : `${known} ${t("Nothing is known of {0}.", unknown)}`;
}
