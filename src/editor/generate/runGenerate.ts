/** A kind, a source of prompts and what the command was given in; the finished tasks out. */
import type * as vscode from "vscode";
import type { MediaKind } from "../../contract/kind.ts";
import type { Task } from "../../tasks/task.ts";
import { report } from "../report.ts";
import type { Studio } from "../studio.ts";
import { forgetTyped } from "./askText.ts";
import { chooseTarget } from "./chooseTarget.ts";
import { chooseWish, mayRun } from "./chooseWish.ts";
import { givenPrompts, promptsFromClipboard, promptsFromFiles, promptsFromSelection, typedPrompt } from "./findPrompts.ts";
import { countField } from "./optionFields.ts";
import { type Job, runTasks } from "./runTasks.ts";
import { saveAsDocuments } from "./saveAsDocuments.ts";
import type { FoundPrompt, GenerateArguments } from "./wish.ts";

export type PromptSource =
  | { from: "selection" | "clipboard" | "keyboard" }
  | { from: "files"; files: readonly vscode.Uri[] }
  | { from: "pictures"; files: readonly vscode.Uri[] };

/** undefined: put away, or failed and reported. Tasks that failed are among the tasks. */
export async function runGenerate(
  studio: Studio,
  kind: MediaKind,
  source: PromptSource,
  given: GenerateArguments,
  withOptions = false,
): Promise<Task[] | undefined> {
  try {
    const prompts = givenPrompts(given) ?? (await findPrompts(kind, source));
    if (prompts === undefined || prompts.length === 0) return undefined;
    const pictures = source.from === "pictures" ? source.files.map((file) => file.toString()) : [];
    const references = [...pictures, ...(given.references ?? [])];
    const wish = await chooseWish(studio, kind, { given: { ...given, references }, withOptions });
    if (wish === undefined) return undefined;
    if (wish.isDocumentWanted) {
      const texts = prompts.map((prompt) => prompt.text);
      await saveAsDocuments(texts, wish);
      for (const text of texts) forgetTyped(text);
      return undefined;
    }
    const total = prompts.length * (Number(wish.choices[countField] ?? "1") || 1);
    if (!(await mayRun(kind, total, given.confirmed === true))) return undefined;
    const jobs: Job[] = [];
    for (const prompt of prompts) {
      const target = await chooseTarget(studio, kind, prompt, given.folder);
      if (target === undefined) return undefined;
      jobs.push({ prompt, target });
    }
    return await runTasks(studio, wish, jobs, given);
  } catch (error) {
    void report(error, { retry: () => runGenerate(studio, kind, source, given, withOptions) });
    return undefined;
  }
}

async function findPrompts(kind: MediaKind, source: PromptSource): Promise<FoundPrompt[] | undefined> {
  switch (source.from) {
    case "selection":
      return promptsFromSelection(kind);
    case "clipboard":
      return promptsFromClipboard(kind);
    case "keyboard":
    case "pictures":
      return typedPrompt(kind);
    case "files":
      return promptsFromFiles(source.files);
  }
}
