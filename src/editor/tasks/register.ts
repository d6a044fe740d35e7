/** The studio in; the Tasks view, its commands and the pick-up of what other windows left, registered, out. */
import * as vscode from "vscode";
import { kinds } from "../../contract/kind.ts";
import { isKind } from "../isKind.ts";
import { hasRunningMarker } from "../runningMarker.ts";
import type { Studio } from "../studio.ts";
import { readTaskKeys } from "./readTaskKeys.ts";
import { sections } from "./taskSections.ts";
import { TaskTree } from "./taskTree.ts";

export function registerTasks(studio: Studio): vscode.Disposable {
  const tree = new TaskTree(studio);
  const view = vscode.window.createTreeView("generationStudio.tasks", { treeDataProvider: tree, canSelectMany: true });
  tree.setVisible(view.visible);
  const parts: vscode.Disposable[] = [tree, view, view.onDidChangeVisibility(({ visible }) => tree.setVisible(visible))];
  parts.push(
    studio.onDidOpenTasks(async (tasks) => {
      const { watchTasks } = await import("./watchTasks.ts");
      parts.push(watchTasks(studio, tasks, tree, view));
    }),
    ...registerTaskCommands(studio, tree, view),
    registerDetails(studio),
  );
  // The only thing that an idle window does: one look whether a window before it left tasks that still run.
  if (hasRunningMarker(studio.context.globalStorageUri.fsPath)) void tree.openJournal();
  return new vscode.Disposable(() => vscode.Disposable.from(...parts).dispose());
}

function registerTaskCommands(studio: Studio, tree: TaskTree, view: vscode.TreeView<unknown>): vscode.Disposable[] {
  const commands = () => import("./taskCommands.ts");
  // VS Code gives the clicked row and the selected ones; a caller may add arguments.
  const register = (name: string, run: (keys: string[], given: unknown) => unknown) =>
    vscode.commands.registerCommand(`generationStudio.${name}`, (clicked: unknown, selected: unknown, given: unknown) => {
      const keys = readTaskKeys(clicked, selected);
      return run(keys.length > 0 ? keys : readTaskKeys(undefined, view.selection), given);
    });
  return [
    register("openTask", async (keys) => (await commands()).openResults(studio, keys)),
    register("revealTask", async (keys) => (await commands()).revealResult(studio, keys)),
    register("cancelTask", async (keys) => (await commands()).stopTasks(studio, keys)),
    register("followTask", async (keys) => (await commands()).followTasks(studio, keys)),
    register("deleteTask", async (keys, given) => (await commands()).deleteTasks(studio, keys, isConfirmed(given))),
    register("forgetTask", async (keys, given) => (await commands()).forgetTasks(studio, keys, isConfirmed(given))),
    register("saveTaskAgain", async (keys, given) => (await commands()).saveAgain(studio, keys, folderOf(given))),
    register("copyTaskId", async (keys) => (await commands()).copyOfTasks(studio, keys, "id")),
    register("copyTaskPrompt", async (keys) => (await commands()).copyOfTasks(studio, keys, "prompt")),
    register("insertTaskLink", async (keys) => (await commands()).insertLinkToTask(studio, keys)),
    register("clearFinishedTasks", async (_, given) => (await commands()).clearFinished(studio, tree.filter, isConfirmed(given))),
    register("refreshTasks", async () => {
      await studio.tasks();
      tree.refresh();
    }),
    register("filterTasks", async (_, given) => {
      const chosen = await (await commands()).filterByKind(tree, Array.isArray(given) ? given.filter(isKind) : undefined);
      if (chosen === undefined) return;
      const isFiltered = tree.filter.length < kinds.length;
      view.message = isFiltered ? vscode.l10n.t("Only {0}", tree.filter.join(", ")) : "";
    }),
    vscode.commands.registerCommand("generationStudio.showMoreTasks", (given: unknown) => {
      const section = sections.find((one) => one === given);
      if (section !== undefined) tree.showMore(section);
    }),
    register("showTaskDetails", async (keys) => {
      const { showDetails } = await import("./taskDetails.ts");
      for (const key of keys) await showDetails(key);
    }),
  ];
}

function registerDetails(studio: Studio): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider("generation-studio-task", {
    async provideTextDocumentContent(uri) {
      const { keyOfDetails, writeDetails } = await import("./taskDetails.ts");
      const tasks = await studio.tasks();
      return writeDetails(tasks.get(keyOfDetails(uri)), tasks, Date.now());
    },
  });
}

function isConfirmed(given: unknown): boolean {
  return typeof given === "object" && given !== null && "confirmed" in given && given.confirmed === true;
}

function folderOf(given: unknown): string | undefined {
  return typeof given === "object" && given !== null && "folder" in given && typeof given.folder === "string" ? given.folder : undefined;
}
