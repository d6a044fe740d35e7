/** Runs a command that generates: finds its prompts, asks for missing options, and runs the tasks. */
import * as vscode from "vscode";
import type { MediaKind } from "../../contract/kind.ts";
import type { ArtifactTarget, Task } from "../../tasks/task.ts";
import { chooseTarget } from "../artifacts/chooseTarget.ts";
import type { FoundPrompt } from "../artifacts/foundPrompt.ts";
import { type TrackedPrompt, trackPrompt } from "../artifacts/trackPrompt.ts";
import { confirm, report } from "../report.ts";
import { chooseRequestOptions, mayRun } from "../requests/chooseRequestOptions.ts";
import type { GenerateArguments } from "../requests/requestOptions.ts";
import type { TaskRunner } from "../requests/taskRunner.ts";
import { forgetTyped } from "./askText.ts";
import {
  givenPrompts,
  promptFromClipboard,
  promptFromParagraph,
  promptsFromDocuments,
  promptsFromSelection,
  typedPrompt,
} from "./findPrompts.ts";
import { runTasks } from "./runTasks.ts";
import { saveAsDocuments } from "./saveAsDocuments.ts";

export type PromptSource =
  | { from: "keyboard" | "selection" | "paragraph" | "clipboard" }
  | { from: "documents"; files: readonly vscode.Uri[] }
  | { from: "images"; files: readonly vscode.Uri[] };

/** Limits above which the user is asked before a source is sent. */
const largestText = 4000;
const mostSelections = 20;

/** undefined: cancelled, or failed and reported. Otherwise the tasks, including those that failed. */
export async function runGenerate(
  runner: TaskRunner,
  kind: MediaKind,
  source: PromptSource,
  given: GenerateArguments,
  withOptions = false,
): Promise<Task[] | undefined> {
  const tracked: TrackedPrompt[] = [];
  try {
    const prompts = givenPrompts(given) ?? (await findPrompts(kind, source));
    if (prompts === undefined || prompts.length === 0) return undefined;
    tracked.push(...prompts.map(trackPrompt));
    if (given.confirmed !== true && !(await maySend(prompts))) return undefined;
    const images = source.from === "images" ? source.files.map((file) => file.toString()) : [];
    const references = [...images, ...(given.references ?? [])];
    const chosen = await chooseRequestOptions(runner, kind, { given: { ...given, references }, withOptions });
    if (chosen === undefined) return undefined;
    const { options, output } = chosen;
    if (output === "document") {
      const texts = prompts.map((prompt) => prompt.text);
      await saveAsDocuments(texts, options);
      for (const text of texts) forgetTyped(text);
      return undefined;
    }
    if (!(await mayRun(kind, prompts.length * output, given.confirmed === true))) return undefined;
    const targeted: { prompt: TrackedPrompt; target: ArtifactTarget }[] = [];
    for (const prompt of tracked) {
      const target = await chooseTarget(kind, prompt.now(), given.folder);
      if (target === undefined) return undefined;
      targeted.push({ prompt, target });
    }
    const located = targeted.map(({ prompt, target }) => ({ prompt: prompt.now(), target }));
    return await runTasks(runner, { options, prompts: located, count: output, afterwards: given });
  } catch (error) {
    void report(error, { retry: () => runGenerate(runner, kind, source, given, withOptions) });
    return undefined;
  } finally {
    for (const prompt of tracked) prompt.dispose();
  }
}

async function findPrompts(kind: MediaKind, source: PromptSource): Promise<FoundPrompt[] | undefined> {
  switch (source.from) {
    case "selection":
      return promptsFromSelection(kind);
    case "paragraph":
      return promptFromParagraph(kind);
    case "clipboard":
      return promptFromClipboard();
    case "keyboard":
    case "images":
      return typedPrompt(kind);
    case "documents":
      return promptsFromDocuments(source.files, kind);
  }
}

/** Asks before sending a long text or many selections. */
async function maySend(prompts: readonly FoundPrompt[]): Promise<boolean> {
  const characters = prompts.reduce((sum, { text }) => sum + text.length, 0);
  if (characters <= largestText && prompts.length <= mostSelections) return true;
  const { t } = vscode.l10n;
  const amount = characters.toLocaleString();
  const question =
    prompts.length === 1 ? t("Send {0} characters?", amount) : t("Send {0} characters in {1} prompts?", amount, prompts.length);
  return confirm(question, t("Generate"), t("Each prompt is a task that the service bills."));
}
