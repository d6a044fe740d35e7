/** The messages from the panel to the host. */
import * as z from "zod/mini";
import { message, simpleMessage } from "./messageSchemas.ts";
import { taskActions } from "./panelTask.ts";
import { filledFormSchema } from "./promptForm.ts";
import { changedSettingsSchema } from "./turn.ts";

const turnMessage = <const Type extends string>(type: Type) => message(type, { turnId: z.string() });
const code = { code: z.string(), language: z.string() };
const image = { file: z.string() };

/** What is attached by its kind, where `attachPath` attaches by a name. */
const attachedKinds = [
  "activeFile",
  "selection",
  "openEditors",
  "fileProblems",
  "workspaceProblems",
  "changes",
  "terminalSelection",
  "symbol",
  "folder",
  "picker",
] as const;
export type AttachedKind = (typeof attachedKinds)[number];

/** From the panel to the host. Each of them a webview under attack could send: the host checks what it names. */
export const toHostSchema = z.discriminatedUnion("type", [
  simpleMessage("ready"),
  /** The user went into the panel: commands are for the one that was used last. */
  simpleMessage("focused"),
  /** The user left it, and nothing more: keys are not for it any longer. */
  simpleMessage("blurred"),
  message("send", { text: z.string() }),
  /** Answered by `prompts`. */
  simpleMessage("listPrompts"),
  /** By its id; answered by `promptForm`. */
  message("choosePrompt", { id: z.string() }),
  /** Composes the prompt and sends it; answered by `promptForm`. `text`: what the user adds to it. */
  message("sendPrompt", { form: filledFormSchema, text: z.string() }),
  /** Opens the prompt document in an editor. */
  message("openPrompt", { id: z.string() }),
  /** The unsent prompt as it stands: the host keeps it, since a window may end before it stores what its views remember. */
  message("keepDraft", { conversationId: z.string(), text: z.string() }),
  simpleMessage("stop"),
  simpleMessage("newConversation"),
  /** `model`: another one than the conversation's, for this answer alone. */
  message("regenerate", { turnId: z.string(), model: z.optional(z.string()) }),
  /** Has another model answer the same prompt; both answers are shown side by side. */
  message("compare", { turnId: z.string(), model: z.string() }),
  /** The conversation goes on with this one of two answers that are compared. */
  turnMessage("keepAnswer"),
  /** Fetches the rest of an answer that was cut off or stopped; nothing is generated again. */
  turnMessage("fetchAnswer"),
  /** Asks the model for the rest of an answer that ended before it was complete. */
  turnMessage("continueAnswer"),
  turnMessage("deleteTurn"),
  turnMessage("chooseTurn"),
  turnMessage("saveAsPromptDocument"),
  message("resend", { turnId: z.string(), text: z.string() }),
  message("removeQueued", { id: z.string() }),
  /** Moves a queued prompt, with its attachments, to the beginning of the draft. */
  message("editQueued", { id: z.string() }),
  /** Sends what waits in a paused queue. */
  simpleMessage("resumeQueue"),
  /** Moves a queued prompt one position forward. */
  message("moveQueuedUp", { id: z.string() }),
  /** Only what is changed: an earlier change may not be back at the panel yet. */
  message("changeSettings", { settings: changedSettingsSchema }),
  simpleMessage("refreshModels"),
  message("setFavourite", { model: z.string(), favourite: z.boolean() }),
  message("savePreset", { name: z.string(), text: z.string() }),
  message("deletePreset", { name: z.string() }),
  message("searchConversations", { query: z.string() }),
  /** The list of conversations is shown no more. */
  simpleMessage("closeConversations"),
  message("pinConversation", { id: z.string(), pinned: z.boolean() }),
  message("openConversation", { id: z.string() }),
  message("renameConversation", { id: z.string(), title: z.string() }),
  message("deleteConversation", { id: z.string() }),
  message("exportConversation", { id: z.string(), format: z.enum(["markdown", "json"]) }),
  simpleMessage("importConversation"),
  simpleMessage("openInEditor"),
  message("searchFiles", { query: z.string() }),
  /** Answered by `symbols`. */
  message("searchSymbols", { query: z.string() }),
  /** By the id in the last `symbols`. */
  message("attachSymbol", { id: z.string() }),
  message("attach", { what: z.enum(attachedKinds) }),
  message("attachPath", { path: z.string() }),
  message("attachUrl", { url: z.string() }),
  /** A pasted or dropped file; `data` is base64. */
  message("attachData", { name: z.string(), mediaType: z.string(), data: z.string() }),
  /** The user agreed: each image is sent to the panel by `shrinkImage`. */
  simpleMessage("shrinkImages"),
  /** The same image, made smaller by the panel. */
  message("replaceAttachment", { id: z.string(), mediaType: z.string(), data: z.string() }),
  /** Answered by `attachmentContent`, where the shown conversation or its draft has it. */
  message("readAttachment", { id: z.string() }),
  message("removeAttachment", { id: z.string() }),
  message("copy", { text: z.string() }),
  message("insertCode", code),
  /** `info` follows the opening fence; `before` is the text right before the block, with code in backquotes. */
  message("applyCode", { ...code, info: z.string(), before: z.string() }),
  message("runInTerminal", code),
  message("newFile", code),
  message("openLink", { url: z.string() }),
  /** Which of the paths that answers name exist; answered by `filesFound`. */
  message("findFiles", { paths: z.array(z.string()) }),
  /** Opens a file that an answer names, e.g. `src/add.ts:12:3`. */
  message("openFile", { reference: z.string() }),
  message("loadImage", { url: z.string() }),
  /** A task of the conversation is shown: answered by `task` now, and whenever it changes. */
  message("watchTask", { key: z.string() }),
  message("actOnTask", { turnId: z.string(), action: z.enum(taskActions) }),
  message("saveImage", image),
  message("insertImage", image),
  message("useImage", image),
  /** Puts the image and a text that asks for variants of it into the draft. */
  message("makeVariants", image),
  /** The browser did not let the panel write the image to the clipboard. */
  message("imageNotCopied", image),
  /** One sentence of an answer, to be spoken by an audio model; answered by `speech`. Another `reading` ends the one before. */
  message("speak", { reading: z.number(), turnId: z.string(), index: z.number(), text: z.string() }),
  /** What was not asked for from the service yet is not asked for any more. */
  simpleMessage("stopSpeaking"),
  /** Another model and voice; then the answer is read. */
  turnMessage("chooseVoice"),
  simpleMessage("setKey"),
  simpleMessage("addProvider"),
  /** By the name that was offered. */
  message("addEngine", { name: z.string() }),
  message("dismissEngine", { name: z.string() }),
  simpleMessage("openAccountPage"),
  simpleMessage("openSettings"),
]);
export type ToHost = z.infer<typeof toHostSchema>;

export function readToHost(value: unknown): ToHost | undefined {
  const read = toHostSchema.safeParse(value);
  return read.success ? read.data : undefined;
}
