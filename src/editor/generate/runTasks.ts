import * as vscode from "vscode";
import type { Kind } from "../../contract/kind.ts";
import type { TaskRequest } from "../../contract/wireRequest.ts";
import { isLeft, isRunning, type Task } from "../../generations/task.ts";
import { announceSaved } from "../artifacts/announceSaved.ts";
import { announceText, hasTextOnly } from "../artifacts/announceText.ts";
import { type LinkOffer, offerLink } from "../artifacts/insertLink.ts";
import type { LinkedFiles } from "../artifacts/keptOffers.ts";
import { showArtifacts } from "../artifacts/showArtifacts.ts";
import type { PromptLocation, TaskOrigin } from "../artifacts/taskOrigin.ts";
import { type TrackedLocation, trackLocation } from "../artifacts/trackLocation.ts";
import { artifactUri } from "../base/artifactUri.ts";
import { isCancellation } from "../base/isCancellation.ts";
import { report, reportFacts } from "../base/report.ts";
import { type InsertLinkChoice, settings } from "../base/settings.ts";
import { askForRequests } from "../requests/budget.ts";
import { buildTaskRequest } from "../requests/buildTaskRequest.ts";
import { changeRequest } from "../requests/changeRequest.ts";
import type { FormSource } from "../requests/form/formRequest.ts";
import type { RequestOptions } from "../requests/requestOptions.ts";
import { withTaskProgress } from "../requests/withTaskProgress.ts";
import { describeProgress } from "../showing/describeTask.ts";
import { kindTexts } from "../showing/kindTexts.ts";
import { forgetTyped } from "./askText.ts";
import type { Batch, TargetedPrompt } from "./batch.ts";
import { type BatchError, reportBatchError } from "./reportBatchError.ts";

const { t } = vscode.l10n;

/**
 * Runs a batch with progress, then shows and links the files. Resolves with all tasks, in the order of the prompts.
 * Reports at most one error.
 */
export async function runTasks(runner: FormSource, batch: Batch): Promise<Task[]> {
  // Before the first await, because the user may edit the document while a service starts.
  const prompts = batch.prompts.map(locatePrompt);
  try {
    return await runLocated(runner, batch, prompts);
  } catch (error) {
    for (const { location } of prompts) location?.dispose();
    throw error;
  }
}

interface PromptInDocument extends TargetedPrompt {
  location: TrackedLocation | undefined;
}

function locatePrompt(targeted: TargetedPrompt): PromptInDocument {
  const { prompt } = targeted;
  return { ...targeted, location: prompt.location === undefined ? undefined : trackLocation(prompt.location) };
}

interface PlannedPrompt extends PromptInDocument {
  request: TaskRequest;
}

function buildRequest({ prompt, options }: TargetedPrompt, ofBatch: RequestOptions): TaskRequest {
  const own = options ?? ofBatch;
  return own.again === undefined ? buildTaskRequest(prompt.text, own) : changeRequest(own.again, prompt.text, own);
}

