/** Records which window answers in a conversation, so that only one does at a time. */
import type { SharedDatabase } from "../sqlite/sharedDatabase.ts";

export interface AnsweringWindows {
  /**
   * Only this window answers in the conversation until `endAnswering`. Resolves with false while another running window does. Rejects with
   * DatabaseError `busy` if another process has locked the database, or with the signal's reason; then this window does not answer.
   */
  beginAnswering(conversationId: string, signal?: AbortSignal): Promise<boolean>;
  endAnswering(conversationId: string): Promise<void>;
  /** Asks the window that is answering to stop. */
  requestStop(conversationId: string): Promise<void>;
  isStopRequested(conversationId: string): boolean;
  isAnsweredElsewhere(conversationId: string): boolean;
}

export function createAnsweringWindows(shared: SharedDatabase): AnsweringWindows {
  const { database, owner: self } = shared;
  const take = `INSERT INTO answering (conversation, owner) VALUES ($conversation, $owner)
    ON CONFLICT (conversation) DO UPDATE SET owner = excluded.owner WHERE owner IN ($owner, $former)`;
  const read = "SELECT owner, stop FROM answering WHERE conversation = ?";

  function ownerOf(conversation: string): string {
    return String(database.get(read, [conversation])?.owner ?? self.id);
  }

  return {
    beginAnswering: (conversation, signal) =>
      shared.writeSoon(() => {
        const former = ownerOf(conversation);
        if (former !== self.id && self.isAlive(former)) return false;
        // If two windows notice that a third one has ended, only one of them takes its place.
        return database.run(take, { $conversation: conversation, $owner: self.id, $former: former }) > 0;
      }, signal),
    async endAnswering(conversation) {
      await shared.write(() => database.run("DELETE FROM answering WHERE conversation = ? AND owner = ?", [conversation, self.id]));
    },
    async requestStop(conversation) {
      await shared.write(() => database.run("UPDATE answering SET stop = 1 WHERE conversation = ?", [conversation]));
    },
    isStopRequested: (conversation) => database.get(read, [conversation])?.stop === 1,
    isAnsweredElsewhere(conversation) {
      const owner = ownerOf(conversation);
      return owner !== self.id && self.isAlive(owner);
    },
  };
}
