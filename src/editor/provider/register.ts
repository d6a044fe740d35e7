/** Registers the commands that add, edit and remove providers. */
import * as vscode from "vscode";
import { mention } from "../base/report.ts";
import { givenText } from "../commands/givenArguments.ts";
import { registerCommands } from "../commands/registerCommands.ts";
import type { Studio } from "../service/studio.ts";
import type { providerCommands } from "./commands.ts";

export function registerProviders(studio: Studio): vscode.Disposable {
  return registerCommands<typeof providerCommands>({
    addProvider: async (given) => (await import("./addProvider.ts")).addProvider(studio, given),
    manageProviders: async (given) => (await import("./manageProviders.ts")).manageProviders(studio, given),
    getModel: async (given) => (await import("./getModel.ts")).getModel(studio, given),
    refillBalance: async () => {
      await studio.refillBalance();
      mention(vscode.l10n.t("The balance of the built-in service is refilled."));
    },
    dismissEngine: async (given) => {
      const name = givenText(given, "name");
      if (name !== undefined) await studio.state.dismissEngine(name);
    },
  });
}