async function runLocated(runner: FormSource, batch: Batch, prompts: readonly PromptInDocument[]): Promise<Task[]> {
  const { options, count } = batch;
  const { baseUrl } = await runner.connection();
  const countOf = (prompt: TargetedPrompt) => prompt.count ?? count;
  const planned = prompts.map((targeted): PlannedPrompt => ({ ...targeted, request: buildRequest(targeted, options) }));
  const all = planned.flatMap((one) => Array.from({ length: countOf(one) }, () => one.request));
  const allowance = await askForRequests(runner, all);
  if (allowance === undefined) {
    for (const { location } of prompts) location?.dispose();
    return [];
  }
  await runner.state.rememberChoices(options.kind, { model: options.model, choices: options.choices, count });
  const errors: PromptError[] = [];
  const offers: LinkOffer[] = [];
  const models = [...new Set(prompts.map((one) => (one.options ?? options).model))];
  const title = progressTitle(options.kind, models.join(", "), all.length);
  const progressOptions = { title, shortTitle: kindTexts(options.kind).label, baseUrl, models };
  const results = await withTaskProgress(await runner.tasks(), progressOptions, async (report, signal) => {
    const runOne = async (targeted: PlannedPrompt): Promise<Task | undefined> => {
      const { prompt, request, target } = targeted;
      const origin: TaskOrigin = { type: "command", ...(prompt.location === undefined ? {} : { location: prompt.location }) };
      try {
        const onChange = (task: Task) => {
          // The end has its own message.
          if (isRunning(task)) report(describeProgress(task));
        };
        const generations = await runner.generations(allowance);
        const task = await generations.run({ baseUrl, request, target, origin, signal }, onChange);
        forgetTyped(prompt.text);
        if (task.state !== "saved" && !isLeft(task)) errors.push({ targeted, error: { task } });
        return task;
      } catch (error) {
        if (!isCancellation(error)) errors.push({ targeted, error: { error } });
        return undefined;
      }
    };
    const offer = (...given: [LinkedFiles, () => PromptLocation, InsertLinkChoice]) => {
      const made = offerLink(...given, runner.state);
      offers.push(made);
      return made.done;
    };
    return Promise.all(planned.map((one) => runPrompt({ ...batch, count: countOf(one) }, one, () => runOne(one), offer)));
  });
  const saved = results.flat().flatMap((task) => task.artifacts.map(artifactUri));
  if (options.kind !== "text" && batch.afterwards.show !== false) void announceSaved(saved, offers).catch(report);
  const [first] = errors;
  if (first !== undefined) {
    const again = { ...batch, prompts: promptsToRepeat(errors) };
    void reportBatchError(runner, again, first.error, (changed) => runTasks(runner, changed));
  }
  return results.flat();
}

interface PromptError {
  targeted: PlannedPrompt;
  error: BatchError;
}

/**
 * The prompts that run again, each with the number of its tasks that failed. Besides the first error, which is reported, only of tasks
 * that were refused or have failed: others may have been accepted, or have a result, and would be billed twice.
 */
function promptsToRepeat(errors: readonly PromptError[]): TargetedPrompt[] {
  const repeated = errors.filter(({ error: { task } }, index) => index === 0 || task === undefined || task.state === "failed");
  return [...new Set(repeated.map(({ targeted }) => targeted))].map((targeted) => {
    const { location, prompt, request: _, ...others } = targeted;
    const current = location === undefined ? prompt : { ...prompt, location: { ...prompt.location, ...location.now() } };
    return { ...others, prompt: current, count: repeated.filter((one) => one.targeted === targeted).length };
  });
}

/** `offer` resolves with whether the files were linked. */
async function runPrompt(
  batch: Batch,
  { prompt, location }: PromptInDocument,
  runOne: () => Promise<Task | undefined>,
  offer: (files: LinkedFiles, location: () => PromptLocation, choice: InsertLinkChoice) => Promise<boolean>,
): Promise<Task[]> {
  const { options, count, afterwards } = batch;
  let linked: Promise<unknown> = Promise.resolve();
  try {
    const ended = await Promise.all(Array.from({ length: count }, runOne));
    const known = ended.filter((task) => task !== undefined);
    for (const task of known) if (hasTextOnly(task)) void announceText(task);
    // Some files of a saved result may be missing.
    for (const { state, error, key } of known) if (state === "saved" && error) void reportFacts(error, { taskKey: key });
    const uris = known.flatMap((task) => task.artifacts.map(artifactUri));
    if (uris.length === 0 || options.kind === "text") return known;
    if (afterwards.show !== false) await showArtifacts(uris, location !== undefined);
    if (location === undefined) return known;
    const { uri, languageId } = location.now();
    const choice = afterwards.insertLink ?? settings.insertLink({ uri: vscode.Uri.parse(uri, true), languageId });
    linked = offer({ kind: options.kind, prompt: prompt.text, uris }, location.now, choice);
    // If the link is only offered, the command does not wait for the answer, but the location is tracked until then.
    if (choice !== "ask") await linked;
    return known;
  } finally {
    void linked.catch(report).finally(() => location?.dispose());
  }
}

function progressTitle(kind: Kind, model: string, count: number): string {
  if (count > 1) return t("Generating {0} with {1}", `${count} × ${kindTexts(kind).label}`, model);
  return kindTexts(kind).progress(model);
}
