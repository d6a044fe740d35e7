/** What the chat's host pushes to its page. */
import * as z from "zod/mini";
import { inputParts } from "../../contract/inputParts.ts";
import { toolTypes } from "../../contract/models.ts";
import { changeSchema } from "../conversation/change.ts";
import { conversationSchema, conversationSummarySchema } from "../conversation/conversation.ts";
import { presetSchema } from "../conversation/instructionPreset.ts";
import { attachmentSchema } from "../conversation/turn.ts";
import { lazily, lazyPushes } from "../lazySchemas.ts";
import { panelTaskSchema } from "./panelTask.ts";

/** A model in the picker. `fitness`: whether it can probably answer with text. */
export const panelModelSchema = lazily(() =>
  z.object({
    id: z.string(),
    provider: z.string(),
    favourite: z.boolean(),
    /** Recently used; set only in long lists. */
    recent: z.optional(z.boolean()),
    fitness: z.enum(["yes", "no", "perhaps"]),
    /** Maximum tokens of a request and its answer together; absent: not known. */
    context: z.optional(z.number()),
    /** The files that it reads; absent: not known. */
    input: z.optional(z.array(z.enum(inputParts))),
    /** The tools that it calls; absent: not known. */
    tools: z.optional(z.array(z.enum(toolTypes))),
    /** What it can do, in a few words. */
    facts: z.optional(z.array(z.string())),
    /** What the service reports of it, in lines. */
    about: z.optional(z.string()),
  }),
);
export type PanelModel = z.infer<ReturnType<typeof panelModelSchema>>;

const automaticAttachmentSchema = lazily(() => z.object({ attachment: attachmentSchema, isSent: z.boolean() }));
export type AutomaticAttachment = z.infer<ReturnType<typeof automaticAttachmentSchema>>;

/** An engine without a model can download one. `isConfigured`: it is one of the providers. */
const engineSchema = lazily(() =>
  z.object({ name: z.string(), label: z.string(), models: z.number(), isConfigured: z.optional(z.boolean()) }),
);
export type PanelEngine = z.infer<ReturnType<typeof engineSchema>>;

/** The first paint waits for the first of them, but not for the schemas of the others. */
export const chatPushSchema = lazyPushes({
  /**
   * Everything that the panel shows; replaces the previous content. `imageFolder`: base address of the images. `draft`: the unsent prompt.
   * `replacesDeleted`: the previous conversation was deleted; if that happened in the list, the list stays open.
   */
  conversation: () => ({
    conversation: conversationSchema,
    imageFolder: z.string(),
    draft: z.optional(z.string()),
    replacesDeleted: z.optional(z.boolean()),
  }),
  changes: () => ({ conversationId: z.string(), changes: z.array(changeSchema()) }),
  models: () => ({ models: z.array(panelModelSchema()), error: z.optional(z.string()) }),
  /** `needsKey`: no API key is stored for the service. */
  service: () => ({ name: z.string(), demo: z.boolean(), needsKey: z.optional(z.boolean()) }),
  /** Engines on this machine that can be added, and those without a model, shown in an empty chat. */
  engines: () => ({ engines: z.array(engineSchema()) }),
  /** The cost of all answers of today, if the service reports costs. */
  costToday: () => ({ cost: z.optional(z.number()) }),
  /** VS Code can dictate, or no longer. Until the first of these, the page shows no microphone. */
  dictation: () => ({ state: z.enum(["none", "ready", "running"]) }),
  presets: () => ({ presets: z.array(presetSchema) }),
  conversations: () => ({ query: z.string(), conversations: z.array(conversationSummarySchema()) }),
  /** The chips of the unsent prompt. */
  attachments: () => ({ attachments: z.array(attachmentSchema), error: z.optional(z.string()) }),
  /** What is sent with the next message without being asked for. `isSent`: an earlier message contains it, so it is not sent again. */
  automaticAttachments: () => ({ offers: z.array(automaticAttachmentSchema()) }),
  /** An image that the user wants to scale down. The panel can do that, the host cannot. `data` is base64; `bytes` is the maximum size. */
  shrinkImage: () => ({
    id: z.string(),
    mediaType: z.string(),
    data: z.string(),
    bytes: z.number(),
    isConverted: z.optional(z.boolean()),
  }),
  task: () => ({ task: panelTaskSchema() }),
  /** Reads an answer aloud, starting with this sentence. */
  readAloud: () => ({ turnId: z.string(), index: z.number() }),
  /** Inserts a text into the input, e.g. from a selection. */
  draft: () => ({ text: z.string() }),
  /** From the context menu: copies the selection, or the element that the menu was opened on. */
  copyClicked: () => ({ what: z.enum(["code", "image", "markdown", "selection"]) }),
  focusInput: () => ({}),
  focusLastMessage: () => ({}),
  find: () => ({}),
  showConversations: () => ({}),
});
export type ChatPush = z.infer<typeof chatPushSchema>;
