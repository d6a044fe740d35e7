/** What the chat's panels share: the store, open sessions, images and the target editor. */
import type * as vscode from "vscode";
import type { Conversation } from "../../chat/conversation/conversation.ts";
import type { ConversationStore } from "../../conversations/conversationStore.ts";
import type { ImageStore } from "../../conversations/imageStore.ts";
import type { Session } from "../../conversations/session.ts";
import type { ChatSource } from "./chatSource.ts";
import type { HeldAttachments } from "./heldAttachments.ts";
import type { PromptForms } from "./promptForms.ts";
import type { Dictation } from "./speech/createDictation.ts";
import type { Speaker } from "./speech/createSpeaker.ts";
import type { TargetEditor } from "./targetEditor.ts";

export interface ChatServices extends vscode.Disposable {
  readonly studio: ChatSource;
  readonly conversations: ConversationStore;
  readonly images: ImageStore;
  readonly held: HeldAttachments;
  readonly speaker: Speaker;
  readonly dictation: Dictation;
  /** The editor that code and links are inserted into. */
  readonly targetEditor: TargetEditor;
  /** Loaded at the first call. */
  promptForms(): Promise<PromptForms>;
  /** The session of a conversation, with other windows' changes; undefined: there is no conversation with this id. */
  session(id: string): Session | undefined;
  /** A conversation as it is now. Unlike `session`, continues nothing in one that is not open here. */
  conversation(id: string): Conversation | undefined;
  newSession(id?: string): Session;
  /** The last used conversation, or a new one. */
  latestSession(): Session;
  /** Rejects with DatabaseError `busy` if another process has locked the conversations; then nothing is deleted. */
  deleteConversation(id: string): Promise<void>;
  /** `viewer` now shows this conversation; undefined: it shows none. */
  setShown(viewer: object, conversationId: string | undefined): void;
  /** Fires when something in the list of conversations has changed in this window. */
  readonly onDidChangeList: vscode.Event<void>;
  /** Fires with the id. A panel that shows the conversation must show another one. */
  readonly onDidDeleteConversation: vscode.Event<string>;
}
