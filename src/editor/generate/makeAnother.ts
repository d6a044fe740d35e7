/** A task, or the file that it made, in; the same again, or how it was made, out. */
import * as vscode from "vscode";
import type { Task } from "../../tasks/task.ts";
import { announce, report } from "../report.ts";
import type { Studio } from "../studio.ts";
import { findTaskOfFile, showDetails } from "../tasks/taskDetails.ts";
import { choicesOf, referencesOf } from "./buildTaskRequest.ts";
import { chooseWish, mayRun } from "./chooseWish.ts";
import { destinationOf, targetElsewhere } from "./delivery.ts";
import { placeOf } from "./origin.ts";
import { runTasks } from "./runTasks.ts";
import { saveAsDocuments } from "./saveAsDocuments.ts";
import type { ChosenTarget, FoundPrompt, GenerateArguments } from "./wish.ts";

/** What the commands are called with: rows of the Tasks view, or files. */
export interface MadeThings {
  keys: readonly string[];
  files: readonly vscode.Uri[];
}

async function findMade(studio: Studio, { keys, files }: MadeThings): Promise<Task[]> {
  const tasks = await studio.tasks();
  if (keys.length > 0) return keys.map((key) => tasks.get(key)).filter((task) => task !== undefined);
  const found: Task[] = [];
  for (const file of files) {
    const task = await findTaskOfFile(studio, file);
    if (task === undefined) void announce(vscode.l10n.t("Nothing is known of how {0} was made.", vscode.workspace.asRelativePath(file)));
    else found.push(task);
  }
  return found;
}

/** Returns the task's key; undefined: nothing is known of the file. */
export async function showHowMade(studio: Studio, made: MadeThings): Promise<string | undefined> {
  try {
    const [task] = await findMade(studio, made);
    if (task !== undefined) await showDetails(task.key);
    return task?.key;
  } catch (error) {
    void report(error);
    return undefined;
  }
}

/** The same prompt, model, options and reference pictures; `given` and the steps may change them. */
export async function makeAnother(studio: Studio, made: MadeThings, given: GenerateArguments, withOptions: boolean): Promise<Task[]> {
  const results: Task[] = [];
  try {
    for (const task of await findMade(studio, made)) {
      const before = { model: given.model ?? task.model, choices: choicesOf(task.request) };
      const references = given.references ?? referencesOf(task.request);
      const wished = { interface: task.interface, ...given, references };
      const wish = await chooseWish(studio, task.kind, { given: wished, withOptions, before });
      if (wish?.isDocumentWanted === true) {
        await saveAsDocuments([given.prompt ?? task.prompt], wish);
        continue;
      }
      if (wish === undefined || !(await mayRun(task.kind, 1, given.confirmed === true))) return results;
      const place = placeOf(task.origin);
      const text = given.prompt ?? task.prompt;
      const prompt: FoundPrompt = place === undefined ? { text } : { text, place };
      const target = given.folder === undefined ? targetAgain(studio, task) : { ...task.target, folder: given.folder };
      results.push(...(await runTasks(studio, wish, [{ prompt, target }], { insertLink: "never", ...given })));
    }
  } catch (error) {
    void report(error, { retry: () => makeAnother(studio, made, given, withOptions) });
  }
  return results;
}

function targetAgain(studio: Studio, task: Task): ChosenTarget {
  const destination = destinationOf(task);
  if (destination === undefined) return task.target;
  return targetElsewhere(studio.context.globalStorageUri.fsPath, destination, task.target.pattern);
}
