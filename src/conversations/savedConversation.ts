/** Applies changes to a conversation, reports them to subscribers once per frame, and saves them. */

import { applyChange, type Change } from "../chat/conversation/change.ts";
import { changesBetween } from "../chat/conversation/changesBetween.ts";
import { coalesceChanges } from "../chat/conversation/coalesceChanges.ts";
import { type Conversation, findTurn } from "../chat/conversation/conversation.ts";
import type { Turn } from "../chat/conversation/turn.ts";
import { errorText } from "../contract/errorText.ts";
import { isLocked } from "../sqlite/databaseError.ts";
import { RefusedWrites } from "../sqlite/refusedWrites.ts";
import type { ConversationStore } from "./conversationStore.ts";

/** One batch per frame, as the panel cannot show more. */
const frameMilliseconds = 16;
/**
 * Maximum milliseconds between saves while an answer streams; the pauses grow up to it. A crash hides less than this until the service's
 * answer is complete.
 */
const saveMilliseconds = 1000;
/** Milliseconds until a write that the disk refused is repeated. */
const writeAgainMilliseconds = 5000;

export class SavedConversation {
  readonly conversation: Conversation;
  readonly #store: ConversationStore;
  readonly #warn: (message: string) => void;
  readonly #listeners = new Set<(changes: Change[]) => void>();
  #pending: Change[] = [];
  #flushTimer: NodeJS.Timeout | undefined;
  #lastFlush = 0;
  /** The turn that is streaming and needs to be saved. */
  #streamingTurnId: string | undefined;
  /** Milliseconds before its next save. */
  #savePause = 0;
  #saving: { timer: NodeJS.Timeout; turnId: string } | undefined;
  readonly #refused = new RefusedWrites(writeAgainMilliseconds);
  #lastVersion: number;
  #isDisposed = false;

  constructor(conversation: Conversation, store: ConversationStore, warn: (message: string) => void) {
    this.conversation = conversation;
    this.#store = store;
    this.#warn = warn;
    this.#lastVersion = store.version();
  }

  apply(changes: readonly Change[]): void {
    for (const change of changes) {
      applyChange(this.conversation, change);
      this.#pending.push(change);
    }
    if (this.#pending.length === 0 || this.#flushTimer !== undefined) return;
    this.#flushTimer = setTimeout(() => this.flush(), Math.max(0, frameMilliseconds - (performance.now() - this.#lastFlush)));
  }

  /** Sends pending changes now instead of in the next frame. */
  flush(): void {
    clearTimeout(this.#flushTimer);
    this.#flushTimer = undefined;
    this.#lastFlush = performance.now();
    const changes = coalesceChanges(this.#pending);
    this.#pending = [];
    if (changes.length > 0) for (const listener of [...this.#listeners]) listener(changes);
  }

  subscribe(listener: (changes: Change[]) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Resolves when the conversation is written, or writing has failed. What the disk refuses is written again until it is stored. */
  async saveConversation(): Promise<void> {
    const { conversation } = this;
    conversation.updatedAt = Date.now();
    await this.#write(conversation.id, () => this.#store.saveConversation(conversation));
  }

  saveTurn(id: string): void {
    clearTimeout(this.#saving?.timer);
    this.#saving = undefined;
    void this.#write(id, async () => {
      const turn = findTurn(this.conversation, id);
      if (turn) await this.#store.saveTurn(this.conversation.id, turn);
    });
  }

  removeTurns(ids: Iterable<string>): void {
    const removed = [...ids];
    void this.#write(removed.join(), () => this.#store.removeTurns(this.conversation.id, removed));
  }

  /** Saves what a subscriber sees first at once, then less and less often. */
  saveSoon(turnId: string): void {
    if (this.#saving !== undefined) return;
    const isSame = turnId === this.#streamingTurnId;
    this.#savePause = isSame ? Math.min(saveMilliseconds, Math.max(frameMilliseconds, 2 * this.#savePause)) : 0;
    this.#streamingTurnId = turnId;
    this.#saving = { turnId, timer: setTimeout(() => this.saveTurn(turnId), this.#savePause) };
  }

  /** If this answer, or another one to the same prompt, is being compared, ends the comparison. */
  endComparison(turnId: string): void {
    const parentId = findTurn(this.conversation, turnId)?.parentId;
    const isCompared = (turn: Turn) => turn.role === "assistant" && turn.parentId === parentId && turn.comparedWith !== undefined;
    const compared = this.conversation.turns.filter(isCompared).map(({ id }) => id);
    if (compared.length === 0) return;
    this.apply([{ type: "comparisonEnded", turnId }]);
    for (const id of compared) this.saveTurn(id);
  }

  /** Reads other windows' changes. */
  refresh(): void {
    this.tryToRead((store) => {
      const version = store.version();
      if (version === this.#lastVersion) return;
      this.#lastVersion = version;
      const stored = store.reload(this.conversation);
      if (stored !== undefined) this.apply(changesBetween(this.conversation, stored));
    }, undefined);
  }

  /** Reads from the store. An error is only logged, because the conversation can continue without the store. */
  tryToRead<Result>(read: (store: ConversationStore) => Result, otherwise: Result): Result {
    if (this.#isDisposed) return otherwise;
    try {
      return read(this.#store);
    } catch (error) {
      this.#warn(`The conversation could not be read: ${errorText(error)}`);
      return otherwise;
    }
  }

  /** The same for writing. Rejects with DatabaseError `busy` if another process has locked the store, and when `signal` is aborted. */
  async tryToWrite<Result>(write: (store: ConversationStore) => Promise<Result>, otherwise: Result, signal?: AbortSignal): Promise<Result> {
    if (this.#isDisposed) return otherwise;
    try {
      return await write(this.#store);
    } catch (error) {
      if (isLocked(error) || signal?.aborted) throw error;
      this.#warn(`The conversation could not be written: ${errorText(error)}`);
      return otherwise;
    }
  }

  /** Writes pending changes; nothing is sent or written after that. */
  dispose(): void {
    this.flush();
    if (this.#saving !== undefined) this.saveTurn(this.#saving.turnId);
    void this.#refused.close();
    this.#listeners.clear();
    this.#isDisposed = true;
  }

  async #write(name: string, work: () => Promise<void>): Promise<void> {
    const isDone = await this.tryToWrite(() => work().then(() => true), false);
    if (isDone) this.#refused.delete(name);
    else if (!this.#isDisposed) this.#refused.add(name, work);
  }
}
