/** The library's commands, with where they are shown. */
import type { CommandTable } from "../commands/command.ts";

export const libraryCommands = {
  openLibrary: {
    title: "Open Library",
    icon: "library",
    menus: [{ menu: "view/title", when: "view == generationStudio.tasks", group: "navigation@-1" }],
  },
  /** For the comparison of the panel. */
  comparePrompts: { title: "Compare Prompts", palette: false },
  /** For F2 in the panel. */
  renameResult: { title: "Rename…", palette: false },
} as const satisfies CommandTable;
