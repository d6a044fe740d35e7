/** Records which window answers in a conversation, so that only one does at a time. */
import type { SharedDatabase } from "../sqlite/sharedDatabase.ts";

export interface AnswerClaims {
  /**
   * Takes the conversation for answering in it, or keeps it, until `release`; false while another window, which is alive, has it.
   * Rejects with DatabaseError `busy`, or the signal's reason, where it is not taken because another process has locked the database.
   */
  claim(conversationId: string, signal?: AbortSignal): Promise<boolean>;
  release(conversationId: string): Promise<void>;
  /** Asks the window that answers to stop. */
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
        // Where two windows see that a third one ended, one of them is first.
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
