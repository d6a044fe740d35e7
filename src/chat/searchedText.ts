/** What Find looks for in a conversation that a search of all conversations found. */
import { type Conversation, pathTo, plainText, visiblePath } from "./conversation.ts";
import type { Turn } from "./turn.ts";

const words = (query: string) => query.split(/\s+/).filter(Boolean);
const holds = (turn: Turn, text: string) => plainText(turn).toLowerCase().includes(text.toLowerCase());

/** The query where it stands so in a turn, else its first word that does: a search finds words in any order. */
export function literalMatch(conversation: Conversation | undefined, query: string): string {
  const turns = conversation?.turns ?? [];
  return [query, ...words(query)].find((text) => turns.some((turn) => holds(turn, text))) ?? query;
}

/** The turns to choose, first to last, so that a match in another branch is shown; undefined where the branch that is shown has one, or none has. */
export function hiddenMatch(conversation: Conversation, query: string): string[] | undefined {
  const text = literalMatch(conversation, query);
  if (visiblePath(conversation).some((turn) => holds(turn, text))) return undefined;
  const found = conversation.turns.find((turn) => holds(turn, text));
  return found && pathTo(conversation, found.id).map(({ id }) => id);
}
