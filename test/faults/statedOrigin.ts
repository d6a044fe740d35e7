/** How the tasks of the kill runs write metadata on their origin into files. */

import type { StateOrigin } from "../../src/generations/tasks.ts";
import { stateOriginInFile } from "../../src/media/metadata/stateOrigin.ts";

export const stateOrigin: StateOrigin = ({ path, resumeHash }, { model }) =>
  stateOriginInFile(path, { model, isProcedural: true }, resumeHash);
