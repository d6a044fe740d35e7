/** What a panel shows beside the conversation: models, engines of this machine, presets and today's cost. */

import * as vscode from "vscode";
import type { ChatReply } from "../../../chat/messages/chatProtocol.ts";
import type { MediaKind } from "../../../contract/kind.ts";
import { log } from "../../base/log.ts";
import { settings } from "../../base/settings.ts";
import { findModel } from "../../requests/chooseModel.ts";
import type { ChatPage } from "../chatPage.ts";
import type { ChatServices } from "../chatServices.ts";
import { listPanelModels, mayBeListedLater, suggestModel } from "../panelModels.ts";
import { listPanelEngines } from "./listPanelEngines.ts";
import type { ShownConversation } from "./shownConversation.ts";

export class PanelFacts {
  readonly #chat: ChatServices;
  readonly #page: ChatPage;
  readonly #shown: ShownConversation;

  constructor(chat: ChatServices, page: ChatPage, shown: ShownConversation) {
    this.#chat = chat;
    this.#page = page;
    this.#shown = shown;
  }

  /** Also replaces the conversation's model by the suggested one, if it is not listed. */
  async sendModels(refresh: boolean): Promise<void> {
    const { studio } = this.#chat;
    const { isBuiltIn, baseUrl } = await studio.connection();
    const needsKey = !isBuiltIn && (await studio.secrets.key(baseUrl)) === undefined;
    this.#page.pushWhenReady({
      type: "service",
      name: isBuiltIn ? vscode.l10n.t("Built-in service") : baseUrl,
      demo: isBuiltIn && settings.hasOnlyDemo(),
      needsKey,
    });
    // Only an empty chat that is visible needs to know about engines.
    void this.sendEngines();
    const listed = await listPanelModels(studio, refresh);
    this.#page.pushWhenReady({ type: "models", ...listed });
    const { session } = this.#shown;
    const { model } = session.conversation.settings;
    const suggested = suggestModel(listed.models, settings.defaultModel("text"));
    if (suggested === undefined || listed.models.some(({ id }) => id === model)) return;
    if (!(isBuiltIn && (await mayBeListedLater(studio, model)))) session.setSettings({ model: suggested });
  }

  /** The models that make the kind, and the one that a command without a choice uses. */
  async listMediaModels(kind: MediaKind): Promise<ChatReply<"listMediaModels">> {
    const { studio } = this.#chat;
    const { models } = await listPanelModels(studio, false, kind);
    const able = models.filter(({ fitness }) => fitness !== "no");
    const model = able.length === 0 ? undefined : await findModel(studio, kind);
    return { models: able, ...(model === undefined ? {} : { model }) };
  }

  sendCost(): void {
    const cost = this.#chat.conversations.costSince(new Date().setHours(0, 0, 0, 0));
    this.#page.pushWhenReady({ type: "costToday", ...(cost === undefined ? {} : { cost }) });
  }

  async sendEngines(): Promise<void> {
    if (!this.#page.isReady || this.#shown.session.conversation.turns.length > 0) return;
    try {
      const { providers, models } = this.#chat.studio;
      const offers = await providers.engines();
      const states = settings.baseUrl() === "" && !settings.hasOnlyDemo() ? await providers.states() : [];
      this.#page.pushWhenReady({ type: "engines", engines: listPanelEngines(offers, states, models.known ?? []) });
    } catch (error) {
      log.error("engines", error);
    }
  }

  sendPresets(): void {
    this.#page.pushWhenReady({ type: "presets", presets: this.#chat.conversations.presets() });
  }
}
