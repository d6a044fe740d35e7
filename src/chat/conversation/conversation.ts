/** A conversation as a tree of turns: the visible path, siblings and titles. */

import * as z from "zod/mini";
import { cutText } from "../../contract/cutText.ts";
import { lazily } from "../lazySchemas.ts";
import {
  type AssistantTurn,
  conversationSettingsSchema,
  isRunning,
  isStored,
  type QueuedPrompt,
  queuedPromptSchema,
  queuePauses,
  requestsOf,
  type Turn,
  turnSchema,
} from "./turn.ts";

export const conversationSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** Unix milliseconds. */
  createdAt: z.number(),
  updatedAt: z.number(),
  settings: conversationSettingsSchema,
  /** In order of creation: a parent comes before its children. */
  turns: z.array(turnSchema),
  /** The chosen child of each turn that has several, by the turn's id; `firstTurns` for turns without a parent. */
  chosen: z.record(z.string(), z.string()),
  queue: z.array(queuedPromptSchema),
  /** Set while the queue is paused. Never set if the queue is empty. */
  queuePause: z.optional(z.enum(queuePauses)),
});
export type Conversation = z.infer<typeof conversationSchema>;

/** A conversation in the list. */
export const conversationSummarySchema = lazily(() =>
  z.object({
    id: z.string(),
    title: z.string(),
    updatedAt: z.number(),
    /** 0: nothing was sent yet. */
    turns: z.number(),
    /** It has an unsent prompt. */
    draft: z.optional(z.boolean()),
    pinned: z.optional(z.boolean()),
    /** A window is receiving an answer in it. */
    answering: z.optional(z.boolean()),
    /** It has an answer that was not shown yet. */
    unread: z.optional(z.boolean()),
    model: z.optional(z.string()),
    /** The first line of its first message or, if the title already shows that, of the answer to it. */
    firstLine: z.optional(z.string()),
    /** The text around a search match. */
    excerpt: z.optional(z.string()),
  }),
);
export type ConversationSummary = z.infer<ReturnType<typeof conversationSummarySchema>>;

/** Key of `chosen` for turns without a parent. */
export const firstTurns = "";

export function parentKey(turn: Turn): string {
  return turn.parentId ?? firstTurns;
}

function childrenByParent(turns: readonly Turn[]): Map<string, Turn[]> {
  const children = new Map<string, Turn[]>();
  for (const turn of turns) {
    const siblings = children.get(parentKey(turn));
    if (siblings) siblings.push(turn);
    else children.set(parentKey(turn), [turn]);
  }
  return children;
}

/** The turns that are shown and sent: starting at the first level, always the chosen child, or else the newest one. */
export function visiblePath(conversation: Pick<Conversation, "turns" | "chosen">): Turn[] {
  const children = childrenByParent(conversation.turns);
  const path: Turn[] = [];
  const seen = new Set<Turn>();
  let siblings = children.get(firstTurns);
  while (siblings !== undefined) {
    const parent = path.at(-1)?.id ?? firstTurns;
    const next: Turn | undefined = siblings.find((turn) => turn.id === conversation.chosen[parent]) ?? siblings.at(-1);
    if (next === undefined || seen.has(next)) break;
    seen.add(next);
    path.push(next);
    siblings = children.get(next.id);
  }
  return path;
}

export function findTurn(conversation: Pick<Conversation, "turns">, id: string): Turn | undefined {
  return conversation.turns.find((turn) => turn.id === id);
}

/** Returns a function for the ids of a turn's siblings, including the turn itself, oldest first. */
export function siblingFinder(conversation: Pick<Conversation, "turns">): (turn: Turn) => string[] {
  const children = childrenByParent(conversation.turns);
  return (turn) => (children.get(parentKey(turn)) ?? []).filter((other) => other.role === turn.role).map(({ id }) => id);
}

/** The two compared answers, if this answer is one of them, the original one first; undefined: it is not compared. */
export function comparedAnswers({ turns }: Pick<Conversation, "turns">, turn: Turn): [AssistantTurn, AssistantTurn] | undefined {
  if (turn.role !== "assistant") return undefined;
  const isAnswer = (other: Turn): other is AssistantTurn => other.role === "assistant" && other.parentId === turn.parentId;
  const siblings = turns.filter(isAnswer);
  const second = siblings.findLast(({ comparedWith }) => comparedWith !== undefined);
  if (second === undefined) return undefined;
  // An answer after the second one is a regeneration of the first, and replaces it.
  const again = siblings.slice(siblings.indexOf(second)).findLast(({ comparedWith }) => comparedWith === undefined);
  const first = again ?? siblings.find(({ id }) => id === second.comparedWith);
  return first !== undefined && (turn === first || turn === second) ? [first, second] : undefined;
}

