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

/** What VS Code answers is no reply to the page. */
async function end(work: Thenable<unknown>): Promise<void> {
  await work;
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
    setKey: () => end(vscode.commands.executeCommand("generationStudio.setApiKey")),
    addProvider: () => end(vscode.commands.executeCommand("generationStudio.addProvider")),
    addEngine: ({ name }) => end(vscode.commands.executeCommand("generationStudio.addProvider", { engine: name })),
    getModel: ({ name }) => end(vscode.commands.executeCommand("generationStudio.getModel", { name })),
    dismissEngine: ({ name }) => studio.state.dismissEngine(name),
    openAccountPage: () => end(openAccountPage()),
    openSettings: () => end(openSetting("baseUrl")),
  } satisfies Partial<ChatHandlers>;
}
