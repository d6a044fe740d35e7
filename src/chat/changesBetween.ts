/** A conversation and how another window has stored it in; the changes that lead from the one to the other out. */
import type { Change } from "./change.ts";
import type { Conversation } from "./conversation.ts";

/** Turns and title alone: what else differs, each window keeps as its own. */
export function changesBetween(held: Conversation, stored: Conversation): Change[] {
  const known = new Map(held.turns.map((turn) => [turn.id, JSON.stringify(turn)]));
  const changes = stored.turns.flatMap((turn): Change[] => {
    const before = known.get(turn.id);
    if (before === undefined) return [{ type: "turnAdded", turn }];
    return before === JSON.stringify(turn) ? [] : [{ type: "turnReplaced", turn }];
  });
  const kept = new Set(stored.turns.map(({ id }) => id));
  for (const id of known.keys()) if (!kept.has(id)) changes.push({ type: "turnRemoved", turnId: id });
  if (stored.title !== held.title) changes.push({ type: "titleChanged", title: stored.title });
  return changes;
}