/** Returns `comparedAnswers` for this conversation, which looks for answers only where two are compared. */
export function comparisonFinder(conversation: Pick<Conversation, "turns">): (turn: Turn) => [AssistantTurn, AssistantTurn] | undefined {
  const parents = new Set(
    conversation.turns.flatMap((turn) => (turn.role === "assistant" && turn.comparedWith !== undefined ? [turn.parentId] : [])),
  );
  return (turn) => (parents.has(turn.parentId) ? comparedAnswers(conversation, turn) : undefined);
}

/** The first of these turns that has a child. */
export function continuedSibling({ turns }: Pick<Conversation, "turns">, siblings: readonly string[]): string | undefined {
  return siblings.find((id) => turns.some(({ parentId }) => parentId === id));
}

/** The path up to and including a turn, regardless of the chosen branches. */
export function pathTo(conversation: Pick<Conversation, "turns">, id: string): Turn[] {
  const byId = new Map(conversation.turns.map((turn) => [turn.id, turn]));
  const path: Turn[] = [];
  for (let turn = byId.get(id); turn !== undefined && !path.includes(turn); ) {
    path.unshift(turn);
    turn = turn.parentId === null ? undefined : byId.get(turn.parentId);
  }
  return path;
}

/** The ids of a turn and all its descendants. */
export function withDescendants(conversation: Pick<Conversation, "turns">, id: string): Set<string> {
  const found = new Set([id]);
  for (const turn of conversation.turns) if (turn.parentId !== null && found.has(turn.parentId)) found.add(turn.id);
  return found;
}

/** The ids of responses that the service may still have. `now`: Unix milliseconds. */
export function storedResponses(turns: readonly Turn[], now: number): string[] {
  return turns.flatMap((turn) =>
    turn.role === "assistant"
      ? requestsOf(turn).flatMap((request) => (request.responseId !== undefined && isStored(request, now) ? [request.responseId] : []))
      : [],
  );
}

export function runningTurn(conversation: Pick<Conversation, "turns">): AssistantTurn | undefined {
  return conversation.turns.find((turn): turn is AssistantTurn => turn.role === "assistant" && isRunning(turn.state));
}

/** The prompt that requests the rest of an answer. Only the model sees it. */
const continuePrompt =
  "Your answer was interrupted. Continue it exactly where it ended: begin with its next character, even in the middle of a sentence, a table or a code block. " +
  "Repeat nothing, do not open a code block again, and write nothing about the interruption.";

/**
 * The dialogue for requesting the rest of an answer, including its current text. It has the same document fields as the original prompt.
 */
export function pathToContinue(conversation: Pick<Conversation, "turns">, id: string): Turn[] {
  const location = { id: "", parentId: id, createdAt: 0 };
  const path = pathTo(conversation, id);
  const prompt = path.at(-2);
  const document = prompt?.role === "user" && prompt.document !== undefined ? { document: { ...prompt.document, before: [] } } : {};
  return [...path, { role: "user", ...location, text: continuePrompt, attachments: [], ...document }];
}

/** The model that the prompt's document names; undefined if there is none. */
export function modelOfDocument(prompt: Turn | QueuedPrompt | undefined): string | undefined {
  const model = prompt !== undefined && "document" in prompt ? prompt.document?.fields.model : undefined;
  return typeof model === "string" && model !== "" ? model : undefined;
}

/** The text of a turn for copying: an answer's texts and refusals, without its reasoning. */
export function plainText(turn: Turn): string {
  if (turn.role === "user") return turn.text;
  return turn.parts.flatMap((part) => (part.kind === "text" || part.kind === "refusal" ? [part.text] : [])).join("\n\n");
}

/** Maximum length of a conversation's first line, in UTF-16 code units. */
const firstLineLength = 160;

/** The first line of a text, without the Markdown syntax of headings, lists, quotes, emphasis and code. */
export function firstLine(text: string): string {
  const line = text.split("\n").find((candidate) => /[\p{L}\p{N}]/u.test(candidate)) ?? "";
  return line
    .slice(0, firstLineLength)
    .replace(/^[\s#>*-]+/, "")
    .replaceAll(/[*`]/g, "")
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();
}

/** A conversation's title from its first prompt: one line of at most 60 characters. */
export function titleFrom(prompt: string): string {
  const line = prompt.replace(/\s+/g, " ").trim();
  if (line.length <= 60) return line;
  const cut = cutText(line, 60);
  const lastSpace = cut.lastIndexOf(" ");
  return `${lastSpace > 30 ? cut.slice(0, lastSpace) : cut}…`;
}
