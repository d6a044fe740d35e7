/** The rows of the Models view, by provider or by kind. */

import { setTimeout as delay } from "node:timers/promises";
import * as vscode from "vscode";
import { errorText } from "../../contract/errorText.ts";
import type { Model } from "../../contract/models.ts";
import type { ProviderState } from "../../contract/processMessages.ts";
import { log } from "../base/log.ts";
import { settings } from "../base/settings.ts";
import { actionAgainst } from "../service/describeProviderState.ts";
import type { EngineOffer, Studio } from "../service/studio.ts";
import { type Grouping, groupByProvider, type ProviderModels } from "./modelGroups.ts";
import { type ModelNode, makeModelTooltip, makeTreeItem } from "./modelItem.ts";

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
  /** Number of lists of rows that are being made: the engines that are found meanwhile are in them. */
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

  getTreeItem(node: ModelNode): vscode.TreeItem {
    return makeTreeItem(node, this.#studio);
  }

  /** Tooltips are written on demand, because there may be hundreds of rows. */
  async resolveTreeItem(item: vscode.TreeItem, node: ModelNode): Promise<vscode.TreeItem> {
    if (node.type === "model") item.tooltip = await makeModelTooltip(node, this.#studio.models);
    return item;
  }

  dispose(): void {
    this.#listeners.dispose();
    this.#changed.dispose();
  }
}

function describe(engines: readonly EngineOffer[]): string {
  return engines.map(({ name, models }) => `${name} ${models}`).join();
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
