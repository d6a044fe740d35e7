/** Determines what Find searches for when a conversation is opened from a search of all conversations. */
import { foldText } from "../../contract/foldText.ts";
import { type Conversation, pathTo, plainText, visiblePath } from "./conversation.ts";
import type { Turn } from "./turn.ts";

const words = (query: string) => query.split(/\s+/).filter(Boolean);
const holds = (turn: Turn, text: string) => foldText(plainText(turn)).includes(foldText(text));

/** The query if a turn contains it literally, else its first word that one contains, because a search finds words in any order. */
export function literalMatch(conversation: Conversation | undefined, query: string): string {
  const turns = conversation?.turns ?? [];
  return [query, ...words(query)].find((text) => turns.some((turn) => holds(turn, text))) ?? query;
}

/**
 * The turns to choose, from first to last, to show a match in another branch.
 * undefined: the visible branch has a match, or no branch has one.
 */
export function hiddenMatch(conversation: Conversation, query: string): string[] | undefined {
  const text = literalMatch(conversation, query);
  if (visiblePath(conversation).some((turn) => holds(turn, text))) return undefined;
  const found = conversation.turns.find((turn) => holds(turn, text));
  return found && pathTo(conversation, found.id).map(({ id }) => id);
}
