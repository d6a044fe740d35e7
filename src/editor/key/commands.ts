/** The commands for the API key, and where each is shown. */
import type { CommandTable } from "../commands/command.ts";
import { inTitle, onRow } from "../commands/menus.ts";

const models = "generationStudio.models";

export const keyCommands = {
  setApiKey: {
    title: "Set API Key…",
    icon: "key",
    menus: [...inTitle(models, "2_key@1"), ...onRow("generationStudio.tasks", "needsKey", "inline@1")],
  },
  removeApiKey: { title: "Remove API Key", menus: inTitle(models, "2_key@2") },
} as const satisfies CommandTable;
