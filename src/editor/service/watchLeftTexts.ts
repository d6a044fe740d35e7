/** Looks for texts that ended windows have left to this one, for each feature that receives texts. */
import * as vscode from "vscode";
import type { LeftTexts } from "../../generations/leftTexts.ts";
import type { Tasks } from "../../generations/tasks.ts";
import { report } from "../base/report.ts";
import type { Studio } from "./studio.ts";

type Left = Pick<LeftTexts<unknown>, "look" | "retryNow">;

/**
 * `load` is called while any text is left, until it returns what receives the feature's texts; undefined: none of them is the
 * feature's. Another window may be about to end, so this looks often.
 */
export function watchLeftTexts(
  studio: Pick<Studio, "onDidChangeConnection" | "onDidOpenTasks">,
  load: (tasks: Tasks) => Promise<Left | undefined>,
): vscode.Disposable {
  let loading: Promise<Left | undefined> | undefined;
  const look = async (tasks: Tasks): Promise<void> => {
    if (tasks.answers.left().length === 0) return;
    loading ??= load(tasks);
    const left = await loading;
    if (left === undefined) loading = undefined;
    left?.look();
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
