/** Registers the commands that write into the document or propose a replacement of its selection. */
import type * as vscode from "vscode";
import { registerCommands } from "../../commands/registerCommands.ts";
import type { Studio } from "../../studio.ts";
import { readArguments } from "../readArguments.ts";
import type { textCommands } from "./commands.ts";
import type { TextCommand } from "./generateText.ts";

export function registerText(studio: Studio): vscode.Disposable {
  const write = (command: TextCommand) => async (given: unknown) => {
    const { generateText } = await import("./generateText.ts");
    return generateText(studio, command, readArguments(given));
  };
  return registerCommands<typeof textCommands>({
    replaceSelection: write("replace"),
    insertAtCursor: write("insert"),
    continueText: write("continue"),
    improvePrompt: async (given) => (await import("./improvePrompt.ts")).improvePrompt(studio, readArguments(given)),
    writeWithOptions: async (given) => {
      const { askTextCommand, generateText } = await import("./generateText.ts");
      const command = await askTextCommand();
      return command === undefined ? undefined : generateText(studio, command, readArguments(given), true);
    },
  });
}
