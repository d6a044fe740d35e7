/** Records which window answers in a conversation, so that only one does at a time. */
import type { SharedDatabase } from "../sqlite/sharedDatabase.ts";

export interface AnswerClaims {
  /**
   * Claims the conversation for answering in it, or keeps the claim, until `release`. Resolves with false while another running window has
   * claimed it. Rejects with DatabaseError `busy` if another process has locked the database, or with the signal's reason.
   * Then it is not claimed.
   */
  claim(conversationId: string, signal?: AbortSignal): Promise<boolean>;
  release(conversationId: string): Promise<void>;
  /** Asks the window that is answering to stop. */
  requestStop(conversationId: string): Promise<void>;
  isStopRequested(conversationId: string): boolean;
  isClaimedElsewhere(conversationId: string): boolean;
}

export function createAnswerClaims(shared: SharedDatabase): AnswerClaims {
  const { database, owner: self } = shared;
  const take = `INSERT INTO answering (conversation, owner) VALUES ($conversation, $owner)
    ON CONFLICT (conversation) DO UPDATE SET owner = excluded.owner WHERE owner IN ($owner, $former)`;
  const read = "SELECT owner, stop FROM answering WHERE conversation = ?";

  function ownerOf(conversation: string): string {
    return String(database.get(read, [conversation])?.owner ?? self.id);
  }

  return {
    claim: (conversation, signal) =>
      shared.writeSoon(() => {
        const former = ownerOf(conversation);
        if (former !== self.id && self.isAlive(former)) return false;
        // If two windows notice that a third one has ended, only one of them gets the claim.
        return database.run(take, { $conversation: conversation, $owner: self.id, $former: former }) > 0;
      }, signal),
    async release(conversation) {
      await shared.write(() => database.run("DELETE FROM answering WHERE conversation = ? AND owner = ?", [conversation, self.id]));
    },
    async requestStop(conversation) {
      await shared.write(() => database.run("UPDATE answering SET stop = 1 WHERE conversation = ?", [conversation]));
    },
    isStopRequested: (conversation) => database.get(read, [conversation])?.stop === 1,
    isClaimedElsewhere(conversation) {
      const owner = ownerOf(conversation);
      return owner !== self.id && self.isAlive(owner);
    },
  };
}
