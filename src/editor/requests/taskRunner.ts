import type { Tasks } from "../../tasks/tasks.ts";
import type { Connection } from "../studio.ts";
import type { ModelSource } from "./chooseModel.ts";

/** The parts of the studio that are needed to run tasks. */
export interface TaskRunner extends ModelSource {
  tasks(): Promise<Tasks>;
  connection(): Promise<Connection>;
}
