/** How the tasks of the kill runs write metadata on their origin into files. */
import { stateOriginInFile } from "../../src/library/metadata/stateOrigin.ts";
import type { StateOrigin } from "../../src/tasks/tasks.ts";

export const stateOrigin: StateOrigin = ({ path, resumeHash }, { model }) =>
  stateOriginInFile(path, { model, isProcedural: true }, resumeHash);
