/** A panel that shows one conversation at a time. */
import * as vscode from "vscode";
import type { Change } from "../../../chat/change.ts";
import { panelTexts } from "../../../chat/panelTexts.ts";
import { readToHost } from "../../../chat/toHost.ts";
import type { ToPanel } from "../../../chat/toPanel.ts";
import type { Session } from "../../../conversations/session.ts";
import { log } from "../../log.ts";
import type { PanelLocation } from "../../panelDocument.ts";
import { panelHtml } from "../../panelHtml.ts";
import { report } from "../../report.ts";
import { mayAnswer } from "../../requests/budget.ts";
import { settings as configuration } from "../../settings.ts";
import { createDraftAttachments } from "../attachments/draftAttachments.ts";
import type { ChatServices } from "../chatServices.ts";
import { createAutomaticAttachments } from "../context/automatic/automaticAttachments.ts";
import { describeRefused } from "../describeRefused.ts";
import type { MediaTasks } from "../media/mediaTasks.ts";
import type { ComposedPrompt } from "../promptForms.ts";
import { createPanelActions } from "./actOnPanel.ts";
import { listPanelModels, mayBeListedLater, suggestModel } from "./panelModels.ts";

export interface ChatPanel extends vscode.Disposable {
  readonly session: Session;
  show(session: Session): void;
  /** Shows an empty conversation. If the current one is empty, it stays, with what the user has typed. */
  startNew(): void;
  /** Sends the text as if the user had typed it. */
  ask(text: string): Promise<void>;
  attach(file: vscode.Uri): Promise<void>;
  post(message: ToPanel): void;
  /** The page is gone until the panel is shown again, so nothing is sent to it. */
  hide(): void;
  readonly onDidChangeTitle: vscode.Event<string>;
}

export interface PanelOptions {
  chat: ChatServices;
  webview: vscode.Webview;
  location: PanelLocation;
  session: Session;
  openInEditor(session: Session): void;
  /** Called when the panel gets or loses the focus. */
  onFocus(isFocused: boolean): void;
}

/** Changes of the visible messages, which decide what is attached automatically. */
const changesPath: ReadonlySet<Change["type"]> = new Set(["turnAdded", "turnChosen", "turnRemoved", "answerSettled", "queueChanged"]);

