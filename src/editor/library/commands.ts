/** The library's commands, and where each is shown. */
import type { CommandTable } from "../commands/command.ts";
import { all, inLibrary, isOneResult, onRow } from "../commands/when.ts";

export const libraryCommands = {
  openLibrary: {
    title: "Open Library",
    icon: "library",
    menus: [
      { menu: "view/title", when: "view == generationStudio.tasks", group: "navigation@-1" },
      { menu: "view/title", when: "view == generationStudio.chat", group: "2_library" },
    ],
  },
  /** For the panel's comparison. */
  comparePrompts: { title: "Compare Prompts", palette: false },
  saveResultAs: {
    title: "Save As…",
    palette: false,
    menus: [
      { menu: "view/item/context", when: onRow("generationStudio.tasks", "file"), group: "1_open@5" },
      { menu: "webview/context", when: all(inLibrary, isOneResult), group: "1_open@5" },
    ],
  },
  renameResult: {
    title: "Rename…",
    palette: false,
    menus: [{ menu: "webview/context", when: all(inLibrary, isOneResult), group: "4_delete@0" }],
  },
} as const satisfies CommandTable;
