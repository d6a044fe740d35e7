/** A message of unknown shape in; a member of the closed union for its direction, or undefined, out. */
import * as z from "zod/mini";
import { changeSchema } from "./change.ts";
import { conversationSchema, conversationSummarySchema } from "./conversation.ts";
import { attachmentSchema, changedSettingsSchema } from "./turn.ts";

// zod compiles schemas with `new Function` where it may; the panel's content security policy forbids that, and reports each try.
z.config({ jitless: true });

const message = <const Type extends string, const Fields extends z.core.$ZodShape>(type: Type, fields: Fields) =>
  z.object({ type: z.literal(type), ...fields });
const simple = <const Type extends string>(type: Type) => z.object({ type: z.literal(type) });

/** A model as the picker shows it. `fitness`: whether it is believed to answer with text. */
export const panelModelSchema = z.object({
  id: z.string(),
  provider: z.string(),
  favourite: z.boolean(),
  fitness: z.enum(["yes", "no", "perhaps"]),
});
export type PanelModel = z.infer<typeof panelModelSchema>;

export const presetSchema = z.object({ name: z.string(), text: z.string() });
export type InstructionPreset = z.infer<typeof presetSchema>;

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
  simple("focusInput"),
  simple("focusLastMessage"),
  simple("find"),
  simple("showConversations"),
]);
export type ToPanel = z.infer<typeof toPanelSchema>;

const turnMessage = <const Type extends string>(type: Type) => message(type, { turnId: z.string() });
const code = { code: z.string(), language: z.string() };
const picture = { file: z.string() };

/** From the panel to the host. Each of them a webview under attack could send: the host checks what it names. */
export const toHostSchema = z.discriminatedUnion("type", [
  simple("ready"),
  /** The user went into the panel: commands are for the one that was used last. */
  simple("focused"),
  message("send", { text: z.string() }),
  /** The unsent prompt as it stands: the host keeps it, since a window may end before it stores what its views remember. */
  message("keepDraft", { conversationId: z.string(), text: z.string() }),
  simple("stop"),
  simple("newConversation"),
  turnMessage("regenerate"),
  turnMessage("deleteTurn"),
  turnMessage("chooseTurn"),
  turnMessage("saveAsPromptDocument"),
  message("resend", { turnId: z.string(), text: z.string() }),
  message("removeQueued", { id: z.string() }),
  /** The prompt is not sent, but edited: with its attachments it becomes the beginning of the draft. */
  message("takeBackQueued", { id: z.string() }),
  /** It is sent one place earlier. */
  message("hastenQueued", { id: z.string() }),
  /** Only what is changed: an earlier change may not be back at the panel yet. */
  message("changeSettings", { settings: changedSettingsSchema }),
  simple("refreshModels"),
  message("setFavourite", { model: z.string(), favourite: z.boolean() }),
  message("savePreset", { name: z.string(), text: z.string() }),
  message("deletePreset", { name: z.string() }),
  message("searchConversations", { query: z.string() }),
  message("openConversation", { id: z.string() }),
  message("renameConversation", { id: z.string(), title: z.string() }),
  message("deleteConversation", { id: z.string() }),
  message("exportConversation", { id: z.string(), format: z.enum(["markdown", "json"]) }),
  simple("importConversation"),
  simple("openInEditor"),
  message("searchFiles", { query: z.string() }),
  message("attach", { what: z.enum(["activeFile", "selection", "picker"]) }),
  message("attachPath", { path: z.string() }),
  message("attachUrl", { url: z.string() }),
  /** A pasted or dropped file; `data` is base64. */
  message("attachData", { name: z.string(), mediaType: z.string(), data: z.string() }),
  /** The user agreed: each picture is told to the panel by `shrinkPicture`. */
  simple("shrinkPictures"),
  /** The same picture, made smaller by the panel. */
  message("replaceAttachment", { id: z.string(), mediaType: z.string(), data: z.string() }),
  message("removeAttachment", { id: z.string() }),
  message("copy", { text: z.string() }),
  message("insertCode", code),
  message("applyCode", code),
  message("newFile", code),
  message("openLink", { url: z.string() }),
  message("loadImage", { url: z.string() }),
  message("saveImage", picture),
  message("insertImage", picture),
  message("useImage", picture),
  simple("setKey"),
]);
export type ToHost = z.infer<typeof toHostSchema>;
export type ToHostType = ToHost["type"];

export function readToPanel(value: unknown): ToPanel | undefined {
  const read = toPanelSchema.safeParse(value);
  return read.success ? read.data : undefined;
}

export function readToHost(value: unknown): ToHost | undefined {
  const read = toHostSchema.safeParse(value);
  return read.success ? read.data : undefined;
}
