/** Rows of the Models view as VS Code shows them, and the tooltip of a model. */
import * as vscode from "vscode";
import { type Kind, kinds, kindTable } from "../../contract/kind.ts";
import { nameInGroup } from "../../contract/nameInGroup.ts";
import type { ProviderState } from "../../contract/processMessages.ts";
import { withoutReordering } from "../../contract/withoutReordering.ts";
import { settings } from "../base/settings.ts";
import { describeProviderState } from "../service/describeProviderState.ts";
import type { Ability, EngineOffer, Studio } from "../service/studio.ts";
import { kindTexts } from "../showing/kindTexts.ts";
import { summarizeModel } from "../showing/summarizeModel.ts";
import { describeRelease } from "./describeRelease.ts";
import type { ErrorNode } from "./errorNodes.ts";
import type { ProviderModels } from "./modelGroups.ts";

const { t } = vscode.l10n;

export type ModelNode =
  | ProviderModels
  | { type: "model"; model: string; created: number | undefined; group: string }
  | { type: "engine"; name: string; engine: EngineOffer }
  | ErrorNode;

type ModelFacts = Pick<Studio, "models" | "state">;

export function makeTreeItem(node: ModelNode, facts: ModelFacts): vscode.TreeItem {
  switch (node.type) {
    case "group":
      return makeGroupItem(node);
    case "engine":
      return makeEngineItem(node.engine);
    case "error": {
      const item = new vscode.TreeItem(withoutReordering(node.message));
      item.iconPath = new vscode.ThemeIcon(node.given === undefined ? "warning" : "lightbulb");
      item.tooltip = node.message;
      if (node.command !== undefined)
        item.command = { command: node.command, title: node.message, ...(node.given === undefined ? {} : { arguments: [node.given] }) };
      return item;
    }
    case "model":
      return makeModelItem(node, facts);
  }
}

function makeModelItem(node: ModelNode & { type: "model" }, { models, state }: ModelFacts): vscode.TreeItem {
  const able = kinds.filter((kind) => models.ability(node.model, kind).can === "yes");
  const defaults = kinds.filter((kind) => settings.defaultModel(kind) === node.model);
  const isFavourite = state.favourites().includes(node.model);
  const item = new vscode.TreeItem(withoutReordering(nameInGroup(node.model, node.group)));
  item.id = `model:${node.group}:${node.model}`;
  const { loaded, capabilities } = models.find(node.model) ?? {};
  item.description = [
    ...describeLoading(loaded),
    ...summarizeModel(capabilities),
    ...(defaults.length === 0 ? [] : [t("default for {0}", defaults.map((kind) => kindTexts(kind).noun).join(", "))]),
  ].join(" · ");
  const [first] = able;
  item.iconPath = new vscode.ThemeIcon(first === undefined ? "question" : kindTable[first].icon);
  const isHidden = state.hiddenModels().includes(node.model);
  item.contextValue = [
    "model",
    isFavourite ? "favourite" : "plain",
    isHidden ? "hidden" : "shown",
    ...(loaded === true ? ["loaded"] : []),
    ...able,
  ].join(" ");
  return item;
}

/** What the model makes, how that is known, and what else the service reports. */
export async function makeModelTooltip(
  { model, created }: { model: string; created: number | undefined },
  models: Studio["models"],
): Promise<vscode.MarkdownString> {
  const { describeCapabilities } = await import("../showing/describeCapabilities.ts");
  const text = new vscode.MarkdownString(undefined, true);
  text.appendMarkdown("**").appendText(model).appendMarkdown("**\n\n");
  const released = describeRelease(created);
  if (released !== undefined) text.appendText(t("Released {0}", released)).appendMarkdown("\n\n");
  const signs = { yes: "$(check)", perhaps: "$(question)", no: "$(close)" };
  const abilities = kinds.map((kind) => ({ kind, ...models.ability(model, kind) }));
  // What is known for certain says enough without what the model does not do.
  const isCertain = abilities.every(({ can }) => can !== "perhaps") && abilities.some(({ can }) => can === "yes");
  for (const { kind, can, because } of abilities.filter(({ can }) => can !== "no" || !isCertain)) {
    text
      .appendMarkdown(`${signs[can]} `)
      .appendText(describeAbility(kind, can, because))
      .appendMarkdown("  \n");
  }
  for (const line of describeCapabilities(models.find(model)?.capabilities))
    text.appendMarkdown("\n").appendText(line).appendMarkdown("  ");
  return text;
}

function describeAbility(kind: Kind, can: Ability["can"], because: string): string {
  const { plural } = kindTexts(kind);
  switch (can) {
    case "yes":
      return t("Makes {0} ({1})", plural, because);
    case "perhaps":
      return t("May make {0} ({1})", plural, because);
    case "no":
      return t("Does not make {0} ({1})", plural, because);
  }
}

/** For engines that report what is in their memory. */
function describeLoading(loaded: boolean | undefined): string[] {
  return loaded === undefined ? [] : [loaded ? t("loaded") : t("not loaded")];
}

function makeGroupItem({ name, models, state, isOpen }: ProviderModels): vscode.TreeItem {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(withoutReordering(name), isOpen || state?.type === "failed" ? Expanded : Collapsed);
  item.id = `group:${name}`;
  item.description = String(models.length);
  if (state === undefined) return item;
  item.contextValue = state.type === "reachable" && state.store !== undefined ? "provider store" : "provider";
  item.description = [describeProviderState(state), ...(models.length === 0 ? [] : [String(models.length)])].join(" · ");
  item.iconPath = providerIcon(state);
  item.tooltip = state.type === "failed" ? state.reason : `${name}: ${describeProviderState(state)}`;
  return item;
}

function providerIcon(state: ProviderState): vscode.ThemeIcon {
  switch (state.type) {
    case "unknown":
      return new vscode.ThemeIcon("loading~spin");
    case "reachable":
      return new vscode.ThemeIcon("pass", new vscode.ThemeColor("testing.iconPassed"));
    case "failed":
      return state.kind === "keyMissing"
        ? new vscode.ThemeIcon("key", new vscode.ThemeColor("list.warningForeground"))
        : new vscode.ThemeIcon("error", new vscode.ThemeColor("list.errorForeground"));
  }
}

function makeEngineItem({ name, label, provider, models }: EngineOffer): vscode.TreeItem {
  const item = new vscode.TreeItem(t("Use {0} on this machine", label));
  item.id = `engine:${name}`;
  item.description = models === 1 ? t("1 model") : t("{0} models", models);
  item.iconPath = new vscode.ThemeIcon("plug");
  item.contextValue = "engine";
  item.tooltip = t("{0} answers at {1}. Its models are free and stay on this machine.", label, provider.baseURL);
  item.command = { command: "generationStudio.addProvider", title: t("Add Provider…"), arguments: [{ engine: name }] };
  return item;
}
