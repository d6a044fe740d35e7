import type * as vscode from "vscode";
import type { ToPanel } from "../../chat/toPanel.ts";
import type { Session } from "../../conversations/session.ts";
import type { ChatServices } from "./chatServices.ts";
import type { DraftAttachments } from "./draftAttachments.ts";
import type { MediaTasks } from "./mediaTasks.ts";
import type { ComposedPrompt } from "./promptForms.ts";

/** The panel's part in what its user does. */
export interface PanelParts {
  chat: ChatServices;
  webview: vscode.Webview;
  attachments: DraftAttachments;
  /** The session that is shown now. */
  session(): Session;
  post(message: ToPanel): void;
  /** The document is drawn and listens. */
  start(): void;
  show(session: Session): void;
  /** Whether the conversation is shown, and not the list of all. */
  setShown(isShown: boolean): void;
  startNew(): void;
  ask(text: string): Promise<void>;
  /** false: with what is attached it is over the limits, which was reported. */
  sendComposed(prompt: ComposedPrompt): boolean;
  /** Loaded at the first call. */
  mediaTasks(): Promise<MediaTasks>;
  sendModels(refresh: boolean): Promise<void>;
  openInEditor(session: Session): void;
  onFocus(isFocused: boolean): void;
}
