/** The commands for the tests of prompt documents, and where each is shown. */
import type { CommandTable } from "../commands/command.ts";
import { all, isPromptEditor, isPromptFile, isTrusted } from "../commands/when.ts";

export const testCommands = {
  "prompt.test": { title: "Test Prompt Document", palette: all(isPromptEditor, isTrusted) },
  "prompt.compareModels": {
    title: "Compare Models…",
    palette: all(isPromptEditor, isTrusted),
    menus: [
      {
        menu: "explorer/context",
        when: `${isTrusted} && explorerResourceIsFolder || ${isTrusted} && ${isPromptFile}`,
        group: "4_generate@3",
      },
      { menu: "editor/title", when: all("resourceLangId == generation-prompt", isTrusted), group: "1_prompt@4" },
    ],
  },
} as const satisfies CommandTable;
