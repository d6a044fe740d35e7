/** The studio in; the Models view and its commands, registered, out. */
import * as vscode from "vscode";
import { isKind } from "../isKind.ts";
import type { Studio } from "../studio.ts";
import type { AbilityArguments } from "./modelCommands.ts";
import { type Grouping, ModelTree } from "./modelTree.ts";
import { readModel } from "./readModel.ts";

export function registerModels(studio: Studio): vscode.Disposable {
  const tree = new ModelTree(studio);
  const view = vscode.window.createTreeView("generationStudio.models", { treeDataProvider: tree, showCollapseAll: true });
  const commands = () => import("./modelCommands.ts");
  const register = (name: string, run: (...values: unknown[]) => unknown) =>
    vscode.commands.registerCommand(`generationStudio.${name}`, run);
  const onModel = (name: string, run: (model: string, given: unknown) => unknown) =>
    register(name, (clicked, given) => {
      const model = readModel(clicked) ?? readModel(view.selection[0]);
      return model === undefined ? undefined : run(model, given);
    });
  const groupBy = async (grouping: Grouping) => {
    tree.groupBy(grouping);
    await vscode.commands.executeCommand("setContext", "generationStudio.modelsGroupedBy", grouping);
  };
  return vscode.Disposable.from(
    tree,
    view,
    register("refreshModels", async () => (await commands()).refreshModels(studio)),
    register("groupModelsByKind", () => groupBy("kind")),
    register("groupModelsByProvider", () => groupBy("provider")),
    onModel("addFavouriteModel", (model) => studio.state.setFavourite(model, true)),
    onModel("removeFavouriteModel", (model) => studio.state.setFavourite(model, false)),
    onModel("setDefaultModel", async (model, given) =>
      (await commands()).setDefaultModel(studio, model, isKind(given) ? given : undefined),
    ),
    onModel("copyModelId", (model) => vscode.env.clipboard.writeText(model)),
    onModel("showModelDetails", async (model) => (await commands()).showModelDetails(model)),
    onModel("setModelAbility", async (model, given) => (await commands()).setAbility(studio, model, readAbility(given))),
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
