import type { StateOrigin } from "../../tasks/tasks.ts";

/** Writes into generated files which model generated them, before they are visible. Prompts are private: they are only in the journal. */
export function createStateOrigin(isDemo: (model: string) => boolean): StateOrigin {
  return async ({ path, resumeHash }, { model }) => {
    const { stateOriginInFile } = await import("../../library/metadata/stateOrigin.ts");
    return stateOriginInFile(path, { model, isProcedural: isDemo(model) }, resumeHash);
  };
}
