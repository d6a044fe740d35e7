/** Registers the library's commands and the panels restored from an earlier window; everything else is loaded on first use. */
import * as vscode from "vscode";
import { resultType } from "../../library/resultType.ts";
import { dropLanguageIds } from "../artifacts/linkLanguages.ts";
import { report } from "../base/report.ts";
import { givenText } from "../commands/givenArguments.ts";
import { registerCommands } from "../commands/registerCommands.ts";
import type { Studio } from "../service/studio.ts";
import { readResultNumbers, readTaskKeys, readTaskSelection } from "../showing/readTaskSelection.ts";
import type { libraryCommands } from "./commands.ts";
import { promptScheme } from "./promptScheme.ts";

/** Type of the library's editor tabs. */
const libraryEditor = "generationStudio.library";

export function registerLibrary(studio: Pick<Studio, "context" | "state" | "tasks">): vscode.Disposable {
  let shown: vscode.WebviewPanel | undefined;
  const panels: vscode.Disposable[] = [];

  async function fill(panel: vscode.WebviewPanel): Promise<void> {
    shown = panel;
    const { LibraryPage } = await import("./libraryPage.ts");
    const page = new LibraryPage(studio, panel);
    panels.push(page);
    panel.onDidDispose(() => {
      page.dispose();
      panels.splice(panels.indexOf(page), 1);
      if (shown === panel) shown = undefined;
    });
  }

  return vscode.Disposable.from(
    registerCommands<typeof libraryCommands>({
      openLibrary: async () => {
        try {
          if (shown !== undefined) shown.reveal();
          else await fill(vscode.window.createWebviewPanel(libraryEditor, vscode.l10n.t("Library"), vscode.ViewColumn.Active));
        } catch (error) {
          await report(error);
        }
      },
      comparePrompts: async (clicked, others) => {
        try {
          return await (await import("./comparePrompts.ts")).comparePrompts(await studio.tasks(), readTaskSelection(clicked, others));
        } catch (error) {
          void report(error);
          return false;
        }
      },
      saveResultAs: async (clicked, others, given) => {
        try {
          const { saveResultAs } = await import("./saveResultAs.ts");
          return await saveResultAs(await studio.tasks(), clicked, others, givenText(given, "to"));
        } catch (error) {
          void report(error);
          return false;
        }
      },
      renameResult: async (clicked, _others, given) => {
        try {
          const tasks = await studio.tasks();
          const { renameResult } = await import("./renameResult.ts");
          // Only the clicked result, even if others are selected.
          const [[number], [key = ""]] = [readResultNumbers(clicked, []), readTaskKeys(clicked, [])];
          const entry = number === undefined ? tasks.library.madeBy(key)[0] : tasks.library.get(number);
          return await renameResult(tasks, entry, givenText(given, "name"));
        } catch (error) {
          void report(error);
          return false;
        }
      },
    }),
    vscode.workspace.registerTextDocumentContentProvider(promptScheme, {
      provideTextDocumentContent: async (uri) => (await import("./comparePrompts.ts")).writeTaskPrompt(await studio.tasks(), uri),
    }),
    vscode.languages.registerDocumentDropEditProvider(
      // Listing the languages gives the edit priority over those that VS Code offers for all languages.
      dropLanguageIds.map((language) => ({ language })),
      {
        provideDocumentDropEdits: async (document, position, dropped) =>
          (await import("./dropResult.ts")).dropResult(await studio.tasks(), document, position, dropped),
      },
      { dropMimeTypes: [resultType] },
    ),
    vscode.window.registerWebviewPanelSerializer(libraryEditor, { deserializeWebviewPanel: fill }),
    { dispose: () => vscode.Disposable.from(...panels).dispose() },
  );
}
