/** Merges a window's changes of a conversation with changes that another window has stored. */
import type { Conversation } from "./conversation.ts";

/** A conversation without its turns, which are stored separately. */
export type ConversationHead = Omit<Conversation, "turns">;
type Queue = Conversation["queue"];

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function chooseValue<Value>(base: Value, mine: Value, stored: Value): Value {
  return same(base, mine) ? stored : mine;
}

/** Additions, removals and moves by either window are kept. If both moved prompts, the window that writes wins. */
function mergeQueues(base: Queue, mine: Queue, stored: Queue): Queue {
  const idsOf = (queue: Queue) => queue.map(({ id }) => id);
  const [before, here, there] = [idsOf(base), idsOf(mine), idsOf(stored)];
  const removed = new Set(before.filter((id) => !here.includes(id)));
  const added = mine.filter(({ id }) => !before.includes(id) && !there.includes(id));
  const merged = [...stored.filter(({ id }) => !removed.has(id)), ...added];
  const isMoved = !same(
    before.filter((id) => here.includes(id)),
    here.filter((id) => before.includes(id)),
  );
  const positionOf = (id: string) => (here.includes(id) ? here.indexOf(id) : here.length);
  return isMoved ? merged.sort((one, other) => positionOf(one.id) - positionOf(other.id)) : merged;
}

/** Two windows may have the same conversation open: each writes its own changes and keeps those of the other. */
export function mergeConversation(base: ConversationHead, mine: ConversationHead, stored: ConversationHead): ConversationHead {
  const parents = new Set([...Object.keys(mine.chosen), ...Object.keys(stored.chosen)]);
  const chosen = [...parents].flatMap((parent) => {
    const child = chooseValue(base.chosen[parent], mine.chosen[parent], stored.chosen[parent]);
    return child === undefined ? [] : [[parent, child] as const];
  });
  const queue = mergeQueues(base.queue, mine.queue, stored.queue);
  const queuePause = queue.length === 0 ? undefined : chooseValue(base.queuePause, mine.queuePause, stored.queuePause);
  return {
    id: mine.id,
    createdAt: mine.createdAt,
    updatedAt: Math.max(mine.updatedAt, stored.updatedAt),
    title: chooseValue(base.title, mine.title, stored.title),
    settings: chooseValue(base.settings, mine.settings, stored.settings),
    chosen: Object.fromEntries(chosen),
    queue,
    ...(queuePause === undefined ? {} : { queuePause }),
  };
}
