import type { Studio } from "../service/studio.ts";
import type { ModelSource } from "./chooseModel.ts";

/** The parts of the studio that are needed to run tasks. */
export type TaskSource = ModelSource & Pick<Studio, "connection" | "generations" | "tasks">;
