/** A webview and the chat room in; a panel that shows one conversation at a time and does what its user asks, out. */
import * as vscode from "vscode";
import { readToHost, type ToHost } from "../../chat/toHost.ts";
import type { ToPanel } from "../../chat/toPanel.ts";
import { log } from "../log.ts";
import { report } from "../report.ts";
import { settings as configuration } from "../settings.ts";
import { actOnSession } from "./actOnSession.ts";
import type { ChatRoom } from "./chatRoom.ts";
import { describeRefused } from "./describeRefused.ts";
import { createDraftAttachments } from "./draftAttachments.ts";
import { mayDeleteConversation, mayDeleteTurn } from "./mayDelete.ts";
import { exportConversation, importConversation } from "./moveConversations.ts";
import { namePicture } from "./namePicture.ts";
import { openLink } from "./openLink.ts";
import type { PanelPlace } from "./panelDocument.ts";
import { panelHtml } from "./panelHtml.ts";
import { listPanelModels, suggestModel } from "./panelModels.ts";
import { applyToFile, insertAtCursor, openAsNewFile } from "./placeCode.ts";
import { insertPicture, loadRemotePicture, savePicture } from "./placePicture.ts";
import { searchFiles } from "./searchFiles.ts";
import type { Session } from "./session.ts";

export interface ChatPanel extends vscode.Disposable {
  readonly session: Session;
  show(session: Session): void;
  /** Goes to an empty conversation, which the one that is shown may be: then what was typed there stays. */
  startNew(): void;
  /** Sends as if the user had typed it. */
  ask(text: string): Promise<void>;
  post(message: ToPanel): void;
  /** The document is gone until the panel is shown again: nothing is sent to it. */
  hide(): void;
  readonly onDidChangeTitle: vscode.Event<string>;
}

export interface PanelOptions {
  room: ChatRoom;
  webview: vscode.Webview;
  place: PanelPlace;
  session: Session;
  openInEditor(session: Session): void;
  /** The user went into the panel, or left it. */
  onFocus(isFocused: boolean): void;
}

