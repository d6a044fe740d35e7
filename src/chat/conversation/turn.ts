/** The schemas and types of a conversation's turns, answer parts and attachments. */
import * as z from "zod/mini";
import { storageMilliseconds } from "../../contract/limits.ts";
import { reasoningEfforts } from "../../contract/reasoningEffort.ts";
import { usageSchema } from "../../contract/usage.ts";
import { outcomes } from "../../output/outcome.ts";
import { outputPartSchema } from "../../output/outputPart.ts";
import { documentPromptSchema } from "./documentPrompt.ts";

/** @internal */
export const attachmentKinds = ["text", "image", "audio", "video", "document"] as const;
/** An attachment of a prompt; its content stays in the host. */
export const attachmentSchema = z.object({
  id: z.string(),
  kind: z.enum(attachmentKinds),
  name: z.string(),
  mediaType: z.string(),
  /** Bytes; 0 if the service fetches the file from `url`. */
  size: z.number(),
  url: z.optional(z.string()),
  /** Present if it states what every answer should follow. */
  role: z.optional(z.literal("instructions")),
});
export type Attachment = z.infer<typeof attachmentSchema>;

/** The states of an answer: running, stopped by the user, or ended as reported by the service. */
export const answerStates = ["waiting", "streaming", "stopped", ...outcomes] as const;
export type AnswerState = (typeof answerStates)[number];

/** What the user can do about an error other than trying again. @internal */
export const turnHelps = ["setKey", "chooseModel", "changeRequest", "openAccountPage", "openSettings"] as const;
export type TurnHelp = (typeof turnHelps)[number];

/** An error for the user; never contains a prompt, a body or a key. */
export const turnErrorSchema = z.object({
  kind: z.string(),
  message: z.string(),
  code: z.optional(z.string()),
  /** The service's code, type, parameter and status, for a report to its operator. */
  codes: z.optional(z.string()),
  requestId: z.optional(z.string()),
  help: z.optional(z.enum(turnHelps)),
  /** Unix milliseconds; the service accepts no request before that. */
  retryAt: z.optional(z.number()),
});
export type TurnError = z.infer<typeof turnErrorSchema>;

/** @internal */
export const refusableSettings = ["webSearch", "imageGeneration", "effort", "instructions"] as const;
export type RefusableSetting = (typeof refusableSettings)[number];

const turnLocation = {
  id: z.string(),
  /** The previous turn; null: the first turn of the conversation. Turns with the same parent are siblings, of which one is chosen. */
  parentId: z.nullable(z.string()),
  /** Unix milliseconds. */
  createdAt: z.number(),
};

export const userTurnSchema = z.object({
  role: z.literal("user"),
  ...turnLocation,
  text: z.string(),
  attachments: z.array(attachmentSchema),
  /** Present if a prompt document composed the prompt. */
  document: z.optional(documentPromptSchema),
});
export type UserTurn = z.infer<typeof userTurnSchema>;

/** One of the requests of a continued answer. Token counts and time are those of this request only. */
const answerRequestSchema = z.object({
  /** Unix milliseconds. */
  createdAt: z.number(),
  responseId: z.optional(z.string()),
  usage: z.optional(usageSchema),
  milliseconds: z.optional(z.number()),
});

/**
 * Present if the answer was continued: its state before the last request.
 * The turn's own id, usage, time and end are those of the last request.
 */
const continuedSchema = z.object({
  /** Oldest first. */
  earlier: z.array(answerRequestSchema),
  /** Unix milliseconds: the time of the last request. */
  since: z.number(),
  /** The parts of the answer at that time. Kept while the answer to the last request can still be fetched again. */
  parts: z.optional(z.array(outputPartSchema)),
});

export const assistantTurnSchema = z.object({
  role: z.literal("assistant"),
  ...turnLocation,
  model: z.string(),
  /** true: answered by a demo. */
  demo: z.boolean(),
  state: z.enum(answerStates),
  parts: z.array(outputPartSchema),
  /** The key of its last request in the journal of this installation. */
  generation: z.optional(z.string()),
  responseId: z.optional(z.string()),
  usage: z.optional(usageSchema),
  /** From the request to the end of the answer. */
  milliseconds: z.optional(z.number()),
  error: z.optional(turnErrorSchema),
  incompleteReason: z.optional(z.string()),
  /** Unix milliseconds; the prompt is not sent again before that, because the service's request limit is reached. */
  delayedUntil: z.optional(z.number()),
  continued: z.optional(continuedSchema),
  /** The id of another answer to the same prompt, which is shown beside this one until the user keeps one of them. */
  comparedWith: z.optional(z.string()),
  /** Names of files that were not sent, because the model cannot read them. */
  leftOut: z.optional(z.array(z.string())),
  /** Settings that were not sent, because the model's service has refused them before. */
  settingsLeftOut: z.optional(z.array(z.enum(refusableSettings))),
});
export type AssistantTurn = z.infer<typeof assistantTurnSchema>;