export function createPanel({ chat, webview, location, session: first, openInEditor, onFocus }: PanelOptions): ChatPanel {
  const { studio } = chat;
  const titleChanged = new vscode.EventEmitter<string>();
  const attachments = createDraftAttachments(chat, (message) => {
    post(message);
    automatic.update();
  });
  const automatic = createAutomaticAttachments({ chat, session: () => session, isAttached: (name) => attachments.holds(name), post });
  let session = first;
  let isReady = false;
  let isClosed = false;
  /** Messages for a page that is not ready yet. */
  let waiting: ToPanel[] = [];
  let unsubscribe = () => {};
  let loadedMedia: MediaTasks | undefined;

  async function mediaTasks(): Promise<MediaTasks> {
    const { createMediaTasks } = await import("../media/mediaTasks.ts");
    loadedMedia ??= createMediaTasks(studio, webview, post);
    return loadedMedia;
  }

  function post(message: ToPanel): void {
    if (isReady) void webview.postMessage(message);
    else if (!isClosed) waiting.push(message);
  }

  function sendConversation(replacesDeleted = false): void {
    session.refresh();
    const draft = chat.conversations.draft(session.conversation.id);
    const imageFolder = webview.asWebviewUri(vscode.Uri.file(chat.images.folder)).toString();
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
      if (changes.some(({ type }) => changesPath.has(type))) automatic.update();
      if (changes.some((change) => change.type === "titleChanged")) titleChanged.fire(next.conversation.title);
    });
    if (isReady) sendConversation(replacesDeleted);
    setShown(isReady);
    attachments.open(next.conversation.id);
    titleChanged.fire(next.conversation.title);
    void sendEngines();
  }

  function setShown(isShown: boolean): void {
    chat.setShown(attachments, isShown ? session.conversation.id : undefined);
  }

  function startNew(): void {
    if (session.conversation.turns.length > 0) show(chat.newSession());
    post({ type: "focusInput" });
  }

  async function sendModels(refresh: boolean): Promise<void> {
    const { isBuiltIn, baseUrl } = await studio.connection();
    const needsKey = !isBuiltIn && (await studio.secrets.key(baseUrl)) === undefined;
    post({
      type: "service",
      name: isBuiltIn ? vscode.l10n.t("Built-in service") : baseUrl,
      demo: isBuiltIn && configuration.hasOnlyDemo(),
      needsKey,
    });
    // Only an empty chat that is visible needs to know about engines.
    void sendEngines();
    const listed = await listPanelModels(studio, refresh);
    post({ type: "models", ...listed });
    const shown = session;
    const { model } = shown.conversation.settings;
    const suggested = suggestModel(listed.models, configuration.defaultModel("text"));
    if (suggested === undefined || listed.models.some(({ id }) => id === model)) return;
    if (!(isBuiltIn && (await mayBeListedLater(studio, model)))) shown.setSettings({ model: suggested });
  }

  function sendCost(): void {
    const cost = chat.conversations.costSince(new Date().setHours(0, 0, 0, 0));
    post({ type: "costToday", ...(cost === undefined ? {} : { cost }) });
  }

  async function sendEngines(): Promise<void> {
    if (!isReady || session.conversation.turns.length > 0) return;
    try {
      const engines = await studio.providers.engines();
      post({ type: "engines", engines: engines.map(({ name, label, models }) => ({ name, label, models })) });
    } catch (error) {
      log.error("engines", error);
    }
  }

  async function returnToDraft({ conversation: { id } }: Session, text: string): Promise<void> {
    const written = chat.conversations.draft(id);
    // The page may not have cleared its input yet.
    const draft = written === text ? text : [text, written].filter(Boolean).join("\n\n");
    if (id === session.conversation.id) post({ type: "draft", text: draft });
    await chat.conversations.saveDraft(id, draft);
  }

  /** `isWrittenHere`: the user wrote it in the panel, which shows what is attached automatically. */
  async function ask(text: string, isWrittenHere: boolean): Promise<void> {
    const asked = session;
    if (!(await mayAnswer(studio))) return returnToDraft(asked, text);
    await attachments.settled();
    const found = await attachments.searchWorkspace(text);
    const automatically = isWrittenHere ? automatic.take() : await automatic.takeInstructions();
    const more = [...automatically, ...(found ?? [])];
    const taken = session === asked && found !== undefined ? attachments.take(more) : undefined;
    if (taken === undefined) return returnToDraft(asked, text);
    const sent = [...more, ...taken];
    session.send(text, sent);
    await chat.keepAttachments(session.conversation.id, sent);
  }

  function sendComposed({ text, files, document }: ComposedPrompt): boolean {
    const own = files.map(({ attachment }) => attachment);
    const taken = attachments.take(own);
    if (taken === undefined) return false;
    for (const { attachment, content } of files) if (content !== undefined) chat.keepInMemory(attachment.id, content);
    const sent = [...own, ...taken];
    session.send(text, sent, document);
    chat.keepAttachments(session.conversation.id, sent).catch((error: unknown) => report(error));
    return true;
  }

  /** Another program may have changed a file of instructions, or started an engine. */
  function noteFocus(isFocused: boolean): void {
    if (isFocused) {
      automatic.updateInstructions();
      void sendEngines();
    }
    onFocus(isFocused);
  }

  function start(): void {
    isReady = true;
    setShown(true);
    closeList();
    stopReading();
    sendConversation();
    post({ type: "presets", presets: chat.conversations.presets() });
    sendCost();
    attachments.post();
    automatic.start();
    for (const message of waiting) void webview.postMessage(message);
    waiting = [];
    void sendModels(false);
  }

  // Artifacts of tasks are in the workspace.
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  webview.options = {
    enableScripts: true,
    localResourceRoots: [
      vscode.Uri.joinPath(studio.context.extensionUri, "dist", "webview"),
      vscode.Uri.file(chat.images.folder),
      ...folders,
    ],
  };
  const { act, updateList, closeList, stopReading } = createPanelActions({
    chat,
    webview,
    attachments,
    automatic,
    session: () => session,
    post,
    start,
    show,
    setShown,
    startNew,
    ask: (text) => ask(text, true),
    returnToDraft,
    sendComposed,
    mediaTasks,
    sendModels,
    openInEditor,
    onFocus: noteFocus,
  });
  const listeners = vscode.Disposable.from(
    titleChanged,
    webview.onDidReceiveMessage((value: unknown) => {
      const message = readToHost(value);
      if (message !== undefined) act(message).catch((error: unknown) => report(error));
      else log.warn(describeRefused(value));
    }),
    chat.onDidDeleteConversation((id) => id === session.conversation.id && show(chat.newSession(), true)),
    chat.onDidChangeList(() => {
      if (!isReady) return;
      updateList();
      sendCost();
    }),
    // Other windows may have changed the conversation.
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (!focused || !isReady) return;
      session.refresh();
      void sendEngines();
    }),
    studio.models.onDidChange(() => void (isReady && sendModels(false))),
    studio.state.onDidChange(() => void sendEngines()),
    studio.onDidChangeConnection(() => void (isReady && sendModels(true))),
  );
  webview.html = panelHtml(webview, studio.context.extensionUri, {
    bundle: "chat",
    title: vscode.l10n.t("Chat"),
    location,
    texts: panelTexts,
  });
  show(first);

  return {
    get session() {
      return session;
    },
    show: (next) => show(next),
    startNew,
    ask: (text) => ask(text, false),
    attach: (file) => attachments.attachPath(file.toString()),
    post,
    hide() {
      isReady = false;
      automatic.stop();
      stopReading();
      loadedMedia?.unwatch();
      setShown(false);
      onFocus(false);
    },
    onDidChangeTitle: titleChanged.event,
    dispose() {
      isClosed = true;
      isReady = false;
      stopReading();
      setShown(false);
      onFocus(false);
      unsubscribe();
      automatic.dispose();
      loadedMedia?.dispose();
      listeners.dispose();
    },
  };
}
