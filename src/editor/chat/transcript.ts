/** A conversation and its store in; the same, where every change is told to whoever shows it, a frame at a time, and written down, out. */
import { applyChange, type Change } from "../../chat/change.ts";
import { changesBetween } from "../../chat/changesBetween.ts";
import { coalesceChanges } from "../../chat/coalesceChanges.ts";
import { type Conversation, findTurn } from "../../chat/conversation.ts";
import type { Conversations } from "./openConversations.ts";

export interface Transcript {
  readonly conversation: Conversation;
  tell(changes: readonly Change[]): void;
  /** Hands over at once what is told in the next frame otherwise. */
  flush(): void;
  subscribe(listener: (changes: Change[]) => void): () => void;
  saveConversation(): void;
  saveTurn(id: string): void;
  /** Once a second while an answer streams. */
  saveSoon(id: string): void;
  /** Takes in what other windows wrote. */
  refresh(): void;
  /** Touches the store; where that fails, a line in the log is all, since the conversation goes on without it. */
  attempt<Result>(touch: (store: Conversations) => Result, otherwise: Result): Result;
  /** Writes what was to be written soon; nothing is told or written any more. */
  dispose(): void;
}

/** One batch a frame: the panel cannot show more. */
const frameMilliseconds = 16;
/** While an answer streams, it is written to disk this often; a crash loses less than this, and nothing that has an id. */
const saveMilliseconds = 1000;

export function createTranscript(conversation: Conversation, store: Conversations, warn: (message: string) => void): Transcript {
  const listeners = new Set<(changes: Change[]) => void>();
  let pending: Change[] = [];
  let flushTimer: NodeJS.Timeout | undefined;
  let lastFlush = 0;
  let saving: { timer: NodeJS.Timeout; turnId: string } | undefined;
  let lastVersion = store.version();
  let disposed = false;

  function flush(): void {
    clearTimeout(flushTimer);
    flushTimer = undefined;
    lastFlush = performance.now();
    const changes = coalesceChanges(pending);
    pending = [];
    if (changes.length > 0) for (const listener of [...listeners]) listener(changes);
  }

  function tell(changes: readonly Change[]): void {
    for (const change of changes) {
      applyChange(conversation, change);
      pending.push(change);
    }
    if (pending.length === 0 || flushTimer !== undefined) return;
    flushTimer = setTimeout(flush, Math.max(0, frameMilliseconds - (performance.now() - lastFlush)));
  }

  function attempt<Result>(touch: (store: Conversations) => Result, otherwise: Result): Result {
    if (disposed) return otherwise;
    try {
      return touch(store);
    } catch (error) {
      warn(`The conversation could not be written: ${error instanceof Error ? error.message : "unknown"}`);
      return otherwise;
    }
  }

  function saveTurn(id: string): void {
    clearTimeout(saving?.timer);
    saving = undefined;
    const turn = findTurn(conversation, id);
    if (turn) attempt(() => store.saveTurn(conversation.id, turn), undefined);
  }

  function refresh(): void {
    const version = store.version();
    if (version === lastVersion) return;
    lastVersion = version;
    const stored = store.reload(conversation);
    if (stored !== undefined) tell(changesBetween(conversation, stored));
  }

  return {
    conversation,
    tell,
    flush,
    attempt,
    saveTurn,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    saveConversation() {
      conversation.updatedAt = Date.now();
      attempt(() => store.saveConversation(conversation), undefined);
    },
    saveSoon(turnId) {
      saving ??= { turnId, timer: setTimeout(() => saveTurn(turnId), saveMilliseconds) };
    },
    refresh: () => attempt(refresh, undefined),
    dispose() {
      flush();
      if (saving !== undefined) saveTurn(saving.turnId);
      listeners.clear();
      disposed = true;
    },
  };
}
