import type { Tasks } from "../../tasks/tasks.ts";
import type { Connection } from "../studio.ts";
import type { ModelSource } from "./chooseModel.ts";

/** What running tasks needs of the studio. */
export interface TaskRunner extends ModelSource {
  tasks(): Promise<Tasks>;
  connection(): Promise<Connection>;
}
