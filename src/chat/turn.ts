/** Nothing in; the schemas and types of what a conversation is made of out: turns, the parts of an answer, attachments. */
import * as z from "zod/mini";
import { reasoningEfforts } from "../contract/reasoningEffort.ts";
import { responseOutcomes } from "../contract/responseOutcome.ts";
import { usageSchema } from "../contract/usage.ts";

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
  /** `file`: the picture's name in the chat's picture folder, once it is whole. */
  z.object({
    kind: z.literal("image"),
    ...partKey,
    state: z.enum(["drawing", "ready", "damaged"]),
    file: z.optional(z.string()),
  }),
  /** Something else that the service did, e.g. `web_search_call`: only its type is told. */
  z.object({ kind: z.literal("step"), ...partKey, type: z.string(), done: z.boolean() }),
]);
export type AnswerPart = z.infer<typeof answerPartSchema>;
export type AnswerPartKind = AnswerPart["kind"];

export const attachmentKinds = ["text", "image", "document"] as const;
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

/** How an answer stands: running, ended by the user, or ended as the service told. */
export const answerStates = ["waiting", "streaming", "stopped", ...responseOutcomes] as const;
export type AnswerState = (typeof answerStates)[number];

/** What a person can do about an error, other than to try again. */
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

const turnPlace = {
  id: z.string(),
  /** The turn that it follows; null: the conversation's first. Turns with one parent are siblings, of which one is chosen. */
  parentId: z.nullable(z.string()),
  /** Unix milliseconds. */
  createdAt: z.number(),
};

export const userTurnSchema = z.object({
  role: z.literal("user"),
  ...turnPlace,
  text: z.string(),
  attachments: z.array(attachmentSchema),
});
export type UserTurn = z.infer<typeof userTurnSchema>;

export const assistantTurnSchema = z.object({
  role: z.literal("assistant"),
  ...turnPlace,
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
});
export type AssistantTurn = z.infer<typeof assistantTurnSchema>;

export const turnSchema = z.discriminatedUnion("role", [userTurnSchema, assistantTurnSchema]);
export type Turn = z.infer<typeof turnSchema>;

/** The `image_generation` tool's fields; empty: not sent. */
export const imageOptionsSchema = z.object({ size: z.string(), quality: z.string(), aspectRatio: z.string() });

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
export const queuedPromptSchema = z.object({ id: z.string(), text: z.string(), attachments: z.array(attachmentSchema) });
export type QueuedPrompt = z.infer<typeof queuedPromptSchema>;

export function isRunning(state: AnswerState): boolean {
  return state === "waiting" || state === "streaming";
}
