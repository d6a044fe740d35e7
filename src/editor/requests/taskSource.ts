import type { Tasks } from "../../tasks/tasks.ts";
import type { ServiceInUse } from "../studio.ts";
import type { ModelSource } from "./chooseModel.ts";

/** The parts of the studio that are needed to run tasks. */
export interface TaskSource extends ModelSource {
  tasks(): Promise<Tasks>;
  connection(): Promise<ServiceInUse>;
}
