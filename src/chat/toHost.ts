/** A message of unknown shape from the panel in; one of those that the host knows, or undefined, out. */
import * as z from "zod/mini";
import { message, simpleMessage } from "./messageShapes.ts";
import { changedSettingsSchema } from "./turn.ts";

const turnMessage = <const Type extends string>(type: Type) => message(type, { turnId: z.string() });
const code = { code: z.string(), language: z.string() };
const picture = { file: z.string() };

/** From the panel to the host. Each of them a webview under attack could send: the host checks what it names. */
export const toHostSchema = z.discriminatedUnion("type", [
  simpleMessage("ready"),
  /** The user went into the panel: commands are for the one that was used last. */
  simpleMessage("focused"),
  /** The user left it, and nothing more: keys are not for it any longer. */
  simpleMessage("blurred"),
  message("send", { text: z.string() }),
  /** The unsent prompt as it stands: the host keeps it, since a window may end before it stores what its views remember. */
  message("keepDraft", { conversationId: z.string(), text: z.string() }),
  simpleMessage("stop"),
  simpleMessage("newConversation"),
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
  simpleMessage("refreshModels"),
  message("setFavourite", { model: z.string(), favourite: z.boolean() }),
  message("savePreset", { name: z.string(), text: z.string() }),
  message("deletePreset", { name: z.string() }),
  message("searchConversations", { query: z.string() }),
  message("openConversation", { id: z.string() }),
  message("renameConversation", { id: z.string(), title: z.string() }),
  message("deleteConversation", { id: z.string() }),
  message("exportConversation", { id: z.string(), format: z.enum(["markdown", "json"]) }),
  simpleMessage("importConversation"),
  simpleMessage("openInEditor"),
  message("searchFiles", { query: z.string() }),
  message("attach", { what: z.enum(["activeFile", "selection", "picker"]) }),
  message("attachPath", { path: z.string() }),
  message("attachUrl", { url: z.string() }),
  /** A pasted or dropped file; `data` is base64. */
  message("attachData", { name: z.string(), mediaType: z.string(), data: z.string() }),
  /** The user agreed: each picture is told to the panel by `shrinkPicture`. */
  simpleMessage("shrinkPictures"),
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
  simpleMessage("setKey"),
  simpleMessage("openAccountPage"),
  simpleMessage("openSettings"),
]);
export type ToHost = z.infer<typeof toHostSchema>;
export type ToHostType = ToHost["type"];

export function readToHost(value: unknown): ToHost | undefined {
  const read = toHostSchema.safeParse(value);
  return read.success ? read.data : undefined;
}
