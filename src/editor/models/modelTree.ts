/** The catalogue in; the rows of the Models view, by provider or by kind, out. */
import * as vscode from "vscode";
import { ServiceError } from "../../client/serviceError.ts";
import { type Kind, kinds } from "../../contract/kind.ts";
import type { Model } from "../../contract/models.ts";
import { describeError } from "../describeError.ts";
import { settings } from "../settings.ts";
import type { Studio } from "../studio.ts";

export type Grouping = "provider" | "kind";

export type ModelNode =
  | { type: "group"; name: string; models: readonly Model[] }
  | { type: "model"; model: string; created: number | undefined; group: string }
  | { type: "problem"; message: string; command: string | undefined };

const icons: Record<Kind, string> = { text: "symbol-text", image: "file-media", audio: "unmute", video: "device-camera-video" };

export class ModelTree implements vscode.TreeDataProvider<ModelNode>, vscode.Disposable {
  readonly #studio: Studio;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #listeners: vscode.Disposable;
  #grouping: Grouping = "provider";

  constructor(studio: Studio) {
    this.#studio = studio;
    this.#listeners = vscode.Disposable.from(
      studio.models.onDidChange(() => this.refresh()),
      studio.state.onDidChange(() => this.refresh()),
      vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("generationStudio.defaultModels") && this.refresh()),
    );
  }

  refresh(): void {
    this.#changed.fire(undefined);
  }

  groupBy(grouping: Grouping): void {
    this.#grouping = grouping;
    this.refresh();
  }

  async getChildren(node?: ModelNode): Promise<ModelNode[]> {
    if (node !== undefined) return node.type === "group" ? node.models.map((model) => toNode(model, node.name)) : [];
    try {
      const models = await this.#studio.models.list();
      await needKey(false);
      return this.#groups(models);
    } catch (error) {
      const isMissingKey = error instanceof ServiceError && error.kind === "missingKey";
      await needKey(isMissingKey);
      return isMissingKey ? [] : [problemNode(error)];
    }
  }

  #groups(models: readonly Model[]): ModelNode[] {
    const favourites = this.#studio.state.favourites();
    const sorted = [...models].sort((one, other) => (other.created ?? 0) - (one.created ?? 0) || one.id.localeCompare(other.id));
    const groups: ModelNode[] = [];
    const add = (name: string, members: readonly Model[]) => {
      if (members.length > 0) groups.push({ type: "group", name, models: members });
    };
    add(
      vscode.l10n.t("Favourites"),
      sorted.filter((model) => favourites.includes(model.id)),
    );
    if (this.#grouping === "kind") {
      for (const kind of kinds) {
        add(
          kind,
          sorted.filter((model) => this.#studio.models.ability(model.id, kind).can === "yes"),
        );
      }
      add(
        vscode.l10n.t("unknown"),
        sorted.filter((model) => this.#ableKinds(model.id).length === 0),
      );
      return groups;
    }
    const providers = [...new Set(sorted.map((model) => model.owned_by ?? ""))].sort();
    for (const provider of providers) {
      add(
        provider === "" ? vscode.l10n.t("unknown") : provider,
        sorted.filter((model) => (model.owned_by ?? "") === provider),
      );
    }
    return groups;
  }

  #ableKinds(model: string): Kind[] {
    return kinds.filter((kind) => this.#studio.models.ability(model, kind).can === "yes");
  }

  getTreeItem(node: ModelNode): vscode.TreeItem {
    switch (node.type) {
      case "group": {
        const item = new vscode.TreeItem(node.name, vscode.TreeItemCollapsibleState.Expanded);
        item.id = `group:${node.name}`;
        item.description = String(node.models.length);
        return item;
      }
      case "problem": {
        const item = new vscode.TreeItem(node.message);
        item.iconPath = new vscode.ThemeIcon("warning");
        item.tooltip = node.message;
        if (node.command !== undefined) item.command = { command: node.command, title: node.message };
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
    const item = new vscode.TreeItem(node.model);
    item.id = `model:${node.group}:${node.model}`;
    const released =
      node.created === undefined ? undefined : new Date(node.created * 1000).toLocaleDateString(undefined, { dateStyle: "medium" });
    item.description = [
      ...(released === undefined ? [] : [released]),
      ...(defaults.length === 0 ? [] : [t("default for {0}", defaults.join(", "))]),
    ].join(" · ");
    const [first] = able;
    item.iconPath = new vscode.ThemeIcon(first === undefined ? "question" : icons[first]);
    item.contextValue = ["model", isFavourite ? "favourite" : "plain", ...able].join(" ");
    item.tooltip = this.#describeAbilities(node.model, released);
    return item;
  }

  #describeAbilities(model: string, released: string | undefined): vscode.MarkdownString {
    const { t } = vscode.l10n;
    const text = new vscode.MarkdownString(undefined, true);
    text.appendMarkdown("**").appendText(model).appendMarkdown("**\n\n");
    if (released !== undefined) text.appendText(t("Released {0}", released)).appendMarkdown("\n\n");
    const signs = { yes: "$(check)", perhaps: "$(question)", no: "$(close)" };
    for (const kind of kinds) {
      const ability = this.#studio.models.ability(model, kind);
      text.appendMarkdown(`${signs[ability.can]} $(${icons[kind]}) ${kind}: `).appendText(ability.because).appendMarkdown("  \n");
    }
    return text;
  }

  dispose(): void {
    this.#listeners.dispose();
    this.#changed.dispose();
  }
}

function toNode(model: Model, group: string): ModelNode {
  return { type: "model", model: model.id, created: model.created, group };
}

function problemNode(error: unknown): ModelNode {
  if (!(error instanceof ServiceError)) return { type: "problem", message: String(error), command: "generationStudio.showLog" };
  const { sentence, action } = describeError(error, vscode.l10n.t);
  return {
    type: "problem",
    message: sentence,
    command: action === "setKey" ? "generationStudio.setApiKey" : "generationStudio.refreshModels",
  };
}

function needKey(isNeeded: boolean): Thenable<unknown> {
  return vscode.commands.executeCommand("setContext", "generationStudio.needsKey", isNeeded);
}
