import { referencesOf } from "../../tasks/library/requestReferences.ts";
import type { Task } from "../../tasks/task.ts";
import { findTasks } from "../artifacts/findTasks.ts";
import type { TaskSelection } from "../readTaskSelection.ts";
import { report } from "../report.ts";
import { choicesOf } from "../requests/buildTaskRequest.ts";
import { chooseRequestOptions, mayRun } from "../requests/chooseRequestOptions.ts";
import type { GenerateArguments } from "../requests/requestOptions.ts";
import type { TaskRunner } from "../requests/taskRunner.ts";
import { promptOf, targetOf } from "./promptOfTask.ts";
import { runTasks } from "./runTasks.ts";
import { saveAsDocuments } from "./saveAsDocuments.ts";

/** Runs the same request again; `given` and the steps may change its prompt, model, options and reference images. */
export async function runAgain(
  runner: TaskRunner,
  selection: TaskSelection,
  given: GenerateArguments,
  withOptions: boolean,
): Promise<Task[]> {
  const results: Task[] = [];
  try {
    for (const task of await findTasks(await runner.tasks(), selection)) {
      const before = { model: given.model ?? task.model, choices: choicesOf(task.request) };
      const references = given.references ?? referencesOf(task.request);
      const choice = { given: { interface: task.interface, ...given, references }, withOptions, before };
      const chosen = await chooseRequestOptions(runner, task.kind, choice);
      if (chosen === undefined) return results;
      const { output } = chosen;
      const options = { ...chosen.options, again: task.request };
      const text = given.prompt ?? task.prompt;
      if (output === "document") {
        await saveAsDocuments([text], options);
        continue;
      }
      if (!(await mayRun(task.kind, output, given.confirmed === true))) return results;
      const prompt = { prompt: promptOf(task, text), target: targetOf(task, given.folder) };
      const afterwards = { insertLink: "never" as const, ...given };
      results.push(...(await runTasks(runner, { options, prompts: [prompt], count: output, afterwards })));
    }
  } catch (error) {
    void report(error, { retry: () => runAgain(runner, selection, given, withOptions) });
  }
  return results;
}
