/** What a queued prompt does when its turn comes: it may refer to turns that have changed while it waited. */
import { type Conversation, comparedAnswers, findTurn, modelOfDocument, visiblePath } from "../chat/conversation/conversation.ts";
import { type AssistantTurn, isContinuable, isFetchable, type QueuedPrompt } from "../chat/conversation/turn.ts";

export type QueuedStep =
  /** A new message after `parentId`, and its answer. */
  | { type: "prompt"; parentId: string | null; model: string | undefined }
  /** Another answer to a message. `chosen` overrides its model; `comparedWith`: the id of the answer beside which it is shown. */
  | { type: "answer"; promptId: string; model: string | undefined; chosen: string | undefined; comparedWith: string | undefined }
  | { type: "continue"; turn: AssistantTurn; model: string }
  | { type: "fetch"; turn: AssistantTurn };

function findAnswer(conversation: Conversation, id: string): AssistantTurn | undefined {
  const turn = findTurn(conversation, id);
  return turn?.role === "assistant" ? turn : undefined;
}

function findFetchable(conversation: Conversation, id: string): AssistantTurn | undefined {
  const turn = findAnswer(conversation, id);
  return turn !== undefined && isFetchable(turn, Date.now()) ? turn : undefined;
}

/** Turns that follow an answer depend on it, so it must not change any more. */
function findContinuable(conversation: Conversation, id: string): AssistantTurn | undefined {
  const turn = findAnswer(conversation, id);
  const isFollowed = conversation.turns.some(({ parentId }) => parentId === id);
  return turn !== undefined && isContinuable(turn) && !isFollowed ? turn : undefined;
}

function regenerate(conversation: Conversation, turnId: string, model: string | undefined): QueuedStep | undefined {
  const answer = findAnswer(conversation, turnId);
  const promptId = answer?.parentId;
  if (answer === undefined || promptId === undefined || promptId === null) return undefined;
  const compared = comparedAnswers(conversation, answer);
  const [first, second] = compared ?? [];
  const chosen = model ?? (compared && answer.model);
  const comparedWith = answer === second ? first?.id : undefined;
  return { type: "answer", promptId, model: chosen ?? modelOfDocument(findTurn(conversation, promptId)), chosen, comparedWith };
}

/** undefined: what it refers to is gone, or was done by another window, so there is nothing to do. */
export function queuedStep(conversation: Conversation, { action, ...prompt }: QueuedPrompt): QueuedStep | undefined {
  const last = () => visiblePath(conversation).at(-1)?.id ?? null;
  switch (action?.type) {
    case undefined:
      return { type: "prompt", parentId: last(), model: modelOfDocument(prompt) };
    case "edit": {
      const { parentId } = action;
      // If the message before it was deleted in the meantime, the text is still sent.
      const isThere = parentId === null || findTurn(conversation, parentId) !== undefined;
      return { type: "prompt", parentId: isThere ? parentId : last(), model: modelOfDocument(prompt) };
    }
    case "regenerate":
      return regenerate(conversation, action.turnId, action.model);
    case "compare": {
      const { turnId, model } = action;
      const answer = findAnswer(conversation, turnId);
      const promptId = answer?.parentId;
      if (promptId === undefined || promptId === null) return undefined;
      return { type: "answer", promptId, model, chosen: model, comparedWith: answer?.comparedWith ?? turnId };
    }
    case "continue": {
      const turn = findContinuable(conversation, action.turnId);
      return turn && { type: "continue", turn, model: turn.model };
    }
    case "fetch": {
      const turn = findFetchable(conversation, action.turnId);
      return turn && { type: "fetch", turn };
    }
  }
}
