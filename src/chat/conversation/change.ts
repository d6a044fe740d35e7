/** The reducer of a conversation, shared by the host and the panel. */
import * as z from "zod/mini";
import { usageSchema } from "../../contract/usage.ts";
import { applyOutputChange } from "../../output/applyOutputChange.ts";
import { type OutputChange, outputChangeSchemas } from "../../output/outputChange.ts";
import type { OutputPart } from "../../output/outputPart.ts";
import { lazily } from "../lazySchemas.ts";
import { type Conversation, findTurn, parentKey, withDescendants } from "./conversation.ts";
import {
  type AssistantTurn,
  answerStates,
  conversationSettingsSchema,
  queuedPromptSchema,
  queuePauses,
  requestsOf,
  type Turn,
  turnErrorSchema,
  turnSchema,
} from "./turn.ts";

export const changeSchema = lazily(() =>
  z.discriminatedUnion("type", [
    /** The turn becomes the chosen one among its siblings. If it is compared with one of them, that one stays chosen. */
    z.object({ type: z.literal("turnAdded"), turn: turnSchema }),
    /** Replaces the turn with another window's version. */
    z.object({ type: z.literal("turnReplaced"), turn: turnSchema }),
    /** Also removes all turns that follow it. */
    z.object({ type: z.literal("turnRemoved"), turnId: z.string() }),
    z.object({ type: z.literal("turnChosen"), turnId: z.string() }),
    /** Ends the comparison of answers to the same prompt. */
    z.object({ type: z.literal("comparisonEnded"), turnId: z.string() }),
    ...outputChangeSchemas({ turnId: z.string() }),
    /** Sent before the whole answer to the last request is sent again. */
    z.object({ type: z.literal("partsCleared"), turnId: z.string() }),
    /** The rest of an incomplete answer is requested at `since`, in Unix milliseconds. */
    z.object({ type: z.literal("answerContinued"), turnId: z.string(), since: z.number(), generation: z.string() }),
    /** An incomplete answer is being fetched. */
    z.object({ type: z.literal("answerResumed"), turnId: z.string() }),
    z.object({
      type: z.literal("answerSettled"),
      turnId: z.string(),
      state: z.enum(answerStates),
      usage: z.optional(usageSchema),
      milliseconds: z.optional(z.number()),
      error: z.optional(turnErrorSchema),
      incompleteReason: z.optional(z.string()),
    }),
    /** The service's request limit is reached, so the prompt is sent again at `until`, in Unix milliseconds. */
    z.object({ type: z.literal("answerDelayed"), turnId: z.string(), until: z.number() }),
    z.object({ type: z.literal("titleChanged"), title: z.string() }),
    z.object({ type: z.literal("settingsChanged"), settings: conversationSettingsSchema }),
    /** An empty queue is never paused. */
    z.object({ type: z.literal("queueChanged"), queue: z.array(queuedPromptSchema) }),
    /** Without a reason, the queue continues. */
    z.object({ type: z.literal("queuePauseChanged"), reason: z.optional(z.enum(queuePauses)) }),
  ]),
);
export type Change = z.infer<ReturnType<typeof changeSchema>>;

function findAnswer(conversation: Conversation, id: string): AssistantTurn | undefined {
  const turn = findTurn(conversation, id);
  return turn?.role === "assistant" ? turn : undefined;
}

function removeTurn(conversation: Conversation, id: string): void {
  const gone = withDescendants(conversation, id);
  conversation.turns = conversation.turns.filter((turn) => !gone.has(turn.id));
  conversation.chosen = Object.fromEntries(
    Object.entries(conversation.chosen).filter(([parent, child]) => !gone.has(parent) && !gone.has(child)),
  );
}

/** Chooses a turn and all its ancestors. */
function chooseTurn(conversation: Conversation, id: string): void {
  for (let turn = findTurn(conversation, id); turn !== undefined; ) {
    conversation.chosen[parentKey(turn)] = turn.id;
    turn = turn.parentId === null ? undefined : findTurn(conversation, turn.parentId);
  }
}

function comparedWith(turn: Turn): string | undefined {
  return turn.role === "assistant" ? turn.comparedWith : undefined;
}

