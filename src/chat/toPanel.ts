/** The messages from the host to the panel. */
import * as z from "zod/mini";
import { changeSchema } from "./change.ts";
import { conversationSchema, conversationSummarySchema } from "./conversation.ts";
import { presetSchema } from "./instructionPreset.ts";
import { message, simpleMessage } from "./messageSchemas.ts";
import { panelTaskSchema } from "./panelTask.ts";
import { panelPromptSchema, promptFormSchema } from "./promptForm.ts";
import { attachmentSchema } from "./turn.ts";

// zod compiles schemas with `new Function` where it may; the panel's content security policy forbids that, and reports each try.
z.config({ jitless: true });

/** A model as the picker shows it. `fitness`: whether it is believed to answer with text. */
const panelModelSchema = z.object({
  id: z.string(),
  provider: z.string(),
  favourite: z.boolean(),
  /** Used recently, in a list that is long. */
  recent: z.optional(z.boolean()),
  fitness: z.enum(["yes", "no", "perhaps"]),
  /** Tokens that a request and its answer may have together; absent: not known. */
  context: z.optional(z.number()),
});
export type PanelModel = z.infer<typeof panelModelSchema>;

/** A file or folder of the workspace. `folder`: where it lies; "" at the top. */
const foundFileSchema = z.object({ path: z.string(), name: z.string(), folder: z.string(), isFolder: z.optional(z.boolean()) });
export type PanelFile = z.infer<typeof foundFileSchema>;

/** A symbol of the workspace. `location`: what contains it, and its file. */
const foundSymbolSchema = z.object({ id: z.string(), name: z.string(), location: z.string() });
export type PanelSymbol = z.infer<typeof foundSymbolSchema>;

const engineSchema = z.object({ name: z.string(), label: z.string(), models: z.number() });
export type PanelEngine = z.infer<typeof engineSchema>;

/** From the host to the panel. */
const toPanelSchema = z.discriminatedUnion("type", [
  /** Everything that the panel shows; replaces what it showed before. `imageFolder`: the address below which images lie. `draft`: the unsent prompt. `replacesDeleted`: the one before was deleted, perhaps in the list, which then stays. */
  message("conversation", {
    conversation: conversationSchema,
    imageFolder: z.string(),
    draft: z.optional(z.string()),
    replacesDeleted: z.optional(z.boolean()),
  }),
  message("changes", { conversationId: z.string(), changes: z.array(changeSchema) }),
  message("models", { models: z.array(panelModelSchema), error: z.optional(z.string()) }),
  /** `needsKey`: no API key is stored for it. */
  message("service", { name: z.string(), demo: z.boolean(), needsKey: z.optional(z.boolean()) }),
  /** Engines on this machine that can be added, for the empty chat. */
  message("engines", { engines: z.array(engineSchema) }),
  /** What all answers of today cost, where the service reports costs. */
  message("costToday", { cost: z.optional(z.number()) }),
  message("presets", { presets: z.array(presetSchema) }),
  message("conversations", { query: z.string(), conversations: z.array(conversationSummarySchema) }),
  message("files", { query: z.string(), files: z.array(foundFileSchema) }),
  /** The prompt documents that can be sent. */
  message("prompts", { prompts: z.array(panelPromptSchema) }),
  /** The form of the chosen prompt document, above the input of the conversation; without one it is closed. */
  message("promptForm", { conversationId: z.string(), form: z.optional(promptFormSchema) }),
  message("symbols", { query: z.string(), symbols: z.array(foundSymbolSchema) }),
  /** Whether the files that answers name exist. */
  message("filesFound", { files: z.array(z.object({ path: z.string(), exists: z.boolean() })) }),
  /** The chips of the prompt that is being written. */
  message("attachments", { attachments: z.array(attachmentSchema), error: z.optional(z.string()) }),
  /** `data` is base64. */
  message("attachmentContent", { id: z.string(), data: z.string() }),
  /** An image that the user wants smaller: the panel can draw it anew, the host cannot. `data` is base64; `bytes` is how large it may be. */
  message("shrinkImage", { id: z.string(), mediaType: z.string(), data: z.string(), bytes: z.number() }),
  message("task", { task: panelTaskSchema }),
  /** An image of a remote host that the user allowed, and where its copy lies. */
  message("remoteImage", { url: z.string(), source: z.optional(z.string()) }),
  /** A spoken sentence; `data` is base64. Without it there is none, and nothing more is read. */
  message("speech", { reading: z.number(), index: z.number(), data: z.optional(z.string()), mediaType: z.optional(z.string()) }),
  /** Reads an answer aloud from this sentence on. */
  message("readAloud", { turnId: z.string(), index: z.number() }),
  /** Puts a text into the input, e.g. from a selection. */
  message("draft", { text: z.string() }),
  /** From the context menu: copies what is selected, or what it was opened on. */
  message("copyClicked", { what: z.enum(["code", "image", "markdown", "selection"]) }),
  simpleMessage("focusInput"),
  simpleMessage("focusLastMessage"),
  simpleMessage("find"),
  simpleMessage("showConversations"),
]);
export type ToPanel = z.infer<typeof toPanelSchema>;

export function readToPanel(value: unknown): ToPanel | undefined {
  const read = toPanelSchema.safeParse(value);
  return read.success ? read.data : undefined;
}