export const turnSchema = z.discriminatedUnion("role", [userTurnSchema, assistantTurnSchema]);
export type Turn = z.infer<typeof turnSchema>;

/** Fields of the `image_generation` tool; empty ones are not sent. */
const imageOptionsSchema = z.object({ size: z.string(), quality: z.string(), aspectRatio: z.string() });

/** Settings that are sent with every request of a conversation. Empty texts are not sent. */
export const conversationSettingsSchema = z.object({
  model: z.string(),
  effort: z.enum(["", ...reasoningEfforts]),
  webSearch: z.boolean(),
  imageGeneration: z.boolean(),
  image: imageOptionsSchema,
  instructions: z.string(),
});
export type ConversationSettings = z.infer<typeof conversationSettingsSchema>;

/** Only the changed settings. */
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

/** What is asked of an existing turn. `edit`: the text becomes a new message after `parentId`, beside the edited one. */
const queuedActionSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("edit"), parentId: z.nullable(z.string()) }),
  z.object({ type: z.literal("regenerate"), turnId: z.string(), model: z.optional(z.string()) }),
  z.object({ type: z.literal("compare"), turnId: z.string(), model: z.string() }),
  z.object({ type: z.literal("continue"), turnId: z.string() }),
  z.object({ type: z.literal("fetch"), turnId: z.string() }),
]);
export type QueuedAction = z.infer<typeof queuedActionSchema>;

/** A prompt that waits for the running answer to end. */
export const queuedPromptSchema = z.object({
  id: z.string(),
  /** What the user wrote; with an action on an answer, the message that it answers. */
  text: z.string(),
  action: z.optional(queuedActionSchema),
  attachments: z.array(attachmentSchema),
  document: z.optional(documentPromptSchema),
});
export type QueuedPrompt = z.infer<typeof queuedPromptSchema>;

/**
 * Why queued prompts wait until the user continues the queue: the last answer was stopped, failed or was truncated, the window was
 * closed before they were sent, or the user did not want to exceed the budget.
 */
export const queuePauses = ["stopped", "failed", "truncated", "closed", "budget"] as const;
export type QueuePause = (typeof queuePauses)[number];

export type AnswerRequest = z.infer<typeof answerRequestSchema>;

/** The last request of an answer. */
export function lastRequest({ createdAt, continued, responseId, usage, milliseconds }: AssistantTurn): AnswerRequest {
  return {
    createdAt: continued?.since ?? createdAt,
    ...(responseId === undefined ? {} : { responseId }),
    ...(usage === undefined ? {} : { usage }),
    ...(milliseconds === undefined ? {} : { milliseconds }),
  };
}

/** The requests of an answer, oldest first: the original one, and one for each time that it was continued. */
export function requestsOf(turn: AssistantTurn): AnswerRequest[] {
  return [...(turn.continued?.earlier ?? []), lastRequest(turn)];
}

/** Whether the service may still have the answer to a request. `now`: Unix milliseconds. */
export function isStored({ responseId, createdAt }: AnswerRequest, now: number): boolean {
  return responseId !== undefined && now - createdAt < storageMilliseconds;
}

/** Whether the service may still have the rest of a truncated or stopped answer. */
export function isFetchable(turn: AssistantTurn, now: number): boolean {
  const isPartial = turn.state === "truncated" || turn.state === "stopped" || turn.state === "aborted";
  const isSeparable = turn.continued === undefined || turn.continued.parts !== undefined;
  return isPartial && isSeparable && isStored(lastRequest(turn), now);
}

/** Whether a model can be asked for the rest of an answer: the answer is incomplete, and has text to continue from. */
export function isContinuable({ state, parts, incompleteReason }: AssistantTurn): boolean {
  const isPartial = state === "stopped" || state === "aborted" || state === "truncated" || state === "failed";
  const mayGoOn = isPartial || (state === "incomplete" && incompleteReason !== "content_filter" && incompleteReason !== "prompt_truncated");
  return mayGoOn && parts.some((part) => part.kind === "text" && part.text.trim() !== "");
}

/** The answer without the data for fetching it again, which only the original installation can do. */
export function withoutFetching(turn: AssistantTurn): AssistantTurn {
  if (turn.continued === undefined) return turn;
  const { parts: _, ...continued } = turn.continued;
  return { ...turn, continued };
}

export function isRunning(state: AnswerState): boolean {
  return state === "waiting" || state === "streaming";
}

/** Whether the service reported that the answer is complete, so that a code block without a closing fence is too. */
export function isWhole(state: AnswerState): boolean {
  return state === "completed" || state === "refused";
}
