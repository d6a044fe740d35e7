/** What one window last read or wrote of a conversation, what it holds now, and what is stored in; what is to be stored out. */
import type { Conversation } from "./conversation.ts";

/** Everything of a conversation but its turns, which are stored one by one. */
export type ConversationHead = Omit<Conversation, "turns">;

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function chooseValue<Value>(base: Value, mine: Value, stored: Value): Value {
  return same(base, mine) ? stored : mine;
}

/** Two windows may hold one conversation: each writes what it changed itself, and keeps what the other one changed. */
export function mergeConversation(base: ConversationHead, mine: ConversationHead, stored: ConversationHead): ConversationHead {
  const parents = new Set([...Object.keys(mine.chosen), ...Object.keys(stored.chosen)]);
  const chosen = [...parents].flatMap((parent) => {
    const child = chooseValue(base.chosen[parent], mine.chosen[parent], stored.chosen[parent]);
    return child === undefined ? [] : [[parent, child] as const];
  });
  const removed = new Set(base.queue.filter(({ id }) => !mine.queue.some((prompt) => prompt.id === id)).map(({ id }) => id));
  const added = mine.queue.filter(({ id }) => ![...base.queue, ...stored.queue].some((prompt) => prompt.id === id));
  return {
    id: mine.id,
    createdAt: mine.createdAt,
    updatedAt: Math.max(mine.updatedAt, stored.updatedAt),
    title: chooseValue(base.title, mine.title, stored.title),
    settings: chooseValue(base.settings, mine.settings, stored.settings),
    chosen: Object.fromEntries(chosen),
    queue: [...stored.queue.filter(({ id }) => !removed.has(id)), ...added],
  };
}
