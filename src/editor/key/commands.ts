/** The commands for the API key, and where each is shown. */
import type { CommandTable } from "../commands/command.ts";
import { onRow } from "../commands/when.ts";

const onModels = "view == generationStudio.models";

export const keyCommands = {
  setApiKey: {
    title: "Set API Key…",
    icon: "key",
    menus: [
      { menu: "view/title", when: onModels, group: "2_key@1" },
      { menu: "view/item/context", when: onRow("generationStudio.tasks", "needsKey"), group: "inline@1" },
    ],
  },
  removeApiKey: { title: "Remove API Key", menus: [{ menu: "view/title", when: onModels, group: "2_key@2" }] },
} as const satisfies CommandTable;
