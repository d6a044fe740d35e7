/** Handles the calls of a page about models, providers and settings. */
import * as vscode from "vscode";
import { openAccountPage, openSetting } from "../../../base/openSetting.ts";
import type { ChatHandlers } from "../../chatPage.ts";
import type { ChatServices } from "../../chatServices.ts";
import type { PanelFacts } from "../panelFacts.ts";
import type { ShownConversation } from "../shownConversation.ts";

interface SetupParts {
  chat: ChatServices;
  shown: ShownConversation;
  facts: PanelFacts;
}

export function createSetupHandlers({ chat: { studio }, shown, facts }: SetupParts) {
  return {
    async changeSettings({ settings }) {
      const { session } = shown;
      const before = session.conversation.settings.model;
      session.setSettings(settings);
      const { model } = session.conversation.settings;
      if (model !== before) await studio.state.rememberChoices("text", { model, choices: {} });
    },
    refreshModels: () => facts.sendModels(true),
    listMediaModels: ({ kind }) => facts.listMediaModels(kind),
    async setFavourite({ model, favourite }) {
      await studio.state.setFavourite(model, favourite);
      await facts.sendModels(false);
    },
    async setKey() {
      await vscode.commands.executeCommand("generationStudio.setApiKey");
    },
    async addProvider() {
      await vscode.commands.executeCommand("generationStudio.addProvider");
    },
    async addEngine({ name }) {
      await vscode.commands.executeCommand("generationStudio.addProvider", { engine: name });
    },
    async getModel({ name }) {
      await vscode.commands.executeCommand("generationStudio.getModel", { name });
    },
    dismissEngine: ({ name }) => studio.state.dismissEngine(name),
    async openAccountPage() {
      await openAccountPage();
    },
    async openSettings() {
      await openSetting("baseUrl");
    },
  } satisfies Partial<ChatHandlers>;
}
