/** Opens the page of the chat. The test plays the host. */
import type { Browser } from "playwright-core";
import type { Change } from "../../src/chat/conversation/change.ts";
import type { Conversation } from "../../src/chat/conversation/conversation.ts";
import { chatProtocol } from "../../src/chat/messages/chatProtocol.ts";
import { formatMessage, type MessageValue } from "../../src/chat/texts/formatMessage.ts";
import { type PanelTextName, panelTexts } from "../../src/chat/texts/panelTexts.ts";
import type { CallName } from "../../src/contract/panelProtocol.ts";
import { type Called, type CallPage, openCallPage, type PlayedHost } from "./callPage.ts";
import type { PanelPageOptions } from "./documentPage.ts";
import { origin } from "./panelServer.ts";

export type ChatCalled<Name extends CallName<typeof chatProtocol>> = Called<typeof chatProtocol, Name>;

export interface PanelPage extends CallPage<typeof chatProtocol> {
  show(conversation: Conversation): Promise<void>;
  change(conversationId: string, changes: Change[]): Promise<void>;
  /** The panel's text for a message in the page's language. */
  say(name: PanelTextName, ...values: MessageValue[]): string;
}

export async function openPanelPage(
  browser: Browser,
  options: PanelPageOptions = {},
  host: PlayedHost<typeof chatProtocol> = {},
): Promise<PanelPage> {
  const opened = await openCallPage(browser, "chat", chatProtocol, host, options);
  const { language = "en", texts } = options;
  return Object.assign(opened, {
    show: (conversation: Conversation) => opened.post({ type: "conversation", conversation, imageFolder: `${origin}/images` }),
    change: (conversationId: string, changes: Change[]) => opened.post({ type: "changes", conversationId, changes }),
    say: (name: PanelTextName, ...values: MessageValue[]) => formatMessage(texts?.[name] ?? panelTexts[name], values, language),
  });
}
