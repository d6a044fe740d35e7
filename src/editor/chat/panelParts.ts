import type * as vscode from "vscode";
import type { ToPanel } from "../../chat/toPanel.ts";
import type { Session } from "../../conversations/session.ts";
import type { DraftAttachments } from "./attachments/draftAttachments.ts";
import type { ChatServices } from "./chatServices.ts";
import type { AutomaticAttachments } from "./context/automatic/automaticAttachments.ts";
import type { MediaTasks } from "./media/mediaTasks.ts";
import type { ComposedPrompt } from "./promptForms.ts";

/** The parts of a panel that act on its messages. */
export interface PanelParts {
  chat: ChatServices;
  webview: vscode.Webview;
  attachments: DraftAttachments;
  automatic: AutomaticAttachments;
  /** The session that the panel shows. */
  session(): Session;
  post(message: ToPanel): void;
  /** Called when the page is ready to receive messages. */
  start(): void;
  show(session: Session): void;
  /** true: the conversation is shown; false: the list of all conversations. */
  setShown(isShown: boolean): void;
  startNew(): void;
  ask(text: string): Promise<void>;
  /** Puts a text that was not sent before what the user has written in the conversation's input. */
  returnToDraft(session: Session, text: string): Promise<void>;
  /** Returns false, after reporting it, if the prompt and the current attachments exceed the limits. */
  sendComposed(prompt: ComposedPrompt): boolean;
  /** The module is loaded at the first call. */
  mediaTasks(): Promise<MediaTasks>;
  sendModels(refresh: boolean): Promise<void>;
  openInEditor(session: Session): void;
  onFocus(isFocused: boolean): void;
}
