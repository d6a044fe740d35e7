import { hasAddedField } from "../../contract/addedFields.ts";
import { referencesOf } from "../../generations/library/requestReferences.ts";
import type { Task } from "../../generations/task.ts";
import { findTasks } from "../artifacts/findTasks.ts";
import { report } from "../base/report.ts";
import { choicesOf } from "../requests/buildTaskRequest.ts";
import { mayRun } from "../requests/chooseRequestOptions.ts";
import type { FormSource } from "../requests/form/formRequest.ts";
import type { GenerateArguments } from "../requests/requestOptions.ts";
import { waitForModels } from "../service/waitForModels.ts";
import type { TaskSelection } from "../showing/readTaskSelection.ts";
import { promptOf, targetOf } from "./promptOfTask.ts";
import { runTasks } from "./runTasks.ts";

const times = 4;

/** Runs a request four more times, for other results of the same fields: with other seeds, if the model takes them, and else without one. */
export async function fourMore(runner: FormSource, selection: TaskSelection, given: GenerateArguments): Promise<Task[]> {
  const results: Task[] = [];
  try {
    await waitForModels(runner.models.list());
    for (const task of await findTasks(await runner.tasks(), selection)) {
      const { kind, interface: version, model, request } = task;
      if (!(await mayRun(kind, [model], times, given.confirmed === true))) return results;
      // A request with four images would make sixteen.
      const { seed: _seed, n: _n, ...choices } = choicesOf(request);
      const options = { kind, interface: version, model, choices, references: referencesOf(request), again: request };
      const seeds = kind !== "text" && hasAddedField(kind, "seed") ? chooseSeeds(runner.models.find(model)?.capabilities?.seed) : undefined;
      const prompts = Array.from({ length: times }, (_one, index) => {
        const seed = seeds?.[index];
        const own = seed === undefined ? options : { ...options, choices: { ...choices, seed: String(seed) } };
        return { prompt: promptOf(task, task.prompt), target: targetOf(task, given.folder), options: own };
      });
      const afterwards = { insertLink: "never" as const, ...given };
      results.push(...(await runTasks(runner, { options, prompts, count: 1, afterwards })));
    }
  } catch (error) {
    void report(error, { retry: () => fourMore(runner, selection, given) });
  }
  return results;
}

/** undefined: the model takes none. */
function chooseSeeds(range: { minimum: number; maximum: number } | undefined): number[] | undefined {
  if (range === undefined) return undefined;
  const last = Math.max(range.minimum, range.maximum - times);
  const first = range.minimum + Math.floor(Math.random() * (last - range.minimum + 1));
  return Array.from({ length: times }, (_, index) => Math.min(range.maximum, first + index));
}
