/** A message of unknown shape from the host in; one of those that the panel knows, or undefined, out. */
import * as z from "zod/mini";
import { changeSchema } from "./change.ts";
import { conversationSchema, conversationSummarySchema } from "./conversation.ts";
import { presetSchema } from "./instructionPreset.ts";
import { message, simpleMessage } from "./messageShapes.ts";
import { attachmentSchema } from "./turn.ts";

// zod compiles schemas with `new Function` where it may; the panel's content security policy forbids that, and reports each try.
z.config({ jitless: true });

/** A model as the picker shows it. `fitness`: whether it is believed to answer with text. */
export const panelModelSchema = z.object({
  id: z.string(),
  provider: z.string(),
  favourite: z.boolean(),
  fitness: z.enum(["yes", "no", "perhaps"]),
});
export type PanelModel = z.infer<typeof panelModelSchema>;

/** From the host to the panel. */
export const toPanelSchema = z.discriminatedUnion("type", [
  /** Everything that the panel shows; replaces what it showed before. `imageFolder`: the address below which pictures lie. `draft`: the unsent prompt. `replacesDeleted`: the one before was deleted, perhaps in the list, which then stays. */
  message("conversation", {
    conversation: conversationSchema,
    imageFolder: z.string(),
    draft: z.optional(z.string()),
    replacesDeleted: z.optional(z.boolean()),
  }),
  message("changes", { conversationId: z.string(), changes: z.array(changeSchema) }),
  message("models", { models: z.array(panelModelSchema), problem: z.optional(z.string()) }),
  message("service", { name: z.string(), demo: z.boolean() }),
  message("presets", { presets: z.array(presetSchema) }),
  message("conversations", { query: z.string(), conversations: z.array(conversationSummarySchema) }),
  message("files", { query: z.string(), files: z.array(z.object({ path: z.string(), name: z.string(), folder: z.string() })) }),
  /** The chips of the prompt that is being written. */
  message("attachments", { attachments: z.array(attachmentSchema), problem: z.optional(z.string()) }),
  /** A picture that the user wants smaller: the panel can draw it anew, the host cannot. `data` is base64; `bytes` is how large it may be. */
  message("shrinkPicture", { id: z.string(), mediaType: z.string(), data: z.string(), bytes: z.number() }),
  /** A picture of a remote host that the user allowed, and where its copy lies. */
  message("remoteImage", { url: z.string(), source: z.optional(z.string()) }),
  /** Puts a text into the input, e.g. from a selection. */
  message("draft", { text: z.string() }),
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
