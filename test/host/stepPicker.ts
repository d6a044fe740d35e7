/** Accepts the active row in each step of a command. */
import * as vscode from "vscode";

/** Milliseconds between two attempts: a step without rows cannot be accepted yet. */
const interval = 40;

export async function acceptSteps<Result>(command: PromiseLike<Result>): Promise<Result> {
  let isOver = false;
  const result = Promise.resolve(command).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    await Promise.race([result, new Promise((resolve) => setTimeout(resolve, interval))]);
  }
  return result;
}
