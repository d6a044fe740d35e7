/** Tracks which conversations are shown. An answer in another conversation is unread until it is shown. */
import * as vscode from "vscode";
import type { Change } from "../../../chat/conversation/change.ts";
import type { ConversationStore } from "../../../conversations/conversationStore.ts";
import { log } from "../../base/log.ts";

const logError = (error: unknown) => log.error("conversations", error);

export interface ShownConversations extends vscode.Disposable {
  /** `viewer` now shows this conversation; undefined: it shows none. */
  set(viewer: object, conversationId: string | undefined): void;
  has(conversationId: string): boolean;
  /** Processes the changes of a conversation. */
  follow(conversationId: string, changes: readonly Change[]): void;
  /** Fires when something in the list of conversations has changed in this window. */
  readonly onDidChangeList: vscode.Event<void>;
  /** Something in the list has changed in another window. */
  changedElsewhere(): void;
}

const listed: ReadonlySet<Change["type"]> = new Set(["turnAdded", "answerContinued", "answerResumed", "answerSettled", "titleChanged"]);

export function createShownConversations(conversations: Pick<ConversationStore, "setUnread">): ShownConversations {
  const listChanged = new vscode.EventEmitter<void>();
  const shown = new Map<object, string>();
  let soon: NodeJS.Immediate | undefined;

  /** Reports after the end of an answer has been written and its conversation is unlocked. */
  function reportSoon(): void {
    soon ??= setImmediate(() => {
      soon = undefined;
      listChanged.fire();
    });
  }

  const has = (conversationId: string) => [...shown.values()].includes(conversationId);

  return {
    set(viewer, conversationId) {
      if (conversationId === undefined) {
        shown.delete(viewer);
        return;
      }
      shown.set(viewer, conversationId);
      conversations.setUnread(conversationId, false).catch(logError);
    },
    has,
    follow(conversationId, changes) {
      if (!changes.some(({ type }) => listed.has(type))) return;
      const hasAnswer = changes.some((change) => change.type === "answerSettled" && change.state !== "stopped");
      if (hasAnswer && !has(conversationId)) conversations.setUnread(conversationId, true).then(reportSoon, logError);
      reportSoon();
    },
    onDidChangeList: listChanged.event,
    changedElsewhere: reportSoon,
    dispose() {
      clearImmediate(soon);
      listChanged.dispose();
    },
  };
}
