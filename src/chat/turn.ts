/** The schemas and types of a conversation's turns, answer parts and attachments. */
import * as z from "zod/mini";
import { mediaKinds } from "../contract/kind.ts";
import { storageMilliseconds } from "../contract/limits.ts";
import { reasoningEfforts } from "../contract/reasoningEffort.ts";
import { responseOutcomes } from "../contract/responseOutcome.ts";
import { usageSchema } from "../contract/usage.ts";
import { documentPromptSchema } from "./documentPrompt.ts";

/** A web page that a text rests on. `start` and `end` count UTF-16 code units of the part's text, end exclusive. */
export const citationSchema = z.object({
  url: z.string(),
  title: z.optional(z.string()),
  start: z.optional(z.number()),
  end: z.optional(z.number()),
});
export type Citation = z.infer<typeof citationSchema>;

const partKey = { key: z.string() };

/** One piece of an answer. `key` is unique in its turn and never changes. */
export const answerPartSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("text"), ...partKey, text: z.string(), citations: z.array(citationSchema) }),
  z.object({ kind: z.literal("reasoning"), ...partKey, text: z.string() }),
  z.object({ kind: z.literal("refusal"), ...partKey, text: z.string() }),
  /** `file`: the image's name in the chat's image folder, once it is whole. */
  z.object({
    kind: z.literal("image"),
    ...partKey,
    state: z.enum(["drawing", "ready", "damaged"]),
    file: z.optional(z.string()),
  }),
  /** Something else that the service did, e.g. `web_search_call`: only its type is known. */
  z.object({ kind: z.literal("step"), ...partKey, type: z.string(), done: z.boolean() }),
  /** A task that the user started here, by its key in the journal. */
  z.object({ kind: z.literal("task"), ...partKey, task: z.string(), media: z.enum(mediaKinds) }),
]);
export type AnswerPart = z.infer<typeof answerPartSchema>;
export type AnswerPartKind = AnswerPart["kind"];

/** @internal */
export const attachmentKinds = ["text", "image", "audio", "video", "document"] as const;
/** Something sent along with a prompt; its content stays with the host. */
export const attachmentSchema = z.object({
  id: z.string(),
  kind: z.enum(attachmentKinds),
  name: z.string(),
  mediaType: z.string(),
  /** Bytes; 0 for one that the service fetches from `url`. */
  size: z.number(),
  url: z.optional(z.string()),
});
export type Attachment = z.infer<typeof attachmentSchema>;

/** How an answer stands: running, ended by the user, or ended as the service reported. */
export const answerStates = ["waiting", "streaming", "stopped", ...responseOutcomes] as const;
export type AnswerState = (typeof answerStates)[number];

/** What a person can do about an error, other than to try again. @internal */
export const turnHelps = ["setKey", "chooseModel", "changeRequest", "openAccountPage", "openSettings"] as const;
export type TurnHelp = (typeof turnHelps)[number];

/** What went wrong, for a person; never a prompt, a body or a key. */
export const turnErrorSchema = z.object({
  kind: z.string(),
  message: z.string(),
  code: z.optional(z.string()),
  requestId: z.optional(z.string()),
  help: z.optional(z.enum(turnHelps)),
  /** Unix milliseconds; before, the service takes no request. */
  retryAt: z.optional(z.number()),
});
export type TurnError = z.infer<typeof turnErrorSchema>;

const turnLocation = {
  id: z.string(),
  /** The turn that it follows; null: the conversation's first. Turns with one parent are siblings, of which one is chosen. */
  parentId: z.nullable(z.string()),
  /** Unix milliseconds. */
  createdAt: z.number(),
};

export const userTurnSchema = z.object({
  role: z.literal("user"),
  ...turnLocation,
  text: z.string(),
  attachments: z.array(attachmentSchema),
  /** A prompt document composed it. */
  document: z.optional(documentPromptSchema),
});
export type UserTurn = z.infer<typeof userTurnSchema>;

/** One of the requests that a continued answer came from. Token counts and time are those of this request alone. */
const answerRequestSchema = z.object({
  /** Unix milliseconds. */
  createdAt: z.number(),
  responseId: z.optional(z.string()),
  usage: z.optional(usageSchema),
  milliseconds: z.optional(z.number()),
});

/** Of an answer that was continued: what there was of it before the last request, whose id, usage, time and end are the turn's own. */
const continuedSchema = z.object({
  /** Oldest first. */
  earlier: z.array(answerRequestSchema),
  /** Unix milliseconds: when the last request was made. */
  since: z.number(),
  /** The answer as it was then. Kept as long as what the last request brought can be fetched in place of what arrived of it. */
  parts: z.optional(z.array(answerPartSchema)),
});

