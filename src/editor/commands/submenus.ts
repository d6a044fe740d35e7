/** The submenus that show commands. Their label does not repeat the verb of the commands. */
import type { MenuItem } from "./command.ts";
import { isArtifact, isDocument } from "./when.ts";

interface Submenu {
  label: string;
  menus: readonly MenuItem[];
}

/** By id. */
export const submenus: Readonly<Record<string, Submenu>> = {
  "generationStudio.generate": {
    label: "Generation Studio",
    menus: [{ menu: "editor/context", when: "!inDebugRepl && !editorReadonly || editorHasSelection", group: "1_generate@1" }],
  },
  "generationStudio.generateFromFile": {
    label: "Generation Studio",
    menus: [
      {
        menu: "explorer/context",
        when: `!explorerResourceIsFolder && (${isArtifact} || ${isDocument})`,
        group: "4_generate@1",
      },
    ],
  },
};
