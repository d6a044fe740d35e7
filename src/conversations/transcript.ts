/** Applies changes to a conversation, reports them to subscribers once a frame, and saves them. */
import { applyChange, type Change } from "../chat/change.ts";
import { changesBetween } from "../chat/changesBetween.ts";
import { coalesceChanges } from "../chat/coalesceChanges.ts";
import { type Conversation, findTurn } from "../chat/conversation.ts";
import type { Turn } from "../chat/turn.ts";
import { isLocked } from "../sqlite/databaseError.ts";
import type { ConversationStore } from "./conversationStore.ts";

export interface Transcript {
  readonly conversation: Conversation;
  apply(changes: readonly Change[]): void;
  /** Hands over at once what is sent in the next frame otherwise. */
  flush(): void;
  subscribe(listener: (changes: Change[]) => void): () => void;
  /** Resolves when it is written, or the disk has refused. */
  saveConversation(): Promise<void>;
  saveTurn(id: string): void;
  /** Soon after the first call for a turn, then once a second. */
  saveSoon(id: string): void;
  /** Where this answer, or another one to the same prompt, is compared: it is not any more. */
  endComparison(turnId: string): void;
  /** Takes in what other windows wrote. */
  refresh(): void;
  /** Reads from the store; where that fails, a line in the log is all, since the conversation goes on without it. */
  tryToRead<Result>(read: (store: ConversationStore) => Result, otherwise: Result): Result;
  /** The same for writing. Rejects with DatabaseError `busy` where another process keeps the store from being written, and when `signal` fires. */
  tryToWrite<Result>(write: (store: ConversationStore) => Promise<Result>, otherwise: Result, signal?: AbortSignal): Promise<Result>;
  /** Writes what was to be written soon; nothing is sent or written any more. */
  dispose(): void;
}

/** One batch a frame: the panel cannot show more. */
const frameMilliseconds = 16;
/** The beginning of an answer is on disk after this time. */
const firstSaveMilliseconds = 250;
/** While an answer streams, it is written to disk this often; a crash loses less than this, and nothing that the service still has. */
const saveMilliseconds = 1000;

export function createTranscript(conversation: Conversation, store: ConversationStore, warn: (message: string) => void): Transcript {
  const listeners = new Set<(changes: Change[]) => void>();
  let pending: Change[] = [];
  let flushTimer: NodeJS.Timeout | undefined;
  let lastFlush = 0;
  /** The turn that is being saved while it streams. */
  let streamingTurnId: string | undefined;
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

  function apply(changes: readonly Change[]): void {
    for (const change of changes) {
      applyChange(conversation, change);
      pending.push(change);
    }
    if (pending.length === 0 || flushTimer !== undefined) return;
    flushTimer = setTimeout(flush, Math.max(0, frameMilliseconds - (performance.now() - lastFlush)));
  }

  function tryToRead<Result>(read: (store: ConversationStore) => Result, otherwise: Result): Result {
    if (disposed) return otherwise;
    try {
      return read(store);
    } catch (error) {
      warn(`The conversation could not be read: ${messageOf(error)}`);
      return otherwise;
    }
  }

  async function tryToWrite<Result>(
    write: (store: ConversationStore) => Promise<Result>,
    otherwise: Result,
    signal?: AbortSignal,
  ): Promise<Result> {
    if (disposed) return otherwise;
    try {
      return await write(store);
    } catch (error) {
      if (isLocked(error) || signal?.aborted) throw error;
      warn(`The conversation could not be written: ${messageOf(error)}`);
      return otherwise;
    }
  }

  function saveTurn(id: string): void {
    clearTimeout(saving?.timer);
    saving = undefined;
    const turn = findTurn(conversation, id);
    if (turn) void tryToWrite(() => store.saveTurn(conversation.id, turn), undefined);
  }

  function refresh(): void {
    const version = store.version();
    if (version === lastVersion) return;
    lastVersion = version;
    const stored = store.reload(conversation);
    if (stored !== undefined) apply(changesBetween(conversation, stored));
  }

  return {
    conversation,
    apply,
    flush,
    tryToRead,
    tryToWrite,
    saveTurn,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    endComparison(turnId) {
      const parentId = findTurn(conversation, turnId)?.parentId;
      const isCompared = (turn: Turn) => turn.role === "assistant" && turn.parentId === parentId && turn.comparedWith !== undefined;
      const compared = conversation.turns.filter(isCompared).map(({ id }) => id);
      if (compared.length === 0) return;
      apply([{ type: "comparisonEnded", turnId }]);
      for (const id of compared) saveTurn(id);
    },
    async saveConversation() {
      conversation.updatedAt = Date.now();
      await tryToWrite(() => store.saveConversation(conversation), undefined);
    },
    saveSoon(turnId) {
      if (saving !== undefined) return;
      const delay = turnId === streamingTurnId ? saveMilliseconds : firstSaveMilliseconds;
      streamingTurnId = turnId;
      saving = { turnId, timer: setTimeout(() => saveTurn(turnId), delay) };
    },
    refresh: () => tryToRead(refresh, undefined),
    dispose() {
      flush();
      if (saving !== undefined) saveTurn(saving.turnId);
      listeners.clear();
      disposed = true;
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "unknown";
}
