/** Does what the user of a panel asks for. */
import * as vscode from "vscode";
import { findTurn } from "../../chat/conversation.ts";
import { readMediaCommand } from "../../chat/mediaCommand.ts";
import type { TaskAction } from "../../chat/panelTask.ts";
import type { FilledForm, PromptForm } from "../../chat/promptForm.ts";
import type { ToHost } from "../../chat/toHost.ts";
import type { ToPanel } from "../../chat/toPanel.ts";
import type { Session } from "../../conversations/session.ts";
import { completeStep } from "../completeStep.ts";
import { openAccountPage, openSetting } from "../openSetting.ts";
import { report } from "../report.ts";
import { actOnSession } from "./actOnSession.ts";
import { applyCode } from "./applyCode.ts";
import type { ChatServices } from "./chatServices.ts";
import { describeSymbol, findSymbols } from "./context/symbols.ts";
import { deleteConversation, deleteMessage } from "./deleteMessages.ts";
import type { DraftAttachments } from "./draftAttachments.ts";
import { insertImage, loadRemoteImage, offerUncopiedImage, prepareVariants, saveImage } from "./imageActions.ts";
import { insertAtCursor, openAsNewFile, runInTerminal } from "./insertCode.ts";
import type { MediaTasks } from "./mediaTasks.ts";
import { exportConversation, importConversation } from "./moveConversations.ts";
import { nameImage } from "./nameImage.ts";
import { openLink } from "./openLink.ts";
import { findNamedFiles, openNamedFile } from "./openNamedFile.ts";
import type { ComposedPrompt } from "./promptForms.ts";
import { readShownAttachment } from "./readShownAttachment.ts";
import { searchFiles } from "./searchFiles.ts";
import { createReadings } from "./speech/createReadings.ts";

/** The panel's part in what its user does. */
export interface PanelParts {
  chat: ChatServices;
  webview: vscode.Webview;
  attachments: DraftAttachments;
  /** The session that is shown now. */
  session(): Session;
  post(message: ToPanel): void;
  /** The document is drawn and listens. */
  start(): void;
  show(session: Session): void;
  /** Whether the conversation is shown, and not the list of all. */
  setShown(isShown: boolean): void;
  startNew(): void;
  ask(text: string): Promise<void>;
  /** false: with what is attached it is over the limits, which was reported. */
  sendComposed(prompt: ComposedPrompt): boolean;
  /** Loaded at the first call. */
  mediaTasks(): Promise<MediaTasks>;
  sendModels(refresh: boolean): Promise<void>;
  openInEditor(session: Session): void;
  onFocus(isFocused: boolean): void;
}

export interface PanelActions {
  act(message: ToHost): Promise<void>;
  /** Sends the list of conversations anew, where it is shown. */
  updateList(): void;
  /** The panel's page begins anew, with the conversation. */
  closeList(): void;
  /** The page is gone, and nobody hears what is read. */
  stopReading(): void;
}

/** Whether a message starts a task instead of asking for an answer. */
function isTask(text: string): boolean {
  return readMediaCommand(text) !== undefined;
}

