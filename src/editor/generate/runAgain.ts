import { referencesOf } from "../../generations/library/requestReferences.ts";
import type { Task } from "../../generations/task.ts";
import { findTasks } from "../artifacts/findTasks.ts";
import { report } from "../base/report.ts";
import { choicesOf, resultsOf } from "../requests/buildTaskRequest.ts";
import { chooseRequestOptions, mayRun } from "../requests/chooseRequestOptions.ts";
import { fillRequestForm } from "../requests/form/fillRequestForm.ts";
import type { FilledRequestForm, FormSource, FormTools } from "../requests/form/formRequest.ts";
import type { GenerateArguments } from "../requests/requestOptions.ts";
import type { TaskSelection } from "../showing/readTaskSelection.ts";
import { formStyles } from "./formStyles.ts";
import { promptForTask, targetOf } from "./promptOfTask.ts";
import { runTasks } from "./runTasks.ts";
import { saveAsDocuments } from "./saveAsDocuments.ts";

/** `form`: shows the form. Runs the same request again; `given` and the form may change its prompt, model, options and reference images. */
export async function runAgain(
  runner: FormSource,
  selection: TaskSelection,
  given: GenerateArguments,
  form: FormTools | undefined,
): Promise<Task[]> {
  const results: Task[] = [];
  try {
    for (const task of await findTasks(await runner.tasks(), selection)) {
      const before = { model: given.model ?? task.model, choices: choicesOf(task.request) };
      const references = given.references ?? referencesOf(task.request);
      const known = { interface: task.interface, ...given, references };
      const mayRunAgain = async ({ output, options }: FilledRequestForm) =>
        output === "document" || (await mayRun(task.kind, [options.model], output * resultsOf(options.choices), given.confirmed === true));
      const prompts = [given.prompt ?? task.prompt];
      const choose = async (): Promise<FilledRequestForm | undefined> => {
        if (form !== undefined) {
          const styles = await formStyles();
          return fillRequestForm(runner, { kind: task.kind, prompts, given: known, before, styles, ...form, accept: mayRunAgain });
        }
        const options = await chooseRequestOptions(runner, task.kind, { given: known, before });
        const chosen = options && { options, prompts, output: given.count ?? 1 };
        return chosen && (await mayRunAgain(chosen)) ? chosen : undefined;
      };
      const chosen = await choose();
      if (chosen === undefined) return results;
      const { output } = chosen;
      const options = { ...chosen.options, again: task.request };
      const [text = task.prompt] = chosen.prompts;
      if (output === "document") {
        await saveAsDocuments([text], options);
        continue;
      }
      const prompt = { prompt: promptForTask(task, text), target: targetOf(task, given.folder) };
      const afterwards = { insertLink: "never" as const, ...given };
      results.push(...(await runTasks(runner, { options, prompts: [prompt], count: output, afterwards })));
    }
  } catch (error) {
    void report(error, { retry: () => runAgain(runner, selection, given, form) });
  }
  return results;
}
