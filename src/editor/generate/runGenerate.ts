/** Runs a command that generates: finds its prompts, asks for missing options or shows the form, and runs the tasks. */

import path from "node:path";
import * as vscode from "vscode";
import { type Kind, type MediaKind, mediaKinds } from "../../contract/kind.ts";
import { writeNumber } from "../../contract/translate.ts";
import type { ArtifactTarget, Task } from "../../generations/task.ts";
import { chooseTarget } from "../artifacts/chooseTarget.ts";
import type { PromptWithLocation } from "../artifacts/promptWithLocation.ts";
import { trackLocation } from "../artifacts/trackLocation.ts";
import { confirm, report } from "../base/report.ts";
import { buildTaskRequest, resultsOf } from "../requests/buildTaskRequest.ts";
import { findModel } from "../requests/chooseModel.ts";
import { chooseRequestOptions, mayRun } from "../requests/chooseRequestOptions.ts";
import { chooseNewSpeakers } from "../requests/chooseSpeakers.ts";
import { fillRequestForm } from "../requests/form/fillRequestForm.ts";
import type { FilledRequestForm, FormRequest, FormSource, FormTools } from "../requests/form/formRequest.ts";
import { countTurns } from "../requests/planNarration.ts";
import type { GenerateArguments } from "../requests/requestOptions.ts";
import { describeBilling } from "../showing/billing.ts";
import { forgetTyped } from "./askText.ts";
import {
  givenPrompts,
  promptFromClipboard,
  promptFromParagraph,
  promptsFromDocuments,
  promptsFromSelection,
  selectedPrompts,
  typedPrompt,
} from "./findPrompts.ts";
import type { FormState } from "./formState.ts";
import { formStyles } from "./formStyles.ts";
import { runTasks } from "./runTasks.ts";
import { saveAsDocuments } from "./saveAsDocuments.ts";

const { t } = vscode.l10n;

export type PromptSource =
  | { from: "keyboard" | "selection" | "paragraph" | "clipboard" }
  | { from: "documents"; files: readonly vscode.Uri[] }
  | { from: "images"; files: readonly vscode.Uri[] };

/** Limits above which the user is asked before a source is sent. */
const largestText = 4000;
const mostSelections = 20;

/** undefined: cancelled, or failed and reported. Otherwise the tasks, including those that failed. */
export async function runGenerate(
  runner: FormSource,
  kind: MediaKind,
  source: PromptSource,
  given: GenerateArguments,
): Promise<Task[] | undefined> {
  try {
    const prompts = givenPrompts(given) ?? (await findPrompts(runner, kind, source, given.example === true));
    if (prompts === undefined || prompts.length === 0) return undefined;
    const images = source.from === "images" ? source.files.map((file) => file.toString()) : [];
    const references = [...images, ...(given.references ?? [])];
    return await runPrompts(runner, prompts, given, async (accept) => {
      if (given.confirmed !== true && !(await maySend(prompts))) return undefined;
      const options = await chooseRequestOptions(runner, kind, { given: { ...given, references } });
      const chosen = options && { options, prompts: prompts.map(({ text }) => text), output: given.count ?? 1 };
      return chosen && (await accept(chosen)) ? chosen : undefined;
    });
  } catch (error) {
    void report(error, { retry: () => runGenerate(runner, kind, source, given) });
    return undefined;
  }
}

interface FormOptions {
  form: FormTools;
  /** A form from before the window was reloaded, and its tab. */
  restored?: { panel: vscode.WebviewPanel; kept: FormState };
}

/** Shows the form for the selections, or for a prompt that is typed into it. As `runGenerate` otherwise. */
export async function generateWithForm(
  runner: FormSource,
  asked: MediaKind | undefined,
  given: GenerateArguments,
  { form, restored }: FormOptions,
): Promise<Task[] | undefined> {
  try {
    const kind = asked ?? runner.state.lastKind() ?? "image";
    const prompts = restored?.kept.prompts ?? givenPrompts(given) ?? (await selectedPrompts(kind));
    const request: FormRequest = {
      kind,
      kinds: mediaKinds,
      prompts: prompts.map(({ text }) => text),
      given,
      linkHint: describeLink(prompts),
      styles: await formStyles(),
      keep: (values) => ({ prompts, values }) satisfies FormState,
      ...(restored && { restored: { panel: restored.panel, values: restored.kept.values } }),
      ...form,
    };
    return await runPrompts(runner, prompts, given, (accept) => fillRequestForm(runner, { ...request, accept }));
  } catch (error) {
    void report(error, { retry: () => generateWithForm(runner, asked, given, { form }) });
    return undefined;
  }
}