export function createPanel({ room, webview, place, session: first, openInEditor, onFocus }: PanelOptions): ChatPanel {
  const { studio } = room;
  const titleChanged = new vscode.EventEmitter<string>();
  const attachments = createDraftAttachments(room, post);
  let session = first;
  let isReady = false;
  let isClosed = false;
  /** Waits for a panel that is not drawn yet. */
  let waiting: ToPanel[] = [];
  let unsubscribe = () => {};
  /** What the list of conversations was searched for last. */
  let listQuery = "";
  let fileSearch: vscode.CancellationTokenSource | undefined;

  function post(message: ToPanel): void {
    if (isReady) void webview.postMessage(message);
    else if (!isClosed) waiting.push(message);
  }

  function sendConversation(replacesDeleted = false): void {
    session.refresh();
    const draft = room.conversations.draft(session.conversation.id);
    const imageFolder = webview.asWebviewUri(vscode.Uri.file(room.pictures.folder)).toString();
    void webview.postMessage({
      type: "conversation",
      conversation: session.snapshot(),
      imageFolder,
      draft,
      replacesDeleted,
    } satisfies ToPanel);
  }

  function show(next: Session, replacesDeleted = false): void {
    unsubscribe();
    session = next;
    unsubscribe = next.subscribe((changes) => {
      if (isReady) void webview.postMessage({ type: "changes", conversationId: next.conversation.id, changes } satisfies ToPanel);
      if (changes.some((change) => change.type === "titleChanged")) titleChanged.fire(next.conversation.title);
    });
    if (isReady) sendConversation(replacesDeleted);
    attachments.open(next.conversation.id);
    titleChanged.fire(next.conversation.title);
  }

  function startNew(): void {
    if (session.conversation.turns.length > 0) show(room.newSession());
    post({ type: "focusInput" });
  }

  async function sendModels(refresh: boolean): Promise<void> {
    const { isBuiltIn, baseUrl } = await studio.connection();
    post({ type: "service", name: isBuiltIn ? vscode.l10n.t("Built-in service") : baseUrl, demo: isBuiltIn });
    const listed = await listPanelModels(studio, refresh);
    post({ type: "models", ...listed });
    const isKnown = listed.models.some(({ id }) => id === session.conversation.settings.model);
    if (isKnown) return;
    const model = suggestModel(listed.models, configuration.defaultModel("text"));
    if (model !== undefined) session.setSettings({ model });
  }

  function sendList(query = listQuery): void {
    listQuery = query;
    post({ type: "conversations", query, conversations: room.conversations.search(query) });
  }

  async function ask(text: string): Promise<void> {
    const sent = attachments.take();
    if (sent === undefined) {
      post({ type: "draft", text });
      return;
    }
    session.send(text, sent);
    room.keepAttachments(session.conversation.id, sent);
  }

  function takeBack(queuedId: string): void {
    const prompt = session.removeQueued(queuedId);
    if (prompt === undefined) return;
    attachments.restore(prompt.attachments);
    const { id } = session.conversation;
    const text = [prompt.text, room.conversations.draft(id)].filter(Boolean).join("\n\n");
    room.conversations.saveDraft(id, text);
    post({ type: "draft", text });
  }

  function start(): void {
    isReady = true;
    sendConversation();
    post({ type: "presets", presets: room.conversations.presets() });
    attachments.tell();
    for (const message of waiting) void webview.postMessage(message);
    waiting = [];
    void sendModels(false);
  }

  async function deleteConversation(id: string): Promise<void> {
    if (!(await mayDeleteConversation(room.conversations.load(id)?.title ?? ""))) return;
    room.deleteConversation(id);
    sendList();
  }

  async function deleteTurn(message: Extract<ToHost, { type: "deleteTurn" }>): Promise<void> {
    const shown = session;
    if (await mayDeleteTurn(shown.conversation, message.turnId)) actOnSession(shown, message);
  }

  /** A search that was overtaken by the next one is told to nobody. */
  async function findFiles(query: string): Promise<void> {
    fileSearch?.cancel();
    const search = new vscode.CancellationTokenSource();
    fileSearch = search;
    const files = await searchFiles(query, search.token);
    if (!search.token.isCancellationRequested) post({ type: "files", query, files });
    search.dispose();
  }

  async function receive(message: ToHost): Promise<void> {
    switch (message.type) {
      case "ready":
        return start();
      case "focused":
      case "blurred":
        return onFocus(message.type === "focused");
      case "send":
        return ask(message.text);
      case "keepDraft":
        return room.conversations.saveDraft(message.conversationId, message.text);
      case "stop":
      case "regenerate":
      case "resend":
      case "chooseTurn":
      case "removeQueued":
      case "hastenQueued":
        return actOnSession(session, message);
      case "deleteTurn":
        return deleteTurn(message);
      case "newConversation":
        return startNew();
      case "saveAsPromptDocument":
        await vscode.commands.executeCommand("generationStudio.prompt.saveAs", {
          interface: "v1",
          kind: "text",
          body: session.requestOf(message.turnId),
        });
        return;
      case "takeBackQueued":
        return takeBack(message.id);
      case "changeSettings": {
        const before = session.conversation.settings.model;
        session.setSettings(message.settings);
        const { model } = session.conversation.settings;
        if (model !== before) await studio.state.rememberChoices("text", { model, choices: {} });
        return;
      }
      case "refreshModels":
        return sendModels(true);
      case "setFavourite":
        await studio.state.setFavourite(message.model, message.favourite);
        return sendModels(false);
      case "savePreset":
        room.conversations.savePreset({ name: message.name, text: message.text });
        return post({ type: "presets", presets: room.conversations.presets() });
      case "deletePreset":
        room.conversations.removePreset(message.name);
        return post({ type: "presets", presets: room.conversations.presets() });
      case "searchConversations":
        return sendList(message.query);
      case "openConversation": {
        const wanted = room.session(message.id);
        return wanted && show(wanted);
      }
      case "renameConversation":
        room.session(message.id)?.rename(message.title);
        return sendList();
      case "deleteConversation":
        return deleteConversation(message.id);
      case "exportConversation":
        return exportConversation(room, message.id, message.format);
      case "importConversation": {
        const imported = await importConversation(room);
        return imported && show(imported);
      }
      case "openInEditor":
        return openInEditor(session);
      case "searchFiles":
        return findFiles(message.query);
      case "attach":
        return attachments.attach(message.what);
      case "attachPath":
        return attachments.attachPath(message.path);
      case "attachUrl":
        return attachments.attachUrl(message.url);
      case "attachData":
        return attachments.attachData(message.name, message.data);
      case "shrinkPictures":
        return attachments.shrinkPictures();
      case "replaceAttachment":
        return attachments.replace(message.id, message.data);
      case "removeAttachment":
        return attachments.remove(message.id);
      case "copy":
        return vscode.env.clipboard.writeText(message.text);
      case "insertCode":
        return insertAtCursor(room.targetEditor.now(), message.code);
      case "applyCode":
        return applyToFile(room.targetEditor.now(), message.code);
      case "newFile":
        return openAsNewFile(message.code, message.language);
      case "openLink":
        return openLink(message.url);
      case "loadImage":
        return post(await loadRemotePicture(room, webview, message.url));
      case "saveImage":
        return savePicture(room, session.conversation, message.file);
      case "insertImage":
        return insertPicture(room, session.conversation, message.file);
      case "useImage":
        return attachments.attachPicture(message.file, namePicture(session.conversation, message.file).fileName);
      case "setKey":
        await vscode.commands.executeCommand("generationStudio.setApiKey");
        return;
      default:
        message satisfies never;
    }
  }

  webview.options = {
    enableScripts: true,
    localResourceRoots: [vscode.Uri.joinPath(studio.context.extensionUri, "dist", "webview"), vscode.Uri.file(room.pictures.folder)],
  };
  const listeners = vscode.Disposable.from(
    titleChanged,
    webview.onDidReceiveMessage((value: unknown) => {
      const message = readToHost(value);
      if (message !== undefined) receive(message).catch((error: unknown) => report(error));
      else log.warn(describeRefused(value));
    }),
    room.onDidDeleteConversation((id) => id === session.conversation.id && show(room.newSession(), true)),
    // What other windows wrote meanwhile.
    vscode.window.onDidChangeWindowState(({ focused }) => focused && isReady && session.refresh()),
    studio.models.onDidChange(() => void (isReady && sendModels(false))),
    studio.onDidChangeConnection(() => void (isReady && sendModels(true))),
  );
  webview.html = panelHtml(webview, studio.context.extensionUri, place);
  show(first);

  return {
    get session() {
      return session;
    },
    show: (next) => show(next),
    startNew,
    ask,
    post,
    hide() {
      isReady = false;
      onFocus(false);
    },
    onDidChangeTitle: titleChanged.event,
    dispose() {
      isClosed = true;
      isReady = false;
      onFocus(false);
      unsubscribe();
      listeners.dispose();
    },
  };
}
