/** The studio in; the side bar's panel and those in editor tabs, and the commands that reach them, out. */
import * as vscode from "vscode";
import * as z from "zod/mini";
import type { ToPanel } from "../../chat/panelMessages.ts";
import type { Studio } from "../studio.ts";
import { openChatRoom } from "./chatRoom.ts";
import { type ChatPanel, createPanel } from "./panel.ts";
import { chatEditor, chatView } from "./register.ts";
import type { Session } from "./session.ts";

export interface ChatHall extends vscode.Disposable {
  /** `state`: what the view remembered before the window was closed. */
  fillView(view: vscode.WebviewView, state: unknown): void;
  restoreEditor(panel: vscode.WebviewPanel, state: unknown): void;
  /** Sends `prompt`, else the selection with the user's words, else what the user types. */
  ask(prompt: unknown): Promise<void>;
  newConversation(): Promise<void>;
  /** The conversation in the side bar goes on with this model. */
  chooseModel(model: string): Promise<void>;
  showConversations(): Promise<void>;
  openInEditor(): void;
  stop(): void;
  /** To the panel that was used last; opens the side bar's where there is none. */
  post(message: ToPanel): Promise<void>;
}

const stateSchema = z.object({ conversationId: z.string() });

export function openChatHall(studio: Studio): ChatHall {
  const room = openChatRoom(studio);
  const panels = new Set<ChatPanel>();
  let inView: { panel: ChatPanel; view: vscode.WebviewView } | undefined;
  let latest: ChatPanel | undefined;
  let whenViewOpens = Promise.withResolvers<ChatPanel>();

  function follow(panel: ChatPanel): void {
    panels.add(panel);
    latest = panel;
  }

  function forget(panel: ChatPanel): void {
    panels.delete(panel);
    if (latest === panel) latest = inView?.panel;
    panel.dispose();
  }

  /** A conversation without a message was never stored; its draft is remembered under its id. */
  function rememberedSession(state: unknown): Session | undefined {
    const read = stateSchema.safeParse(state);
    if (!read.success) return undefined;
    return room.session(read.data.conversationId) ?? room.newSession(read.data.conversationId);
  }

  function fillView(view: vscode.WebviewView, state: unknown): void {
    const session = inView?.panel.session ?? rememberedSession(state) ?? room.latestSession();
    const panel = createPanel({ room, webview: view.webview, place: "sideBar", session, openInEditor });
    inView = { panel, view };
    follow(panel);
    const nameView = (title: string) => {
      view.description = title;
    };
    nameView(session.conversation.title);
    panel.onDidChangeTitle(nameView);
    view.onDidChangeVisibility(() => {
      if (view.visible) latest = panel;
      else panel.hide();
    });
    view.onDidDispose(() => {
      forget(panel);
      // The conversation stays what the view shows when it is opened again.
      if (inView?.view === view) whenViewOpens = Promise.withResolvers();
    });
    whenViewOpens.resolve(panel);
  }

  function fillEditor(webviewPanel: vscode.WebviewPanel, session: Session): void {
    const panel = createPanel({ room, webview: webviewPanel.webview, place: "editor", session, openInEditor });
    follow(panel);
    const name = (title: string) => {
      webviewPanel.title = title || vscode.l10n.t("Chat");
    };
    name(session.conversation.title);
    panel.onDidChangeTitle(name);
    webviewPanel.iconPath = vscode.Uri.joinPath(studio.context.extensionUri, "media", "icon.png");
    webviewPanel.onDidChangeViewState(() => {
      if (webviewPanel.active) latest = panel;
      if (!webviewPanel.visible) panel.hide();
    });
    webviewPanel.onDidDispose(() => forget(panel));
  }

  function openInEditor(session: Session): void {
    const panel = vscode.window.createWebviewPanel(chatEditor, vscode.l10n.t("Chat"), vscode.ViewColumn.Beside);
    fillEditor(panel, session);
  }

  async function viewPanel(): Promise<ChatPanel> {
    await vscode.commands.executeCommand(`${chatView}.focus`);
    return whenViewOpens.promise;
  }

  async function readPrompt(): Promise<string | undefined> {
    const editor = vscode.window.activeTextEditor;
    const selected = editor === undefined || editor.selection.isEmpty ? "" : editor.document.getText(editor.selection);
    const typed = await vscode.window.showInputBox({
      title: selected === "" ? vscode.l10n.t("Ask") : vscode.l10n.t("Ask about the Selection"),
      placeHolder: vscode.l10n.t("What do you want to know?"),
      ignoreFocusOut: true,
    });
    if (typed === undefined || (typed.trim() === "" && selected === "")) return undefined;
    if (selected === "") return typed;
    const fence = "`".repeat(Math.max(3, ...[...selected.matchAll(/`+/g)].map(([run]) => run.length + 1)));
    return `${typed}\n\n${fence}${editor?.document.languageId ?? ""}\n${selected}\n${fence}`.trim();
  }

  return {
    fillView,
    restoreEditor(panel, state) {
      fillEditor(panel, rememberedSession(state) ?? room.latestSession());
    },
    async ask(prompt) {
      const text = typeof prompt === "string" && prompt.trim() !== "" ? prompt : await readPrompt();
      if (text === undefined) return;
      await (await viewPanel()).ask(text);
    },
    async newConversation() {
      const panel = latest ?? (await viewPanel());
      panel.show(room.newSession());
      panel.post({ type: "focusInput" });
    },
    async chooseModel(model) {
      const { session } = await viewPanel();
      session.setSettings({ ...session.conversation.settings, model });
      await studio.state.rememberChoices("text", { model, choices: {} });
    },
    async showConversations() {
      (latest ?? (await viewPanel())).post({ type: "showConversations" });
    },
    openInEditor: () => openInEditor(latest?.session ?? room.latestSession()),
    stop: () => latest?.session.stop(),
    async post(message) {
      (latest ?? (await viewPanel())).post(message);
    },
    dispose() {
      for (const panel of panels) panel.dispose();
      room.dispose();
    },
  };
}