/** `choose`: lets the user complete the request; `accept` asks whether it may run, and where its files are saved. */
async function runPrompts(
  runner: FormSource,
  prompts: readonly PromptWithLocation[],
  given: GenerateArguments,
  choose: (accept: (filled: FilledRequestForm) => Promise<boolean>) => Promise<FilledRequestForm | undefined>,
): Promise<Task[] | undefined> {
  // The user may edit the documents while questions are open.
  const tracked = prompts.map(trackPrompt);
  try {
    let targets: readonly ArtifactTarget[] = [];
    const filled = await choose(async ({ options, output, prompts: texts }) => {
      if (output === "document") return true;
      const built = texts.map((text) => buildTaskRequest(text, options));
      const requests = built.reduce((sum, request) => sum + countTurns(runner, request), 0);
      const isConfirmed = given.confirmed === true;
      if (!(await mayRun(options.kind, [options.model], requests * output * resultsOf(options.choices), isConfirmed))) return false;
      if (!isConfirmed && !(await chooseNewSpeakers(runner, built))) return false;
      const found = await chooseTargets(options.kind, tracked, given.folder);
      targets = found ?? [];
      return found !== undefined;
    });
    if (filled === undefined) return undefined;
    const { options, output } = filled;
    if (output === "document") {
      await saveAsDocuments(filled.prompts, options);
      for (const text of filled.prompts) forgetTyped(text);
      return undefined;
    }
    const located = tracked.flatMap((prompt, index) => {
      const [target, text] = [targets[index], filled.prompts[index]];
      return target === undefined || text === undefined ? [] : [{ prompt: { ...prompt.now(), text }, target }];
    });
    return await runTasks(runner, { options, prompts: located, count: output, afterwards: given });
  } finally {
    for (const prompt of tracked) prompt.dispose();
  }
}

/** undefined: cancelled. */
async function chooseTargets(kind: Kind, tracked: readonly TrackedPrompt[], folder: string | undefined) {
  const targets: ArtifactTarget[] = [];
  for (const prompt of tracked) {
    const target = await chooseTarget(kind, prompt.now(), folder);
    if (target === undefined) return undefined;
    targets.push(target);
  }
  return targets;
}

function describeLink(prompts: readonly PromptWithLocation[]): string {
  const names = new Set(prompts.flatMap(({ location }) => (location === undefined ? [] : path.posix.basename(location.uri))));
  const [name] = names;
  return name === undefined ? "" : t("A link to the result is offered in {0}.", decodeURIComponent(name));
}

async function findPrompts(
  runner: FormSource,
  kind: MediaKind,
  source: PromptSource,
  isExample: boolean,
): Promise<PromptWithLocation[] | undefined> {
  switch (source.from) {
    case "selection":
      return promptsFromSelection(kind);
    case "paragraph":
      return promptFromParagraph(kind);
    case "clipboard":
      return promptFromClipboard();
    case "keyboard":
    case "images":
      return isExample ? examplePrompt(runner, kind) : typedPrompt(kind);
    case "documents":
      return promptsFromDocuments(source.files, kind);
  }
}

/** The demo generates the example at once; of another model, the user confirms it first. */
async function examplePrompt(runner: FormSource, kind: MediaKind): Promise<PromptWithLocation[] | undefined> {
  const text = t("A lighthouse at dusk, in watercolours");
  const model = await findModel(runner, kind);
  return model !== undefined && runner.isDemo(model) ? [{ text }] : typedPrompt(kind, text);
}

/** Asks before sending a long text or many selections. */
async function maySend(prompts: readonly PromptWithLocation[]): Promise<boolean> {
  const characters = prompts.reduce((sum, { text }) => sum + text.length, 0);
  if (characters <= largestText && prompts.length <= mostSelections) return true;
  const amount = writeNumber(characters);
  const question =
    prompts.length === 1 ? t("Send {0} characters?", amount) : t("Send {0} characters in {1} prompts?", amount, prompts.length);
  return confirm(question, t("Generate"), describeBilling(undefined, prompts.length));
}

interface TrackedPrompt extends vscode.Disposable {
  /** The prompt with its current location; its text does not change. */
  now(): PromptWithLocation;
}

/** The user may edit the document while a service starts, or while a question is open. */
function trackPrompt(prompt: PromptWithLocation): TrackedPrompt {
  if (prompt.location === undefined) return { now: () => prompt, dispose: () => undefined };
  const location = trackLocation(prompt.location);
  return {
    now: () => ({ ...prompt, location: { ...prompt.location, ...location.now() } }),
    dispose: () => location.dispose(),
  };
}
