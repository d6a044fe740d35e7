/** The commands for the providers of the built-in service, and where each is shown. */
import type { CommandTable } from "../commands/command.ts";
import { inTitle, onRow } from "../commands/menus.ts";

const view = "generationStudio.models";

export const providerCommands = {
  addProvider: {
    title: "Add Provider…",
    icon: "add",
    menus: inTitle(view, "navigation@3"),
  },
  manageProviders: {
    title: "Manage Providers…",
    icon: "gear",
    menus: [...inTitle(view, "1_providers@1"), ...onRow(view, "provider", "inline@1")],
  },
  getModel: {
    title: "Get a Model…",
    icon: "cloud-download",
    menus: [...inTitle(view, "1_providers@3"), ...onRow(view, "store", "inline@2")],
  },
  refillBalance: { title: "Refill Balance of the Built-in Service", palette: "!config.generationStudio.baseUrl" },
  dismissEngine: {
    title: "Do Not Offer Again",
    icon: "close",
    palette: false,
    menus: onRow(view, "engine", "inline@1"),
  },
} as const satisfies CommandTable;
