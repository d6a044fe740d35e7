/** The calls of the chat's page, and what its host pushes. */
import * as z from "zod/mini";
import { mediaKinds } from "../../contract/kind.ts";
import { type CallInput, type CallName, type CallReply, nothing, type PanelProtocol } from "../../contract/panelProtocol.ts";
import { resultActionNames } from "../../library/resultActions.ts";
import { changedSettingsSchema } from "../conversation/turn.ts";
import { lazily, lazyCalls } from "../lazySchemas.ts";
import { filledFormSchema, panelPromptSchema, promptFormSchema } from "../request/promptForm.ts";
import { chatPushSchema, panelModelSchema } from "./chatPush.ts";
import { taskActions } from "./panelTask.ts";

const turn = lazily(() => z.object({ turnId: z.string() }));
/** The whole code of a block in an answer. The host finds it there again. */
const code = () => ({ turnId: z.string(), code: z.string(), language: z.string() });
const image = lazily(() => z.object({ file: z.string() }));

/** The form of a prompt document, above the conversation's input; absent: it is closed. */
const shownForm = lazily(() => z.object({ form: z.optional(promptFormSchema()) }));

/** A file or folder of the workspace. `folder`: its parent folder, "" at the top level. */
const foundFileSchema = lazily(() =>
  z.object({ path: z.string(), name: z.string(), folder: z.string(), isFolder: z.optional(z.boolean()) }),
);
export type PanelFile = z.infer<ReturnType<typeof foundFileSchema>>;

/** A symbol of the workspace. `location`: its container and its file. */
const foundSymbolSchema = lazily(() => z.object({ id: z.string(), name: z.string(), location: z.string() }));
export type PanelSymbol = z.infer<ReturnType<typeof foundSymbolSchema>>;

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

