/** The rows of the Models view, by provider or by kind. */

import { setTimeout as delay } from "node:timers/promises";
import * as vscode from "vscode";
import { errorText } from "../../contract/errorText.ts";
import { type Kind, kinds, kindTable } from "../../contract/kind.ts";
import type { Model } from "../../contract/models.ts";
import { nameInGroup } from "../../contract/nameInGroup.ts";
import type { ProviderState } from "../../contract/processMessages.ts";
import { log } from "../base/log.ts";
import { settings } from "../base/settings.ts";
import { actionAgainst, describeProviderState } from "../service/describeProviderState.ts";
import type { Ability, EngineOffer, Studio } from "../service/studio.ts";
import { kindTexts } from "../showing/kindTexts.ts";
import { summarizeModel } from "../showing/summarizeModel.ts";
import { describeRelease } from "./describeRelease.ts";
import type { ErrorNode } from "./errorNodes.ts";
import { type Grouping, groupByProvider, type ProviderModels } from "./modelGroups.ts";

export type ModelNode =
  | ProviderModels
  | { type: "model"; model: string; created: number | undefined; group: string }
  | { type: "engine"; name: string; engine: EngineOffer }
  | ErrorNode;

/** Milliseconds that the first rows wait for the search for engines. */
const longestSearch = 500;

type ModelListSource = Pick<Studio, "connection" | "models" | "providers" | "state">;

export class ModelTree implements vscode.TreeDataProvider<ModelNode>, vscode.Disposable {
  readonly #studio: ModelListSource;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #listeners: vscode.Disposable;
  #grouping: Grouping = "provider";
  #engines: readonly EngineOffer[] = [];
  /** Whether engines on this machine were searched for. */
  #hasLooked = false;
  /** Lists of rows that are being made: they have the engines that are found meanwhile. */
  #listing = 0;
  #groups: readonly ProviderModels[] = [];

