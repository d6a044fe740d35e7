/** Looks for answers that ended windows have left to this one, for each feature that receives answers. */
import * as vscode from "vscode";
import type { LeftAnswers } from "../../generations/leftAnswers.ts";
import type { Tasks } from "../../generations/tasks.ts";
import { report } from "../base/report.ts";
import type { Studio } from "./studio.ts";

type Left = Pick<LeftAnswers<unknown>, "look" | "retryNow">;

/**
 * `load` is called while any answer is left, until it returns what receives the feature's answers; undefined: none of them is the
 * feature's. Another window may be about to end, so this looks often.
 */
export function watchLeftAnswers(
  studio: Pick<Studio, "onDidChangeConnection" | "onDidOpenTasks">,
  load: (tasks: Tasks) => Promise<Left | undefined>,
): vscode.Disposable {
  let loading: Promise<Left | undefined> | undefined;
  const look = async (tasks: Tasks): Promise<void> => {
    if (tasks.answers.left().length === 0) return;
    loading ??= load(tasks);
    const left = await loading;
    if (left === undefined) loading = undefined;
    await left?.look();
  };
  const disposables: vscode.Disposable[] = [];
  disposables.push(
    studio.onDidChangeConnection(async () => (await loading)?.retryNow()),
    studio.onDidOpenTasks((tasks) => {
      const lookNow = () => void look(tasks).catch(report);
      disposables.push(new vscode.Disposable(tasks.onLook(lookNow)));
      lookNow();
    }),
  );
  return new vscode.Disposable(() => vscode.Disposable.from(...disposables).dispose());
}
