import type { Tasks } from "../../generations/tasks.ts";
import { announceUnknown, findTaskOfFile } from "../artifacts/findTasks.ts";
import { showOrigin } from "../artifacts/originDetails.ts";
import { report } from "../base/report.ts";
import { showDetails } from "../requests/taskDetails.ts";
import type { TaskSelection } from "../showing/readTaskSelection.ts";

/** Shows the task of a row or file, else the file's metadata. Returns the task's key; undefined: none is known. */
export async function showHowMade(studio: { tasks(): Promise<Tasks> }, { keys, files }: TaskSelection): Promise<string | undefined> {
  try {
    const tasks = await studio.tasks();
    const [file] = files;
    const task = keys[0] === undefined ? file && (await findTaskOfFile(tasks, file)) : tasks.get(keys[0]);
    if (task !== undefined) await showDetails(task.key);
    else if (file !== undefined && !(await showOrigin(file))) announceUnknown(file);
    return task?.key;
  } catch (error) {
    void report(error);
    return undefined;
  }
}