  constructor(studio: ModelListSource) {
    this.#studio = studio;
    this.#listeners = vscode.Disposable.from(
      studio.models.onDidChange(() => this.refresh()),
      studio.providers.onDidChange(() => this.refresh()),
      studio.state.onDidChange(() => this.refresh()),
      vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("generationStudio.defaultModels") && this.refresh()),
    );
  }

  refresh(): void {
    this.#changed.fire(undefined);
  }

  toggleGrouping(): void {
    this.#grouping = this.#grouping === "kind" ? "provider" : "kind";
    this.refresh();
  }

  async getChildren(node?: ModelNode): Promise<ModelNode[]> {
    if (node !== undefined) return node.type === "group" ? this.#members(node) : [];
    const search = this.lookForEngines();
    this.#listing += 1;
    try {
      const models = await this.#studio.models.list();
      await needKey(false);
      const states = await this.#providerStates();
      // VS Code may leave groups empty if the rows change while it asks for those of the groups.
      if (!this.#hasLooked) await Promise.race([search, delay(longestSearch, undefined, { ref: false })]);
      const offers = this.#engines.map(
        (engine): ModelNode =>
          engine.models === 0 ? offerModel(engine.name, engine.label) : { type: "engine", name: engine.name, engine },
      );
      this.#groups = groupByProvider(this.#studio, models, this.#grouping, states);
      return [...offers, ...this.#installationHint(), ...this.#groups];
    } catch (error) {
      const { errorNodes, isMissingKey } = await import("./errorNodes.ts");
      await needKey(isMissingKey(error));
      return isMissingKey(error) ? [] : errorNodes(error);
    } finally {
      this.#listing -= 1;
    }
  }

  /** Shown while there is nothing but the demo, and no engine on this machine. */
  #installationHint(): ModelNode[] {
    if (!this.#hasLooked || this.#engines.length > 0 || settings.baseUrl() !== "" || !settings.hasOnlyDemo()) return [];
    return [{ type: "error", message: vscode.l10n.t("Run models on this machine…"), command: "generationStudio.getModel", given: {} }];
  }

  /** The demo alone has no provider to show. */
  async #providerStates(): Promise<readonly ProviderState[]> {
    const { isBuiltIn } = await this.#studio.connection();
    return isBuiltIn && !settings.hasOnlyDemo() ? this.#studio.providers.states() : [];
  }

  /** Only while the view is visible. Shows the engines that were found, if they have changed. */
  lookForEngines(): Promise<void> {
    return this.#studio.providers.engines().then(
      (engines) => {
        const isSame = this.#hasLooked && describe(engines) === describe(this.#engines);
        this.#hasLooked = true;
        this.#engines = engines;
        if (!isSame && this.#listing === 0) this.refresh();
      },
      (error: unknown) => log.warn(`engines: ${errorText(error)}`),
    );
  }

  #members({ name, models, state }: ProviderModels): ModelNode[] {
    const rows = models.map((model) => toNode(model, name));
    if (state?.type === "reachable" && state.store !== undefined && rows.length === 0) return [offerModel(name, name)];
    if (state?.type !== "failed") return rows;
    const { title, action } = actionAgainst(state);
    const help = {
      type: "error" as const,
      message: title,
      command: "generationStudio.manageProviders",
      given: { name: state.name, action },
    };
    return [{ type: "error", message: state.reason, command: undefined }, help, ...rows];
  }

  /** The first row of a model; undefined: it is in no group. */
  rowOf(model: string): ModelNode | undefined {
    for (const { name, models } of this.#groups) {
      const found = models.find(({ id }) => id === model);
      if (found !== undefined) return toNode(found, name);
    }
    return undefined;
  }

  /** Needed to reveal a row. */
  getParent(node: ModelNode): ProviderModels | undefined {
    return node.type === "model" ? this.#groups.find(({ name }) => name === node.group) : undefined;
  }

  #ableKinds(model: string): Kind[] {
    return kinds.filter((kind) => this.#studio.models.ability(model, kind).can === "yes");
  }

  getTreeItem(node: ModelNode): vscode.TreeItem {
    switch (node.type) {
      case "group":
        return makeGroupItem(node);
      case "engine":
        return makeEngineItem(node.engine);
      case "error": {
        const item = new vscode.TreeItem(node.message);
        item.iconPath = new vscode.ThemeIcon(node.given === undefined ? "warning" : "lightbulb");
        item.tooltip = node.message;
        if (node.command !== undefined)
          item.command = { command: node.command, title: node.message, ...(node.given === undefined ? {} : { arguments: [node.given] }) };
        return item;
      }
      case "model":
        return this.#makeModelItem(node);
    }
  }

  #makeModelItem(node: ModelNode & { type: "model" }): vscode.TreeItem {
    const { t } = vscode.l10n;
    const able = this.#ableKinds(node.model);
    const defaults = kinds.filter((kind) => settings.defaultModel(kind) === node.model);
    const isFavourite = this.#studio.state.favourites().includes(node.model);
    const item = new vscode.TreeItem(nameInGroup(node.model, node.group));
    item.id = `model:${node.group}:${node.model}`;
    const { loaded, capabilities } = this.#studio.models.find(node.model) ?? {};
    item.description = [
      ...describeLoading(loaded),
      ...summarizeModel(capabilities, t),
      ...(defaults.length === 0 ? [] : [t("default for {0}", defaults.join(", "))]),
    ].join(" · ");
    const [first] = able;
    item.iconPath = new vscode.ThemeIcon(first === undefined ? "question" : kindTable[first].icon);
    const isHidden = this.#studio.state.hiddenModels().includes(node.model);
    item.contextValue = [
      "model",
      isFavourite ? "favourite" : "plain",
      isHidden ? "hidden" : "shown",
      ...(loaded === true ? ["loaded"] : []),
      ...able,
    ].join(" ");
    return item;
  }

  /** Tooltips are written on demand, because there may be hundreds of rows. */
  async resolveTreeItem(item: vscode.TreeItem, node: ModelNode): Promise<vscode.TreeItem> {
    if (node.type === "model") item.tooltip = await this.#describeAbilities(node.model, describeRelease(node.created));
    return item;
  }

  async #describeAbilities(model: string, released: string | undefined): Promise<vscode.MarkdownString> {
    const { describeCapabilities } = await import("../showing/describeCapabilities.ts");
    const { t } = vscode.l10n;
    const text = new vscode.MarkdownString(undefined, true);
    text.appendMarkdown("**").appendText(model).appendMarkdown("**\n\n");
    if (released !== undefined) text.appendText(t("Released {0}", released)).appendMarkdown("\n\n");
    const signs = { yes: "$(check)", perhaps: "$(question)", no: "$(close)" };
    const abilities = kinds.map((kind) => ({ kind, ...this.#studio.models.ability(model, kind) }));
    // What is known for certain says enough without what the model does not do.
    const isCertain = abilities.every(({ can }) => can !== "perhaps") && abilities.some(({ can }) => can === "yes");
    for (const { kind, can, because } of abilities.filter(({ can }) => can !== "no" || !isCertain)) {
      text
        .appendMarkdown(`${signs[can]} `)
        .appendText(describeAbility(kind, can, because))
        .appendMarkdown("  \n");
    }
    for (const line of describeCapabilities(this.#studio.models.find(model)?.capabilities, vscode.l10n.t))
      text.appendMarkdown("\n").appendText(line).appendMarkdown("  ");
    return text;
  }

  dispose(): void {
    this.#listeners.dispose();
    this.#changed.dispose();
  }
}

function describeAbility(kind: Kind, can: Ability["can"], because: string): string {
  const { t } = vscode.l10n;
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

function describe(engines: readonly EngineOffer[]): string {
  return engines.map(({ name, models }) => `${name} ${models}`).join();
}

/** For engines that report what is in their memory. */
function describeLoading(loaded: boolean | undefined): string[] {
  const { t } = vscode.l10n;
  return loaded === undefined ? [] : [loaded ? t("loaded") : t("not loaded")];
}

function makeGroupItem({ name, models, state, isOpen }: ProviderModels): vscode.TreeItem {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(name, isOpen || state?.type === "failed" ? Expanded : Collapsed);
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
  const { t } = vscode.l10n;
  const item = new vscode.TreeItem(t("Use {0} on this machine", label));
  item.id = `engine:${name}`;
  item.description = models === 1 ? t("1 model") : t("{0} models", models);
  item.iconPath = new vscode.ThemeIcon("plug");
  item.contextValue = "engine";
  item.tooltip = t("{0} answers at {1}. Its models are free and stay on this machine.", label, provider.baseURL);
  item.command = { command: "generationStudio.addProvider", title: t("Add Provider…"), arguments: [{ engine: name }] };
  return item;
}

/** For an engine without a model. `provider`: its name, or the one that it is to have. */
function offerModel(provider: string, label: string): ModelNode {
  return {
    type: "error",
    message: vscode.l10n.t("Get a model for {0}…", label),
    command: "generationStudio.getModel",
    given: { name: provider },
  };
}

function toNode(model: Model, group: string): ModelNode {
  return { type: "model", model: model.id, created: model.created, group };
}

function needKey(isNeeded: boolean): Thenable<unknown> {
  return vscode.commands.executeCommand("setContext", "generationStudio.needsKey", isNeeded);
}
