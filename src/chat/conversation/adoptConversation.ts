/** Copies an imported conversation, with new ids and nothing running. */
import { countCharacters, limits } from "../../contract/limits.ts";
import { type Conversation, firstTurns } from "./conversation.ts";
import { type Attachment, isRunning, type Turn, withoutFetching } from "./turn.ts";

export interface AdoptedConversation {
  conversation: Conversation;
  /** The new id of each attachment, by old id. An edited prompt has the same attachment ids as its previous version. */
  attachmentIds: ReadonlyMap<string, string>;
}

/** More than any real conversation has. */
const mostTurns = 20_000;
const longestTitle = 1000;

/** Maps each id to a new one, the same each time. */
function renamer(newId: () => string): { rename(id: string): string; names: ReadonlyMap<string, string> } {
  const names = new Map<string, string>();
  const rename = (id: string) => {
    const name = names.get(id) ?? newId();
    names.set(id, name);
    return name;
  };
  return { rename, names };
}

/** Whether each turn occurs once and after its parent, and each part occurs once in its turn. */
function holdsTogether(turns: readonly Turn[]): boolean {
  if (turns.length > mostTurns) return false;
  const known = new Set<string>();
  for (const turn of turns) {
    if (turn.id === firstTurns || known.has(turn.id)) return false;
    if (turn.parentId !== null && !known.has(turn.parentId)) return false;
    if (turn.role === "assistant" && new Set(turn.parts.map(({ key }) => key)).size < turn.parts.length) return false;
    known.add(turn.id);
  }
  return true;
}

/**
 * Running answers become truncated, because nothing follows them here. Queued prompts are dropped, so that opening the copy sends nothing.
 */
export function adoptConversation(stranger: Conversation, newId: () => string): AdoptedConversation | undefined {
  if (!holdsTogether(stranger.turns)) return undefined;
  const turnIds = renamer(newId);
  const attachments = renamer(newId);
  const adoptAttachment = (attachment: Attachment) => ({ ...attachment, id: attachments.rename(attachment.id) });
  const turns = stranger.turns.map((turn): Turn => {
    const location = { id: turnIds.rename(turn.id), parentId: turn.parentId === null ? null : turnIds.rename(turn.parentId) };
    if (turn.role === "user") return { ...turn, ...location, attachments: turn.attachments.map(adoptAttachment) };
    const state = isRunning(turn.state) ? "truncated" : turn.state;
    const compared = turn.comparedWith === undefined ? {} : { comparedWith: turnIds.rename(turn.comparedWith) };
    return { ...withoutFetching(turn), ...location, ...compared, state };
  });
  const parents = new Map(stranger.turns.map(({ id, parentId }) => [id, parentId ?? firstTurns]));
  const chosen = Object.entries(stranger.chosen).flatMap(([parent, child]) => {
    if (parents.get(child) !== parent) return [];
    return [[parent === firstTurns ? firstTurns : turnIds.rename(parent), turnIds.rename(child)] as const];
  });
  const { settings } = stranger;
  const isTooLong = countCharacters(settings.instructions) > limits.instructionsMaximum;
  return {
    conversation: {
      ...stranger,
      id: newId(),
      title: stranger.title.slice(0, longestTitle),
      settings: {
        ...settings,
        instructions: isTooLong ? [...settings.instructions].slice(0, limits.instructionsMaximum).join("") : settings.instructions,
      },
      chosen: Object.fromEntries(chosen),
      queue: [],
      queuePause: undefined,
      turns,
    },
    attachmentIds: attachments.names,
  };
}
