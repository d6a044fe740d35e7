/** Registers the Models view and its commands. */
import * as vscode from "vscode";
import { errorText } from "../../contract/errorText.ts";
import { isKind } from "../base/isKind.ts";
import { log } from "../base/log.ts";
import { rowCommand } from "../base/rowCommand.ts";
import { registerCommands } from "../commands/registerCommands.ts";
import { readModel } from "../service/readModel.ts";
import type { Studio } from "../service/studio.ts";
import type { modelCommands } from "./commands.ts";
import { LoadedWatch } from "./loadedWatch.ts";
import type { AbilityArguments } from "./modelCommands.ts";
import { ModelTree } from "./modelTree.ts";

export function registerModels(studio: Studio): vscode.Disposable {
  const tree = new ModelTree(studio);
  const view = vscode.window.createTreeView("generationStudio.models", { treeDataProvider: tree, showCollapseAll: true });
  const showCount = () => {
    const count = studio.models.known?.length ?? 0;
    // VS Code does not show the description of a collapsed view.
    view.title = count === 0 ? vscode.l10n.t("Models") : vscode.l10n.t("Models ({0})", count);
  };
  const isShown = () => view.visible && vscode.window.state.focused;
  const loaded = new LoadedWatch({
    isShown,
    models: () => studio.models.known ?? [],
    refresh: () => studio.models.refresh().catch((error: unknown) => log.warn(`models: ${errorText(error)}`)),
  });
  /** Another program may have started an engine, or loaded a model. */
  const noteReturn = () => {
    if (isShown()) void tree.lookForEngines();
    loaded.refresh();
  };
  const commands = () => import("./modelCommands.ts");
  const onModel = (run: (model: string, given: unknown) => unknown) =>
    rowCommand((clicked, given) => {
      const model = readModel(clicked) ?? readModel(view.selection[0]);
      return model === undefined ? undefined : run(model, given);
    });
  return vscode.Disposable.from(
    tree,
    view,
    studio.models.onDidChange(showCount),
    loaded,
    view.onDidChangeVisibility(noteReturn),
    vscode.window.onDidChangeWindowState(noteReturn),
    studio.models.onDidChange(() => loaded.wait()),
    registerCommands<typeof modelCommands>({
      refreshModels: async () => {
        const refreshed = (await commands()).refreshModels(studio);
        // Show the loading state at once: rows with an old error must not stay until the answer arrives.
        tree.refresh();
        return refreshed;
      },
      toggleModelGrouping: () => tree.toggleGrouping(),
      addFavouriteModel: onModel((model) => studio.state.setFavourite(model, true)),
      removeFavouriteModel: onModel((model) => studio.state.setFavourite(model, false)),
      hideModel: onModel((model) => studio.state.setHidden(model, true)),
      unhideModel: onModel((model) => studio.state.setHidden(model, false)),
      findModel: async () => {
        const model = await (await commands()).pickModel(studio);
        const row = model === undefined ? undefined : tree.rowOf(model);
        if (row !== undefined) await view.reveal(row, { select: true, focus: true });
      },
      setDefaultModel: onModel(async (model, given) =>
        (await commands()).setDefaultModel(studio, model, isKind(given) ? given : undefined),
      ),
      unloadModel: onModel(async (model) => (await commands()).unloadModel(studio, model)),
      copyModelId: onModel((model) => vscode.env.clipboard.writeText(model)),
      showModelDetails: onModel(async (model) => (await commands()).showModelDetails(model)),
      setModelAbility: onModel(async (model, given) => (await commands()).setAbility(studio, model, readAbility(given))),
    }),
    vscode.workspace.registerTextDocumentContentProvider("generation-studio-model", {
      provideTextDocumentContent: async (uri) => (await commands()).writeModelDetails(studio, uri),
    }),
  );
}

function readAbility(given: unknown): AbilityArguments | undefined {
  if (typeof given !== "object" || given === null || !("kind" in given) || !isKind(given.kind)) return undefined;
  const can = "can" in given ? given.can : undefined;
  return { kind: given.kind, ...(can === "yes" || can === "no" ? { can } : {}) };
}
