/** Records which window answers in a conversation, so that only one does at a time. */
import type { DatabaseSync } from "node:sqlite";
import type { Owner } from "../sqlite/owner.ts";

export interface AnswerClaims {
  /** Takes the conversation for answering in it, or keeps it, until `release`; false while another window, which is alive, has it. */
  claim(conversationId: string): boolean;
  release(conversationId: string): void;
  /** Asks the window that answers to stop. */
  requestStop(conversationId: string): void;
  isStopRequested(conversationId: string): boolean;
  isClaimedElsewhere(conversationId: string): boolean;
}

export function createAnswerClaims(database: DatabaseSync, self: Owner): AnswerClaims {
  const take = database.prepare(
    `INSERT INTO answering (conversation, owner) VALUES (:conversation, :owner)
     ON CONFLICT (conversation) DO UPDATE SET owner = excluded.owner WHERE owner IN (:owner, :former)`,
  );
  const read = database.prepare("SELECT owner, stop FROM answering WHERE conversation = ?");
  const remove = database.prepare("DELETE FROM answering WHERE conversation = ? AND owner = ?");
  const stop = database.prepare("UPDATE answering SET stop = 1 WHERE conversation = ?");

  function ownerOf(conversation: string): string {
    return String(read.get(conversation)?.owner ?? self.id);
  }

  return {
    claim(conversation) {
      const former = ownerOf(conversation);
      if (former !== self.id && self.isAlive(former)) return false;
      // Where two windows see that a third one ended, one of them is first.
      return take.run({ conversation, owner: self.id, former }).changes > 0;
    },
    release: (conversation) => void remove.run(conversation, self.id),
    requestStop: (conversation) => void stop.run(conversation),
    isStopRequested: (conversation) => read.get(conversation)?.stop === 1,
    isClaimedElsewhere(conversation) {
      const owner = ownerOf(conversation);
      return owner !== self.id && self.isAlive(owner);
    },
  };
}
