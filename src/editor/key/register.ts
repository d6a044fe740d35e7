/** Registers the commands that set and remove a service's API key. */
import * as vscode from "vscode";
import { report } from "../base/report.ts";
import { settingsSection } from "../base/settings.ts";
import { givenText, isConfirmed } from "../commands/givenArguments.ts";
import { registerCommands } from "../commands/registerCommands.ts";
import type { Studio } from "../service/studio.ts";
import type { keyCommands } from "./commands.ts";

/** Milliseconds without a change, because the settings editor stores an address while the user types it. */
const typingPause = 1500;

export function registerKey(studio: Pick<Studio, "models" | "secrets">): vscode.Disposable {
  let pause: NodeJS.Timeout | undefined;
  return vscode.Disposable.from(
    registerCommands<typeof keyCommands>({
      setApiKey: async (given) => (await import("./setApiKey.ts")).setApiKey(studio, givenText(given, "apiKey")),
      removeApiKey: async (given) => (await import("./setApiKey.ts")).removeApiKey(studio, isConfirmed(given)),
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      // All windows get the event; only the focused one shows the message.
      if (!event.affectsConfiguration(`${settingsSection}.baseUrl`) || !vscode.window.state.focused) return;
      clearTimeout(pause);
      pause = setTimeout(() => void import("./offerTest.ts").then(({ offerTest }) => offerTest(studio)).catch(report), typingPause);
    }),
    new vscode.Disposable(() => clearTimeout(pause)),
  );
}
