/** The library's command, with where it is shown. */
import type { CommandTable } from "../commands/command.ts";

export const libraryCommands = {
  openLibrary: {
    title: "Open Library",
    icon: "library",
    menus: [{ menu: "view/title", when: "view == generationStudio.tasks", group: "navigation@-1" }],
  },
} as const satisfies CommandTable;
