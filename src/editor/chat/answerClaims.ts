/** The chat's database in; which window answers in a conversation, so that only one does at a time, out. */
import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";

export interface AnswerClaims {
  /** Takes the conversation for answering in it, or keeps it, for five seconds; false while another window has it. */
  claim(conversationId: string): boolean;
  letGo(conversationId: string): void;
  /** Asks the window that answers to stop. */
  askToStop(conversationId: string): void;
  isAskedToStop(conversationId: string): boolean;
  isHeldElsewhere(conversationId: string): boolean;
}

/** A window that died lets its conversations go after this time; one that lives claims them again much sooner. */
const claimMilliseconds = 5000;

export function createAnswerClaims(database: DatabaseSync): AnswerClaims {
  const owner = randomUUID();
  const take = database.prepare(
    `INSERT INTO answering (conversation, owner, until) VALUES (:conversation, :owner, :until)
     ON CONFLICT (conversation) DO UPDATE SET owner = excluded.owner, until = excluded.until WHERE owner = :owner OR until < :now`,
  );
  const read = database.prepare("SELECT owner, until, stop FROM answering WHERE conversation = ?");
  const remove = database.prepare("DELETE FROM answering WHERE conversation = ? AND owner = ?");
  const stop = database.prepare("UPDATE answering SET stop = 1 WHERE conversation = ?");
  return {
    claim(conversation) {
      const now = Date.now();
      return take.run({ conversation, owner, now, until: now + claimMilliseconds }).changes > 0;
    },
    letGo: (conversation) => void remove.run(conversation, owner),
    askToStop: (conversation) => void stop.run(conversation),
    isAskedToStop: (conversation) => read.get(conversation)?.stop === 1,
    isHeldElsewhere(conversation) {
      const held = read.get(conversation);
      return held !== undefined && held.owner !== owner && Number(held.until) >= Date.now();
    },
  };
}