/** A compromised page could call any of these with any input, so the host checks what it names. */
const calls = lazyCalls({
  ready: () => [nothing, nothing],
  /** The panel got the focus. Commands act on the panel that was used last. */
  focused: () => [nothing, nothing],
  /** The panel lost the focus, so key bindings no longer act on it. It is still the last used one. */
  blurred: () => [nothing, nothing],
  /** `model`: for a command such as `/image`. */
  send: () => [z.object({ text: z.string(), model: z.optional(z.string()) }), nothing],
  /** The models that make the kind. `model`: the one that is used unless the user chooses another; absent: the user has to choose. */
  listMediaModels: () => [
    z.object({ kind: z.enum(mediaKinds) }),
    z.object({ models: z.array(panelModelSchema()), model: z.optional(z.string()) }),
  ],
  /** The prompt documents that can be sent. */
  listPrompts: () => [nothing, z.object({ prompts: z.array(panelPromptSchema()) })],
  /** Describes a prompt document, by its id, for its form. */
  choosePrompt: () => [z.object({ id: z.string() }), shownForm()],
  /** Composes the prompt and sends it. `text`: what the user has added. */
  sendPrompt: () => [z.object({ form: filledFormSchema(), text: z.string() }), shownForm()],
  /** Opens the prompt document in an editor. */
  openPrompt: () => [z.object({ id: z.string() }), nothing],
  /** The current unsent prompt. The host stores it, because a window may end before VS Code stores the state of its views. */
  keepDraft: () => [z.object({ conversationId: z.string(), text: z.string() }), nothing],
  /** Begins a dictation with VS Code's own speech, or ends it. `before`: the draft up to the cursor. */
  dictate: () => [z.object({ before: z.string() }), nothing],
  stop: () => [nothing, nothing],
  newConversation: () => [nothing, nothing],
  /** `model` overrides the conversation's model for this answer. */
  regenerate: () => [z.object({ turnId: z.string(), model: z.optional(z.string()) }), nothing],
  /** Has another model answer the same prompt; both answers are shown side by side. */
  compare: () => [z.object({ turnId: z.string(), model: z.string() }), nothing],
  /** Continues the conversation with this one of two compared answers. */
  keepAnswer: () => [turn(), nothing],
  /** Fetches the rest of a truncated or stopped answer; nothing is generated again. */
  fetchAnswer: () => [turn(), nothing],
  /** Requests the rest of an incomplete answer from the model. */
  continueAnswer: () => [turn(), nothing],
  deleteTurn: () => [turn(), nothing],
  chooseTurn: () => [turn(), nothing],
  saveAsPromptDocument: () => [turn(), nothing],
  resend: () => [z.object({ turnId: z.string(), text: z.string() }), nothing],
  removeQueued: () => [z.object({ id: z.string() }), nothing],
  /** Moves a queued prompt, with its attachments, to the beginning of the draft. */
  editQueued: () => [z.object({ id: z.string() }), nothing],
  /** Continues a paused queue. */
  resumeQueue: () => [nothing, nothing],
  /** Moves a queued prompt one position forward. */
  moveQueuedUp: () => [z.object({ id: z.string() }), nothing],
  /** Only the changed settings, because the panel may not have received the result of an earlier change yet. */
  changeSettings: () => [z.object({ settings: changedSettingsSchema }), nothing],
  refreshModels: () => [nothing, nothing],
  setFavourite: () => [z.object({ model: z.string(), favourite: z.boolean() }), nothing],
  savePreset: () => [z.object({ name: z.string(), text: z.string() }), nothing],
  deletePreset: () => [z.object({ name: z.string() }), nothing],
  searchConversations: () => [z.object({ query: z.string() }), nothing],
  /** The list of conversations was closed. */
  closeConversations: () => [nothing, nothing],
  pinConversation: () => [z.object({ id: z.string(), pinned: z.boolean() }), nothing],
  openConversation: () => [z.object({ id: z.string() }), nothing],
  renameConversation: () => [z.object({ id: z.string(), title: z.string() }), nothing],
  deleteConversation: () => [z.object({ id: z.string() }), nothing],
  exportConversation: () => [z.object({ id: z.string(), format: z.enum(["markdown", "json"]) }), nothing],
  importConversation: () => [nothing, nothing],
  openInEditor: () => [nothing, nothing],
  /** `files` is absent if the next search has begun. */
  searchFiles: () => [z.object({ query: z.string() }), z.object({ files: z.optional(z.array(foundFileSchema())) })],
  /** `symbols` is absent if the next search has begun. */
  searchSymbols: () => [z.object({ query: z.string() }), z.object({ symbols: z.optional(z.array(foundSymbolSchema())) })],
  /** Attaches a symbol, by its id in the last result of `searchSymbols`. */
  attachSymbol: () => [z.object({ id: z.string() }), nothing],
  attach: () => [z.object({ what: z.enum(attachedKinds) }), nothing],
  attachPath: () => [z.object({ path: z.string() }), nothing],
  attachUrl: () => [z.object({ url: z.string() }), nothing],
  /** A pasted or dropped file; `data` is base64. */
  attachData: () => [z.object({ name: z.string(), mediaType: z.string(), data: z.string() }), nothing],
  /** The user agreed. The host sends each image to the panel with `shrinkImage`. */
  shrinkImages: () => [nothing, nothing],
  /** The same image, scaled down by the panel. */
  replaceAttachment: () => [z.object({ id: z.string(), mediaType: z.string(), data: z.string() }), nothing],
  /** The page cannot decode an image that it was asked for. */
  imageNotConverted: () => [z.object({ id: z.string() }), nothing],
  /** `data` is base64; absent: neither the visible conversation nor its draft has the attachment. */
  readAttachment: () => [z.object({ id: z.string() }), z.object({ data: z.optional(z.string()) })],
  removeAttachment: () => [z.object({ id: z.string() }), nothing],
  /** Does not offer this automatic attachment again in this conversation. */
  removeAutomaticAttachment: () => [z.object({ id: z.string() }), nothing],
  copy: () => [z.object({ text: z.string() }), nothing],
  insertCode: () => [z.object(code()), nothing],
  /** `info`: the text after the opening fence; `before`: the text before the block, with code in backquotes. */
  applyCode: () => [z.object({ ...code(), info: z.string(), before: z.string() }), nothing],
  runInTerminal: () => [z.object(code()), nothing],
  newFile: () => [z.object(code()), nothing],
  openLink: () => [z.object({ url: z.string() }), nothing],
  /** Which of the paths in answers exist. */
  findFiles: () => [
    z.object({ paths: z.array(z.string()) }),
    z.object({ files: z.array(z.object({ path: z.string(), exists: z.boolean() })) }),
  ],
  /** Opens a file that an answer names, e.g. `src/add.ts:12:3`. */
  openFile: () => [z.object({ reference: z.string() }), nothing],
  /** A remote image that the user allowed. `source`: the address of its copy; absent: it cannot be loaded. */
  loadImage: () => [z.object({ url: z.string() }), z.object({ source: z.optional(z.string()) })],
  /** A task of the conversation is visible. The host pushes `task` now and whenever it changes. */
  watchTask: () => [z.object({ key: z.string() }), nothing],
  /** Generates an image for the text of a prompt, or of an answer's prompt, with the user's image model. */
  generateImage: () => [turn(), nothing],
  actOnTask: () => [z.object({ turnId: z.string(), action: z.enum(taskActions) }), nothing],
  /** `number`: of a file of the turn's task. */
  actOnResult: () => [z.object({ turnId: z.string(), number: z.number(), action: z.enum(resultActionNames) }), nothing],
  saveImage: () => [image(), nothing],
  insertImage: () => [image(), nothing],
  useImage: () => [image(), nothing],
  /** Opens it in an editor of VS Code. */
  openImage: () => [image(), nothing],
  /** Opens the image editor. */
  editImage: () => [image(), nothing],
  /** Opens it to enlarge the image. */
  upscaleImage: () => [image(), nothing],
  /** Adds the image, and a text that asks for variants of it, to the draft. */
  makeVariants: () => [image(), nothing],
  /** The browser did not let the panel write the image to the clipboard. */
  imageNotCopied: () => [image(), nothing],
  /**
   * A sentence of an answer, to be spoken by an audio model. A new `reading` ends the previous one. `speaker`: whose voice it has in a
   * dialogue. `data` is base64; without a recording the sentence failed, and reading ends.
   */
  speak: () => [
    z.object({ reading: z.number(), turnId: z.string(), index: z.number(), text: z.string(), speaker: z.optional(z.string()) }),
    z.object({ recording: z.optional(z.object({ data: z.string(), mediaType: z.string() })) }),
  ],
  /** Cancels the sentences that were not requested from the service yet. */
  stopSpeaking: () => [nothing, nothing],
  /** Lets the user choose another model and voice, and then reads the answer. */
  chooseVoice: () => [turn(), nothing],
  setKey: () => [nothing, nothing],
  addProvider: () => [nothing, nothing],
  /** Adds an engine, by its name in `engines`, as a provider. */
  addEngine: () => [z.object({ name: z.string() }), nothing],
  dismissEngine: () => [z.object({ name: z.string() }), nothing],
  getModel: () => [z.object({ name: z.string() }), nothing],
  openAccountPage: () => [nothing, nothing],
  openSettings: () => [nothing, nothing],
});

export const chatProtocol = { calls, pushes: chatPushSchema } as const satisfies PanelProtocol;
type ChatCall = CallName<typeof chatProtocol>;
export type ChatInput<Name extends ChatCall> = CallInput<typeof chatProtocol, Name>;
export type ChatReply<Name extends ChatCall> = CallReply<typeof chatProtocol, Name>;