export const assistantTurnSchema = z.object({
  role: z.literal("assistant"),
  ...turnLocation,
  model: z.string(),
  /** true: the built-in service answered. */
  demo: z.boolean(),
  state: z.enum(answerStates),
  parts: z.array(answerPartSchema),
  responseId: z.optional(z.string()),
  usage: z.optional(usageSchema),
  /** From the request to the end of the answer. */
  milliseconds: z.optional(z.number()),
  error: z.optional(turnErrorSchema),
  incompleteReason: z.optional(z.string()),
  /** Unix milliseconds; before, the prompt is not sent again, since the service's request limit is reached. */
  delayedUntil: z.optional(z.number()),
  continued: z.optional(continuedSchema),
  /** The id of another answer to the same prompt, beside which it is shown until one of the two is kept. */
  comparedWith: z.optional(z.string()),
});
export type AssistantTurn = z.infer<typeof assistantTurnSchema>;

export const turnSchema = z.discriminatedUnion("role", [userTurnSchema, assistantTurnSchema]);
export type Turn = z.infer<typeof turnSchema>;

/** The `image_generation` tool's fields; empty: not sent. */
const imageOptionsSchema = z.object({ size: z.string(), quality: z.string(), aspectRatio: z.string() });

/** What is sent with every request of one conversation. Empty texts are not sent. */
export const conversationSettingsSchema = z.object({
  model: z.string(),
  effort: z.enum(["", ...reasoningEfforts]),
  webSearch: z.boolean(),
  imageGeneration: z.boolean(),
  image: imageOptionsSchema,
  instructions: z.string(),
});
export type ConversationSettings = z.infer<typeof conversationSettingsSchema>;

/** Only what is changed. */
export const changedSettingsSchema = z.partial(conversationSettingsSchema);
export type ChangedSettings = z.infer<typeof changedSettingsSchema>;

export const defaultSettings: ConversationSettings = {
  model: "",
  effort: "",
  webSearch: false,
  imageGeneration: false,
  image: { size: "", quality: "", aspectRatio: "" },
  instructions: "",
};

/** A prompt that waits for the running answer to end. */
export const queuedPromptSchema = z.object({
  id: z.string(),
  text: z.string(),
  attachments: z.array(attachmentSchema),
  document: z.optional(documentPromptSchema),
});
export type QueuedPrompt = z.infer<typeof queuedPromptSchema>;

/** Why queued prompts are not sent until the user asks for it: the last answer was stopped, failed or was cut off, or nobody was there to send them. */
export const queuePauses = ["stopped", "failed", "truncated", "closed"] as const;
export type QueuePause = (typeof queuePauses)[number];

export type AnswerRequest = z.infer<typeof answerRequestSchema>;

/** What an answer's last request was, in a shape of its own. */
export function lastRequest({ createdAt, continued, responseId, usage, milliseconds }: AssistantTurn): AnswerRequest {
  return {
    createdAt: continued?.since ?? createdAt,
    ...(responseId === undefined ? {} : { responseId }),
    ...(usage === undefined ? {} : { usage }),
    ...(milliseconds === undefined ? {} : { milliseconds }),
  };
}

/** The requests that an answer came from, oldest first: one, and another for each time that it was continued. */
export function requestsOf(turn: AssistantTurn): AnswerRequest[] {
  return [...(turn.continued?.earlier ?? []), lastRequest(turn)];
}

/** Whether the service may still have what a request brought. `now`: Unix milliseconds. */
export function isStored({ responseId, createdAt }: AnswerRequest, now: number): boolean {
  return responseId !== undefined && now - createdAt < storageMilliseconds;
}

/** Whether the service may still have the rest of an answer that was cut off or stopped. */
export function isFetchable(turn: AssistantTurn, now: number): boolean {
  const isPartial = turn.state === "truncated" || turn.state === "stopped" || turn.state === "aborted";
  const isSeparable = turn.continued === undefined || turn.continued.parts !== undefined;
  return isPartial && isSeparable && isStored(lastRequest(turn), now);
}

/** Whether a model can be asked for the rest of an answer: it ended before it was complete, and there is a text to go on from. */
export function isContinuable({ state, parts, incompleteReason }: AssistantTurn): boolean {
  const isPartial = state === "stopped" || state === "aborted" || state === "truncated" || state === "failed";
  const mayGoOn = isPartial || (state === "incomplete" && incompleteReason !== "content_filter");
  return mayGoOn && parts.some((part) => part.kind === "text" && part.text.trim() !== "");
}

/** The answer without what only the installation that asked for it can use. */
export function withoutFetching(turn: AssistantTurn): AssistantTurn {
  if (turn.continued === undefined) return turn;
  const { parts: _, ...continued } = turn.continued;
  return { ...turn, continued };
}

export function isRunning(state: AnswerState): boolean {
  return state === "waiting" || state === "streaming";
}
