/** Applies changes to a conversation, reports them to subscribers once per frame, and saves them. */
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
  /** Sends pending changes now instead of in the next frame. */
  flush(): void;
  subscribe(listener: (changes: Change[]) => void): () => void;
  /** Resolves when the conversation is written, or writing has failed. What the disk refuses is written again until it is stored. */
  saveConversation(): Promise<void>;
  saveTurn(id: string): void;
  removeTurns(ids: Iterable<string>): void;
  /** Saves soon after the first call for a turn, then once per second. */
  saveSoon(id: string): void;
  /** If this answer, or another one to the same prompt, is being compared, ends the comparison. */
  endComparison(turnId: string): void;
  /** Reads other windows' changes. */
  refresh(): void;
  /** Reads from the store. An error is only logged, because the conversation can continue without the store. */
  tryToRead<Result>(read: (store: ConversationStore) => Result, otherwise: Result): Result;
  /** The same for writing. Rejects with DatabaseError `busy` if another process has locked the store, and when `signal` is aborted. */
  tryToWrite<Result>(write: (store: ConversationStore) => Promise<Result>, otherwise: Result, signal?: AbortSignal): Promise<Result>;
  /** Writes pending changes; nothing is sent or written after that. */
  dispose(): void;
}

/** One batch per frame, as the panel cannot show more. */
const frameMilliseconds = 16;
/** Milliseconds after which the beginning of an answer is saved. */
const firstSaveMilliseconds = 250;
/** Milliseconds between saves while an answer streams. A crash loses less than this, and the service still has it. */
const saveMilliseconds = 1000;
/** Milliseconds until a write that the disk refused is repeated. */
const writeAgainMilliseconds = 5000;

export function createTranscript(conversation: Conversation, store: ConversationStore, warn: (message: string) => void): Transcript {
  const listeners = new Set<(changes: Change[]) => void>();
  let pending: Change[] = [];
  let flushTimer: NodeJS.Timeout | undefined;
  let lastFlush = 0;
  /** The turn that is streaming and needs to be saved. */
  let streamingTurnId: string | undefined;
  let saving: { timer: NodeJS.Timeout; turnId: string } | undefined;
  /** Writes that the disk refused, by name, in order. They write the state of the time at which they succeed. */
  const refused = new Map<string, () => Promise<void>>();
  let againTimer: NodeJS.Timeout | undefined;
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

  async function write(name: string, work: () => Promise<void>): Promise<void> {
    const isDone = await tryToWrite(() => work().then(() => true), false);
    if (isDone) refused.delete(name);
    else if (!disposed) {
      refused.set(name, work);
      writeAgainLater();
    }
  }

  function writeAgainLater(): void {
    againTimer ??= setTimeout(async () => {
      for (const name of refused.keys()) await writeAgain(name);
      againTimer = undefined;
      if (refused.size > 0 && !disposed) writeAgainLater();
    }, writeAgainMilliseconds);
  }

  async function writeAgain(name: string): Promise<void> {
    if (disposed) return;
    await refused
      .get(name)?.()
      .then(
        () => refused.delete(name),
        () => undefined,
      );
  }

  function saveTurn(id: string): void {
    clearTimeout(saving?.timer);
    saving = undefined;
    void write(id, async () => {
      const turn = findTurn(conversation, id);
      if (turn) await store.saveTurn(conversation.id, turn);
    });
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
      await write(conversation.id, () => store.saveConversation(conversation));
    },
    removeTurns(ids) {
      const removed = [...ids];
      void write(removed.join(), () => store.removeTurns(conversation.id, removed));
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
      clearTimeout(againTimer);
      for (const name of refused.keys()) void writeAgain(name);
      listeners.clear();
      disposed = true;
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "unknown";
}
