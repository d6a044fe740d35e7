/** Registers the Tasks view and its commands, and resumes tasks that other windows left. */
import * as vscode from "vscode";
import { kinds } from "../../contract/kind.ts";
import type { Tasks } from "../../generations/tasks.ts";
import type { NamedResult } from "../artifacts/namedResults.ts";
import type { Deletion } from "../base/confirmDelete.ts";
import { isKind } from "../base/isKind.ts";
import { rowCommand } from "../base/rowCommand.ts";
import { givenText, isConfirmed } from "../commands/givenArguments.ts";
import { registerCommands } from "../commands/registerCommands.ts";
import { hasRunningMarker } from "../service/runningMarker.ts";
import type { Studio } from "../service/studio.ts";
import { readResultNumbers, readTaskKeys, readTaskSelection } from "../showing/readTaskSelection.ts";
import type { taskCommands } from "./commands.ts";
import { describeFilter } from "./taskFilter.ts";
import { sections } from "./taskSections.ts";
import { showMoreCommand, TaskTree } from "./taskTree.ts";

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
    registerTaskCommands(studio, tree, view),
    vscode.commands.registerCommand(showMoreCommand, (given: unknown) => {
      const section = sections.find((one) => one === given);
      if (section !== undefined) tree.showMore(section);
    }),
    registerDetails(studio),
    registerOrigins(),
  );
  // An idle window does nothing but check whether an earlier window left running tasks.
  if (hasRunningMarker(studio.context.globalStorageUri.fsPath)) void tree.openJournal();
  return new vscode.Disposable(() => vscode.Disposable.from(...parts).dispose());
}

function registerTaskCommands(
  studio: Pick<Studio, "client" | "connection" | "tasks">,
  tree: TaskTree,
  view: vscode.TreeView<unknown>,
): vscode.Disposable {
  const commands = () => import("./taskCommands.ts");
  const inView = (run: (tasks: Tasks, given: unknown) => unknown) => async (_clicked: unknown, _selected: unknown, given: unknown) =>
    run(await studio.tasks(), given);
  const onTasks =
    (run: (tasks: Tasks, keys: string[], given: unknown) => unknown) => async (clicked: unknown, selected: unknown, given: unknown) => {
      const keys = readTaskKeys(clicked, selected);
      return run(await studio.tasks(), keys.length > 0 ? keys : readTaskKeys(undefined, view.selection), given);
    };
  // The library passes single results.
  const onResults = (run: (found: NamedResult[]) => unknown) => async (clicked: unknown, selected: unknown) => {
    const [tasks, { findNamedResults }] = await Promise.all([studio.tasks(), import("../artifacts/namedResults.ts")]);
    const isNamed = readTaskKeys(clicked, selected).length + readResultNumbers(clicked, selected).length > 0;
    return run(isNamed ? findNamedResults(tasks, clicked, selected) : findNamedResults(tasks, undefined, view.selection));
  };
  return registerCommands<typeof taskCommands>({
    openTask: rowCommand(onResults(async (found) => (await commands()).openResults(found))),
    openInSystemPlayer: rowCommand(onResults(async (found) => (await commands()).playResults(found))),
    revealTask: rowCommand(onResults(async (found) => (await commands()).revealResult(found))),
    cancelTask: rowCommand(onTasks(async (tasks, keys) => (await commands()).stopTasks(tasks, keys))),
    stopTask: rowCommand(onTasks(async (tasks, keys) => (await commands()).stopTasks(tasks, keys))),
    followTask: rowCommand(onTasks(async (tasks, keys) => (await commands()).followTasks(tasks, keys))),
    // In the library, the user sees files, so these are deleted too.
    deleteTask: rowCommand(async (clicked, selected, given) => {
      const numbers = readResultNumbers(clicked, selected);
      if (numbers.length > 0) {
        const [tasks, { deleteResults }] = await Promise.all([studio.tasks(), import("./deleteResults.ts")]);
        return deleteResults(tasks, { keys: readTaskKeys(clicked, selected), numbers }, givenDeletion(given));
      }
      const run = onTasks(async (tasks, keys) =>
        (await import("./deleteTasks.ts")).deleteTasks(tasks, keys, { given: givenDeletion(given) }),
      );
      return run(clicked, selected, given);
    }),
    saveTaskAgain: rowCommand(onTasks(async (tasks, keys, given) => (await commands()).saveAgain(tasks, keys, givenText(given, "folder")))),
    copyTaskId: rowCommand(onTasks(async (tasks, keys) => (await commands()).copyIds(tasks, keys))),
    copyTaskPrompt: rowCommand(onResults(async (found) => (await commands()).copyPrompts(found))),
    insertTaskLink: rowCommand(onResults(async (found) => (await commands()).insertLinkToTask(found))),
    clearFinishedTasks: inView(async (tasks, given) => (await commands()).clearFinished(tasks, tree.filter, isConfirmed(given))),
    openTaskById: async (given) => (await import("./openTaskById.ts")).openTaskById(studio, given),
    refreshTasks: inView(() => tree.refresh()),
    showHowMade: async (clicked, others) => (await import("./showHowMade.ts")).showHowMade(studio, readTaskSelection(clicked, others)),
    filterTasks: inView(async (_tasks, given) => {
      const chosen = Array.isArray(given) ? given.filter(isKind) : undefined;
      await (await commands()).filterTasks(tree, chosen && { kinds: chosen.length === 0 ? kinds : chosen });
      view.message = describeFilter(tree.filter);
    }),
    searchTasks: inView(async (_tasks, given) => {
      await (await commands()).searchTasks(tree, givenText(given, "text"));
      view.message = describeFilter(tree.filter);
    }),
    showTaskDetails: rowCommand(async (clicked, selected) => {
      const isFile = readTaskKeys(clicked, selected).length === 0 && readResultNumbers(clicked, selected).length > 0;
      // The page shows a message if its task is gone.
      if (!isFile) await onTasks(async (_tasks, keys) => (await commands()).showPages(keys))(clicked, selected, undefined);
      await onResults(async (found) => (await commands()).showOrigins(found))(clicked, selected);
    }),
  });
}

function givenDeletion(given: unknown): Deletion | undefined {
  if (!isConfirmed(given)) return undefined;
  return givenText(given, "where") === "here" ? "here" : "everywhere";
}

/** Documents with a file's metadata. */
function registerOrigins(): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider("generation-studio-origin", {
    provideTextDocumentContent: async (page) => (await import("../artifacts/originDetails.ts")).writeOriginPage(page),
  });
}

function registerDetails(studio: Pick<Studio, "tasks">): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider("generation-studio-task", {
    async provideTextDocumentContent(uri) {
      const { keyOfDetails, writeDetails } = await import("../requests/taskDetails.ts");
      const tasks = await studio.tasks();
      return writeDetails(tasks.get(keyOfDetails(uri)), tasks, Date.now());
    },
  });
}
