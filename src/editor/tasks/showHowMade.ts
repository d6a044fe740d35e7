import type { Tasks } from "../../tasks/tasks.ts";
import { findTasks } from "../artifacts/findTasks.ts";
import type { TaskSelection } from "../readTaskSelection.ts";
import { report } from "../report.ts";
import { showDetails } from "./taskDetails.ts";

/** Returns the task's key; undefined: nothing is known of the file. */
export async function showHowMade(studio: { tasks(): Promise<Tasks> }, selection: TaskSelection): Promise<string | undefined> {
  try {
    const [task] = await findTasks(await studio.tasks(), selection);
    if (task !== undefined) await showDetails(task.key);
    return task?.key;
  } catch (error) {
    void report(error);
    return undefined;
  }
}
