/** Handles a panel's messages about models, providers and settings. */
import * as vscode from "vscode";
import { openAccountPage, openSetting } from "../../../base/openSetting.ts";
import type { ChatServices } from "../../chatServices.ts";
import type { PanelFacts } from "../panelFacts.ts";
import type { ShownConversation } from "../shownConversation.ts";
import type { MessageHandlers } from "./messageHandlers.ts";

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
    listMediaModels: ({ kind }) => facts.sendMediaModels(kind),
    async setFavourite({ model, favourite }) {
      await studio.state.setFavourite(model, favourite);
      await facts.sendModels(false);
    },
    setKey: () => vscode.commands.executeCommand("generationStudio.setApiKey"),
    addProvider: () => vscode.commands.executeCommand("generationStudio.addProvider"),
    addEngine: ({ name }) => vscode.commands.executeCommand("generationStudio.addProvider", { engine: name }),
    getModel: ({ name }) => vscode.commands.executeCommand("generationStudio.getModel", { name }),
    dismissEngine: ({ name }) => studio.state.dismissEngine(name),
    openAccountPage: () => openAccountPage(),
    openSettings: () => openSetting("baseUrl"),
  } satisfies Partial<MessageHandlers>;
}
