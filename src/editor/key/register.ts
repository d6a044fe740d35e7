/** The studio in; the commands that set and remove a service's API key, registered, out. */
import * as vscode from "vscode";
import type { Studio } from "../studio.ts";

/** For tests and keybindings: the key without an input box. */
export interface SetKeyArguments {
  key?: string;
}

export function registerKey(studio: Studio): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.commands.registerCommand("generationStudio.setApiKey", async (given?: SetKeyArguments) =>
      (await import("./setApiKey.ts")).setApiKey(studio, given ?? {}),
    ),
    vscode.commands.registerCommand("generationStudio.removeApiKey", async (given?: { confirmed?: boolean }) =>
      (await import("./setApiKey.ts")).removeApiKey(studio, given ?? {}),
    ),
  );
}
