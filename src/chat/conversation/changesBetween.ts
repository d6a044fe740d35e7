/** Finds the changes that lead from one version of a conversation to the version that another window has stored. */
import type { Change } from "./change.ts";
import type { Conversation } from "./conversation.ts";

/** Ignores the chosen branches, because each window keeps its own choice. */
export function changesBetween(held: Conversation, stored: Conversation): Change[] {
  const known = new Map(held.turns.map((turn) => [turn.id, JSON.stringify(turn)]));
  const changes = stored.turns.flatMap((turn): Change[] => {
    const before = known.get(turn.id);
    if (before === undefined) return [{ type: "turnAdded", turn }];
    return before === JSON.stringify(turn) ? [] : [{ type: "turnReplaced", turn }];
  });
  const kept = new Set(stored.turns.map(({ id }) => id));
  for (const id of known.keys()) if (!kept.has(id)) changes.push({ type: "turnRemoved", turnId: id });
  if (JSON.stringify(stored.queue) !== JSON.stringify(held.queue)) changes.push({ type: "queueChanged", queue: stored.queue });
  if (stored.queuePause !== held.queuePause) changes.push({ type: "queuePauseChanged", reason: stored.queuePause });
  if (JSON.stringify(stored.settings) !== JSON.stringify(held.settings))
    changes.push({ type: "settingsChanged", settings: stored.settings });
  if (stored.title !== held.title) changes.push({ type: "titleChanged", title: stored.title });
  return changes;
}
