/** The messages from the panel to the host. */
import * as z from "zod/mini";
import { mediaKinds } from "../../contract/kind.ts";
import { resultActionNames } from "../../library/resultActions.ts";
import { changedSettingsSchema } from "../conversation/turn.ts";
import { filledFormSchema } from "../request/promptForm.ts";
import { message, simpleMessage } from "./messageSchemas.ts";
import { taskActions } from "./panelTask.ts";

const turnMessage = <const Type extends string>(type: Type) => message(type, { turnId: z.string() });
/** The whole code of a block in an answer. The host finds it there again. */
const code = { turnId: z.string(), code: z.string(), language: z.string() };
const image = { file: z.string() };

/** Attachments chosen by kind; `attachPath` attaches by path. */
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

/** Messages from the panel to the host. A compromised webview could send any of these, so the host checks what they name. */
export const toHostSchema = z.discriminatedUnion("type", [
  simpleMessage("ready"),
  /** The panel got the focus. Commands act on the panel that was used last. */
  simpleMessage("focused"),
  /** The panel lost the focus, so key bindings no longer act on it. It is still the last used one. */
  simpleMessage("blurred"),
  /** `model`: for a command such as `/image`. */
  message("send", { text: z.string(), model: z.optional(z.string()) }),
  /** Answered by `mediaModels`. */
  message("listMediaModels", { kind: z.enum(mediaKinds) }),
  /** Answered by `prompts`. */
  simpleMessage("listPrompts"),
  /** By id; answered by `promptForm`. */
  message("choosePrompt", { id: z.string() }),
  /** Composes the prompt and sends it; answered by `promptForm`. `text`: what the user has added. */
  message("sendPrompt", { form: filledFormSchema(), text: z.string() }),
  /** Opens the prompt document in an editor. */
  message("openPrompt", { id: z.string() }),
  /** The current unsent prompt. The host stores it, because a window may end before VS Code stores the state of its views. */
  message("keepDraft", { conversationId: z.string(), text: z.string() }),
  simpleMessage("stop"),
  simpleMessage("newConversation"),
  /** `model` overrides the conversation's model for this answer. */
  message("regenerate", { turnId: z.string(), model: z.optional(z.string()) }),
  /** Has another model answer the same prompt; both answers are shown side by side. */
  message("compare", { turnId: z.string(), model: z.string() }),
  /** Continues the conversation with this one of two compared answers. */
  turnMessage("keepAnswer"),
  /** Fetches the rest of a truncated or stopped answer; nothing is generated again. */
  turnMessage("fetchAnswer"),
  /** Requests the rest of an incomplete answer from the model. */
  turnMessage("continueAnswer"),
  turnMessage("deleteTurn"),
  turnMessage("chooseTurn"),
  turnMessage("saveAsPromptDocument"),
  message("resend", { turnId: z.string(), text: z.string() }),
  message("removeQueued", { id: z.string() }),
  /** Moves a queued prompt, with its attachments, to the beginning of the draft. */
  message("editQueued", { id: z.string() }),
  /** Continues a paused queue. */
  simpleMessage("resumeQueue"),
  /** Moves a queued prompt one position forward. */
  message("moveQueuedUp", { id: z.string() }),
  /** Only the changed settings, because the panel may not have received the result of an earlier change yet. */
  message("changeSettings", { settings: changedSettingsSchema }),
  simpleMessage("refreshModels"),
  message("setFavourite", { model: z.string(), favourite: z.boolean() }),
  message("savePreset", { name: z.string(), text: z.string() }),
  message("deletePreset", { name: z.string() }),
  message("searchConversations", { query: z.string() }),
  /** The list of conversations was closed. */
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
  /** The user agreed. The host sends each image to the panel with `shrinkImage`. */
  simpleMessage("shrinkImages"),
  /** The same image, scaled down by the panel. */
  message("replaceAttachment", { id: z.string(), mediaType: z.string(), data: z.string() }),
  /** The page cannot decode an image that it was asked for. */
  message("imageNotConverted", { id: z.string() }),
  /** Answered by `attachmentContent` if the visible conversation or its draft has the attachment. */
  message("readAttachment", { id: z.string() }),
  message("removeAttachment", { id: z.string() }),
  /** Does not offer this automatic attachment again in this conversation. */
  message("removeAutomaticAttachment", { id: z.string() }),
  message("copy", { text: z.string() }),
  message("insertCode", code),
  /** `info`: the text after the opening fence; `before`: the text before the block, with code in backquotes. */
  message("applyCode", { ...code, info: z.string(), before: z.string() }),
  message("runInTerminal", code),
  message("newFile", code),
  message("openLink", { url: z.string() }),
  /** Asks which of the paths in answers exist; answered by `filesFound`. */
  message("findFiles", { paths: z.array(z.string()) }),
  /** Opens a file that an answer names, e.g. `src/add.ts:12:3`. */
  message("openFile", { reference: z.string() }),
  message("loadImage", { url: z.string() }),
  /** A task of the conversation is visible. Answered by `task` now and whenever it changes. */
  message("watchTask", { key: z.string() }),
  /** Generates an image for the text of a prompt, or of an answer's prompt, with the user's image model. */
  turnMessage("generateImage"),
  message("actOnTask", { turnId: z.string(), action: z.enum(taskActions) }),
  /** `number`: of a file of the turn's task. */
  message("actOnResult", { turnId: z.string(), number: z.number(), action: z.enum(resultActionNames) }),
  message("saveImage", image),
  message("insertImage", image),
  message("useImage", image),
  /** Opens it in an editor of VS Code. */
  message("openImage", image),
  /** Opens the image editor. */
  message("editImage", image),
  /** Opens it to enlarge the image. */
  message("upscaleImage", image),
  /** Adds the image, and a text that asks for variants of it, to the draft. */
  message("makeVariants", image),
  /** The browser did not let the panel write the image to the clipboard. */
  message("imageNotCopied", image),
  /** A sentence of an answer, to be spoken by an audio model; answered by `speech`. A new `reading` ends the previous one. */
  message("speak", { reading: z.number(), turnId: z.string(), index: z.number(), text: z.string() }),
  /** Cancels the sentences that were not requested from the service yet. */
  simpleMessage("stopSpeaking"),
  /** Lets the user choose another model and voice, and then reads the answer. */
  turnMessage("chooseVoice"),
  simpleMessage("setKey"),
  simpleMessage("addProvider"),
  /** By the name in `engines`. */
  message("addEngine", { name: z.string() }),
  message("dismissEngine", { name: z.string() }),
  message("getModel", { name: z.string() }),
  simpleMessage("openAccountPage"),
  simpleMessage("openSettings"),
]);
export type ToHost = z.infer<typeof toHostSchema>;

export function readToHost(value: unknown): ToHost | undefined {
  return toHostSchema.safeParse(value).data;
}
