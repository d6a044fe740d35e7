/** Runs an action that a panel offers for a result. */
import * as vscode from "vscode";
import { type ResultActionName, resultActions } from "../../library/resultActions.ts";
import { offerUncopied } from "./offerUncopied.ts";

/** A result as commands get it: its number in the library, and the key of its task. */
interface ActedName {
  number: number;
  key?: string;
}

/** `others`: all selected results, including this one. `saveAgain`: gets a missing file from the service. */
export async function runResultAction(
  action: ResultActionName | "saveAgain",
  result: ActedName,
  others?: readonly ActedName[],
): Promise<void> {
  const run = (name: string) => vscode.commands.executeCommand(`generationStudio.${name}`, result, others);
  if (action === "copyImage") {
    await offerUncopied(
      () => run(resultActions.saveAs.command),
      () => run(resultActions.open.command),
    );
  } else await run(action === "saveAgain" ? "saveTaskAgain" : resultActions[action].command);
}
