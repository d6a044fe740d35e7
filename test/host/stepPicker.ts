/** Answers the steps of a command, as a user would. */
import * as vscode from "vscode";

/** Milliseconds between two attempts: a step without rows cannot be accepted yet. */
const interval = 40;

/** Accepts the active row in each step of a command. */
export const acceptSteps = <Result>(command: PromiseLike<Result>) =>
  repeatUntilOver(command, "workbench.action.acceptSelectedQuickOpenItem");

/** Leaves the first step of a command, as Escape does. */
export const leaveStep = <Result>(command: PromiseLike<Result>) => repeatUntilOver(command, "workbench.action.closeQuickOpen");

async function repeatUntilOver<Result>(command: PromiseLike<Result>, action: string): Promise<Result> {
  let isOver = false;
  const result = Promise.resolve(command).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await vscode.commands.executeCommand(action);
    await Promise.race([result, new Promise((resolve) => setTimeout(resolve, interval))]);
  }
  return result;
}