export function createPanelActions(parts: PanelParts): PanelActions {
  const { chat, webview, attachments, post, show } = parts;
  const { studio } = chat;
  const readings = createReadings(chat, post);
  /** What the list of conversations, which is shown, was searched for last. */
  let listQuery: string | undefined;
  /** What was found last, by the ids that the page has of them. */
  let symbols = new Map<string, vscode.SymbolInformation>();
  let symbolSearches = 0;
  let fileSearch: vscode.CancellationTokenSource | undefined;

  function sendList(query = listQuery ?? ""): void {
    listQuery = query;
    post({ type: "conversations", query, conversations: chat.conversations.search(query) });
  }

  function updateList(): void {
    if (listQuery !== undefined) sendList();
  }

  function closeList(): void {
    listQuery = undefined;
  }

  async function editQueued(queuedId: string): Promise<void> {
    const session = parts.session();
    const prompt = await session.removeQueued(queuedId);
    if (prompt === undefined) return;
    attachments.restore(prompt.attachments);
    const { id } = session.conversation;
    const text = [prompt.text, chat.conversations.draft(id)].filter(Boolean).join("\n\n");
    post({ type: "draft", text });
    await chat.conversations.saveDraft(id, text);
  }

  function postForm(conversationId: string, form: PromptForm | undefined): void {
    post({ type: "promptForm", conversationId, ...(form === undefined ? {} : { form }) });
  }

  async function sendPrompt(session: Session, filled: FilledForm, addition: string): Promise<void> {
    const { id } = session.conversation;
    const forms = await chat.promptForms();
    const composition = await forms.compose(filled, addition).catch((error: unknown) => {
      // Its file cannot be read any more.
      postForm(id, undefined);
      throw error;
    });
    // Whoever went to another conversation meanwhile does not send it there.
    const isSent = composition.kind === "prompt" && session === parts.session() && parts.sendComposed(composition.prompt);
    postForm(id, isSent ? undefined : composition.form);
    if (isSent) post({ type: "draft", text: "" });
  }

  /** `parentId`: of the prompt that this one takes the place of. */
  async function startTask(session: Session, text: string, parentId?: string | null): Promise<void> {
    const command = readMediaCommand(text);
    const media = await parts.mediaTasks();
    const task = command && (await media.start(command, false).catch((error: unknown) => void report(error)));
    // What was not sent is not lost.
    if (task === undefined || command === undefined) return post({ type: "draft", text });
    const { kind } = command;
    session.addTask({ key: task.key, kind, model: task.model }, parentId === undefined ? { text } : { text, parentId });
  }

  /** The page names a turn: of the tasks, those of its conversation alone are acted on. */
  async function actOnShownTask(session: Session, turnId: string, action: TaskAction): Promise<void> {
    const turn = findTurn(session.conversation, turnId);
    const part = turn?.role === "assistant" ? turn.parts.find(({ kind }) => kind === "task") : undefined;
    if (turn === undefined || part?.kind !== "task") return;
    if (action !== "retry" && action !== "change") return (await import("./mediaTasks.ts")).actOnTask(part.task, action);
    const prompt = turn.parentId === null ? undefined : findTurn(session.conversation, turn.parentId);
    const command = prompt?.role === "user" ? readMediaCommand(prompt.text) : undefined;
    const task = command && (await (await parts.mediaTasks()).start(command, action === "change"));
    if (task === undefined || prompt === undefined || command === undefined) return;
    session.addTask({ key: task.key, kind: command.kind, model: task.model }, { id: prompt.id });
  }

  /** A search that was overtaken by the next one is not reported. */
  async function findFiles(query: string): Promise<void> {
    fileSearch?.cancel();
    const search = new vscode.CancellationTokenSource();
    fileSearch = search;
    const files = await searchFiles(query, search.token);
    if (!search.token.isCancellationRequested) post({ type: "files", query, files });
    search.dispose();
  }

  async function searchSymbols(query: string): Promise<void> {
    symbolSearches += 1;
    const search = symbolSearches;
    const found = await findSymbols(query);
    if (search !== symbolSearches) return;
    symbols = new Map(found.map((symbol, index) => [`${search} ${index}`, symbol]));
    post({
      type: "symbols",
      query,
      symbols: [...symbols].map(([id, symbol]) => ({ id, name: symbol.name, location: describeSymbol(symbol) })),
    });
  }

  async function act(message: ToHost): Promise<void> {
    const session = parts.session();
    switch (message.type) {
      case "ready":
        return parts.start();
      case "focused":
      case "blurred":
        return parts.onFocus(message.type === "focused");
      case "send":
        if (isTask(message.text)) return startTask(session, message.text);
        completeStep("chat");
        return parts.ask(message.text);
      case "listPrompts":
        return post({ type: "prompts", prompts: await (await chat.promptForms()).list() });
      case "choosePrompt":
        return postForm(session.conversation.id, await (await chat.promptForms()).describe(message.id));
      case "sendPrompt":
        completeStep("chat");
        return sendPrompt(session, message.form, message.text);
      case "openPrompt":
        return (await chat.promptForms()).open(message.id);
      case "keepDraft":
        return chat.conversations.saveDraft(message.conversationId, message.text);
      case "resend":
        if (!isTask(message.text)) return actOnSession(session, message);
        return startTask(session, message.text, findTurn(session.conversation, message.turnId)?.parentId);
      case "watchTask":
        return (await parts.mediaTasks()).watch(message.key);
      case "actOnTask":
        return actOnShownTask(session, message.turnId, message.action);
      case "stop":
      case "regenerate":
      case "compare":
      case "keepAnswer":
      case "fetchAnswer":
      case "continueAnswer":
      case "chooseTurn":
      case "removeQueued":
      case "resumeQueue":
      case "moveQueuedUp":
        return actOnSession(session, message);
      case "deleteTurn":
        return deleteMessage(chat, session, message.turnId);
      case "newConversation":
        return parts.startNew();
      case "saveAsPromptDocument":
        await vscode.commands.executeCommand("generationStudio.prompt.saveAs", {
          interface: "v1",
          kind: "text",
          body: session.requestOf(message.turnId),
        });
        return;
      case "editQueued":
        return editQueued(message.id);
      case "changeSettings": {
        const before = session.conversation.settings.model;
        session.setSettings(message.settings);
        const { model } = session.conversation.settings;
        if (model !== before) await studio.state.rememberChoices("text", { model, choices: {} });
        return;
      }
      case "refreshModels":
        return parts.sendModels(true);
      case "setFavourite":
        await studio.state.setFavourite(message.model, message.favourite);
        return parts.sendModels(false);
      case "savePreset":
        await chat.conversations.savePreset({ name: message.name, text: message.text });
        return post({ type: "presets", presets: chat.conversations.presets() });
      case "deletePreset":
        await chat.conversations.removePreset(message.name);
        return post({ type: "presets", presets: chat.conversations.presets() });
      case "searchConversations":
        parts.setShown(false);
        return sendList(message.query);
      case "closeConversations":
        parts.setShown(true);
        return closeList();
      case "pinConversation":
        await chat.conversations.setPinned(message.id, message.pinned);
        return sendList();
      case "openConversation": {
        const wanted = chat.session(message.id);
        return wanted && show(wanted);
      }
      case "renameConversation":
        await chat.session(message.id)?.rename(message.title);
        return sendList();
      case "deleteConversation":
        if (await deleteConversation(chat, message.id)) sendList();
        return;
      case "exportConversation":
        return exportConversation(chat, message.id, message.format);
      case "importConversation": {
        const imported = await importConversation(chat);
        return imported && show(imported);
      }
      case "openInEditor":
        return parts.openInEditor(session);
      case "searchFiles":
        return findFiles(message.query);
      case "searchSymbols":
        return searchSymbols(message.query);
      case "attachSymbol": {
        const symbol = symbols.get(message.id);
        return symbol && attachments.attachSymbol(symbol);
      }
      case "attach":
        return attachments.attach(message.what);
      case "attachPath":
        return attachments.attachPath(message.path);
      case "attachUrl":
        return attachments.attachUrl(message.url);
      case "attachData":
        return attachments.attachData(message.name, message.data);
      case "shrinkImages":
        return attachments.shrinkImages();
      case "replaceAttachment":
        return attachments.replace(message.id, message.data);
      case "readAttachment": {
        const content = readShownAttachment(chat, session.conversation, message.id);
        return content && post({ type: "attachmentContent", id: message.id, data: Buffer.from(content).toString("base64") });
      }
      case "removeAttachment":
        return attachments.remove(message.id);
      case "copy":
        return vscode.env.clipboard.writeText(message.text);
      case "insertCode":
        return insertAtCursor(chat.targetEditor.now(), message.code);
      case "applyCode":
        return applyCode(await studio.proposals(), chat.targetEditor.now(), message);
      case "runInTerminal":
        return runInTerminal(message.code, message.language);
      case "newFile":
        return openAsNewFile(message.code, message.language);
      case "openLink":
        return openLink(message.url);
      case "findFiles":
        return post({ type: "filesFound", files: await findNamedFiles(message.paths) });
      case "openFile":
        return openNamedFile(message.reference, chat.targetEditor.now()?.viewColumn);
      case "loadImage":
        return post(await loadRemoteImage(chat, webview, message.url));
      case "saveImage":
        return saveImage(chat, session.conversation, message.file);
      case "insertImage":
        return insertImage(chat, session.conversation, message.file);
      case "useImage":
        return attachments.attachImage(message.file, nameImage(session.conversation, message.file).fileName);
      case "makeVariants":
        return post({ type: "draft", text: await prepareVariants(chat, session, attachments, message.file) });
      case "imageNotCopied":
        return offerUncopiedImage(chat, session.conversation, message.file);
      case "speak":
        return readings.speak(message);
      case "stopSpeaking":
        return readings.stop();
      case "chooseVoice":
        return readings.chooseVoice(message.turnId);
      case "setKey":
        await vscode.commands.executeCommand("generationStudio.setApiKey");
        return;
      case "addProvider":
        await vscode.commands.executeCommand("generationStudio.addProvider");
        return;
      case "addEngine":
        await vscode.commands.executeCommand("generationStudio.addProvider", { engine: message.name });
        return;
      case "dismissEngine":
        return studio.state.dismissEngine(message.name);
      case "openAccountPage":
        await openAccountPage();
        return;
      case "openSettings":
        await openSetting("baseUrl");
        return;
      default:
        message satisfies never;
    }
  }

  return { act, updateList, closeList, stopReading: readings.stop };
}
