/** The library's commands, and where each is shown. */
import type { CommandTable } from "../commands/command.ts";
import { inPage, inTitle, onRow } from "../commands/menus.ts";
import { all, inLibrary, isOneResult } from "../commands/when.ts";

export const libraryCommands = {
  openLibrary: {
    title: "Open Library",
    icon: "library",
    menus: [...inTitle("generationStudio.tasks", "navigation@-1"), ...inTitle("generationStudio.chat", "2_library")],
  },
  /** For the panel's comparison. */
  comparePrompts: { title: "Compare Prompts", palette: false },
  saveResultAs: {
    title: "Save As…",
    palette: false,
    menus: [...onRow("generationStudio.tasks", "file", "1_open@5"), ...inPage(all(inLibrary, isOneResult), "1_open@5")],
  },
  renameResult: {
    title: "Rename…",
    palette: false,
    menus: inPage(all(inLibrary, isOneResult), "4_delete@0"),
  },
} as const satisfies CommandTable;