function ownCopy(turn: Turn): Turn {
  return turn.role === "assistant" ? { ...turn, parts: copyParts(turn.parts) } : { ...turn };
}

function copyParts(parts: readonly OutputPart[]): OutputPart[] {
  return parts.map((part) => ({ ...part }));
}

/**
 * Changes the conversation in place, so that the cost of appending a delta does not grow with the answer. The change itself is neither kept
 * nor modified. A change to a missing turn or part does nothing.
 */
export function applyChange(conversation: Conversation, change: Change): void {
  switch (change.type) {
    case "turnAdded":
      if (findTurn(conversation, change.turn.id)) return;
      // A copy, because the change is sent later and must not be modified together with the turn.
      conversation.turns.push(ownCopy(change.turn));
      conversation.chosen[parentKey(change.turn)] = comparedWith(change.turn) ?? change.turn.id;
      return;
    case "turnReplaced": {
      const { turn } = change;
      conversation.turns = conversation.turns.map((known) => (known.id === turn.id ? ownCopy(turn) : known));
      return;
    }
    case "turnRemoved":
      removeTurn(conversation, change.turnId);
      return;
    case "turnChosen":
      chooseTurn(conversation, change.turnId);
      return;
    case "comparisonEnded": {
      const parentId = findTurn(conversation, change.turnId)?.parentId;
      for (const turn of conversation.turns) if (turn.role === "assistant" && turn.parentId === parentId) delete turn.comparedWith;
      return;
    }
    case "partsCleared": {
      const answer = findAnswer(conversation, change.turnId);
      if (answer) answer.parts = copyParts(answer.continued?.parts ?? []);
      return;
    }
    case "answerContinued":
      continueAnswer(findAnswer(conversation, change.turnId), change);
      return;
    case "answerResumed": {
      const answer = findAnswer(conversation, change.turnId);
      if (answer) answer.state = answer.parts.length > 0 ? "streaming" : "waiting";
      return;
    }
    case "answerSettled":
      settleAnswer(findAnswer(conversation, change.turnId), change);
      return;
    case "answerDelayed": {
      const answer = findAnswer(conversation, change.turnId);
      if (answer) answer.delayedUntil = change.until;
      return;
    }
    case "titleChanged":
      conversation.title = change.title;
      return;
    case "settingsChanged":
      conversation.settings = change.settings;
      return;
    case "queueChanged":
      conversation.queue = change.queue;
      if (change.queue.length === 0) delete conversation.queuePause;
      return;
    case "queuePauseChanged":
      if (change.reason === undefined) delete conversation.queuePause;
      else conversation.queuePause = change.reason;
      return;
    default:
      changeAnswer(findAnswer(conversation, change.turnId), change);
  }
}

function changeAnswer(answer: AssistantTurn | undefined, change: OutputChange): void {
  if (answer === undefined) return;
  if (change.type === "identified") answer.responseId = change.id;
  else if (!applyOutputChange(answer.parts, change)) return;
  if (answer.state === "waiting" && change.type === "partAdded") answer.state = "streaming";
  delete answer.delayedUntil;
}

function continueAnswer(answer: AssistantTurn | undefined, { since, generation }: Extract<Change, { type: "answerContinued" }>): void {
  if (answer === undefined) return;
  answer.continued = { earlier: requestsOf(answer), since, parts: copyParts(answer.parts) };
  answer.state = "streaming";
  answer.generation = generation;
  delete answer.responseId;
  delete answer.usage;
  delete answer.milliseconds;
  delete answer.error;
  delete answer.incompleteReason;
}

function settleAnswer(answer: AssistantTurn | undefined, change: Extract<Change, { type: "answerSettled" }>): void {
  if (answer === undefined) return;
  answer.state = change.state;
  delete answer.error;
  delete answer.delayedUntil;
  if (change.usage) answer.usage = change.usage;
  if (change.milliseconds !== undefined) answer.milliseconds = change.milliseconds;
  if (change.error) answer.error = change.error;
  if (change.incompleteReason !== undefined) answer.incompleteReason = change.incompleteReason;
  // A complete answer is not fetched again, so these parts are no longer needed.
  const isWhole = change.state === "completed" || change.state === "incomplete" || change.state === "refused";
  if (isWhole && answer.continued !== undefined) delete answer.continued.parts;
}
