import type { StateOrigin } from "../tasks/tasks.ts";

/** States in generated files with which model they were made, before anybody sees them. Prompts are private: they stay in the journal. */
export function createStateOrigin(isDemo: (model: string) => boolean): StateOrigin {
  return async ({ path, resumeHash }, { model }) => {
    const { stateOriginInFile } = await import("../library/metadata/stateOrigin.ts");
    return stateOriginInFile(path, { model, isProcedural: isDemo(model) }, resumeHash);
  };
}
