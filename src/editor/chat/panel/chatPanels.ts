/** The chat's panels, in the side bar and in editor tabs, and the commands for them. */
import * as vscode from "vscode";
import * as z from "zod/mini";
import type { ToPanel } from "../../../chat/toPanel.ts";
import type { Session } from "../../../conversations/session.ts";
import type { PanelLocation } from "../../panelDocument.ts";
import { type ChatSource, openChatServices } from "../chatServices.ts";
import { ChatPanel } from "./panel.ts";
import { trackPanelFocus } from "./panelFocus.ts";
import { chatEditor, chatView } from "./viewIds.ts";

/**
 * The panel that a command is for. `used`: the last used one; `shown`: the side bar's if it is visible, else the last used one; `tab`: the
 * active editor tab.
 */
export type WhichPanel = "used" | "shown" | "tab";

export interface ChatPanels extends vscode.Disposable {
  /** `state`: the view's stored state from before the window was closed. */
  fillView(view: vscode.WebviewView, state: unknown): void;
  restoreEditor(panel: vscode.WebviewPanel, state: unknown): void;
  /** Sends `prompt`; without one, what the user types, together with the selection if there is one. */
  ask(prompt: unknown): Promise<void>;
  newConversation(which: WhichPanel): Promise<void>;
  /** Attaches files to the prompt that the user is writing. */
  attach(files: readonly vscode.Uri[]): Promise<void>;
  /** Changes the model of the conversation in the side bar. */
  chooseModel(model: string): Promise<void>;
  /** Shows the panel's conversation in a tab beside the code. If a tab already shows it, reveals that one. */
  openInEditor(which: WhichPanel): void;
  stop(): void;
  /** Brings the panel to the front and sends it the message. Opens the side bar's if there is none. */
  post(which: WhichPanel, message: ToPanel): Promise<void>;
}

const stateSchema = z.object({ conversationId: z.string() });

export async function openChatPanels(studio: ChatSource): Promise<ChatPanels> {
  const chat = await openChatServices(studio);
  const tabs = new Map<ChatPanel, vscode.WebviewPanel>();
  const focus = trackPanelFocus();
  let inView: { panel: ChatPanel; view: vscode.WebviewView } | undefined;
  /** The session to show when the view is opened again. */
  let viewSession: Session | undefined;
  let latest: ChatPanel | undefined;
  let whenViewOpens = Promise.withResolvers<ChatPanel>();

  /** A conversation without messages was never stored, but its draft is stored under its id. */
  function rememberedSession(state: unknown): Session | undefined {
    const read = stateSchema.safeParse(state);
    if (!read.success) return undefined;
    return chat.session(read.data.conversationId) ?? chat.newSession(read.data.conversationId);
  }

  function create(webview: vscode.Webview, location: PanelLocation, session: Session): ChatPanel {
    const panel = new ChatPanel({
      chat,
      webview,
      location,
      session,
      openInEditor: showTab,
      onFocus(isFocused) {
        if (isFocused) latest = panel;
        focus[isFocused ? "entered" : "left"](panel);
      },
    });
    latest = panel;
    return panel;
  }

  function fillView(view: vscode.WebviewView, state: unknown): void {
    const panel = create(view.webview, "sideBar", viewSession ?? rememberedSession(state) ?? chat.latestSession());
    inView = { panel, view };
    const nameView = (title: string) => {
      view.description = title;
    };
    nameView(panel.session.conversation.title);
    panel.onDidChangeTitle(nameView);
    view.onDidChangeVisibility(() => {
      if (view.visible) latest = panel;
      else panel.hide();
    });
    view.onDidDispose(() => {
      viewSession = panel.session;
      panel.dispose();
      if (latest === panel) latest = undefined;
      if (inView?.view !== view) return;
      inView = undefined;
      whenViewOpens = Promise.withResolvers();
    });
    whenViewOpens.resolve(panel);
  }

  function fillTab(tab: vscode.WebviewPanel, session: Session): void {
    const panel = create(tab.webview, "editor", session);
    tabs.set(panel, tab);
    const name = (title: string) => {
      tab.title = title || vscode.l10n.t("Chat");
    };
    name(session.conversation.title);
    panel.onDidChangeTitle(name);
    tab.iconPath = vscode.Uri.joinPath(studio.context.extensionUri, "media", "icon.png");
    tab.onDidChangeViewState(() => {
      if (tab.active) latest = panel;
      if (!tab.visible) panel.hide();
    });
    tab.onDidDispose(() => {
      tabs.delete(panel);
      panel.dispose();
      if (latest === panel) latest = inView?.panel;
    });
  }

  function showTab(session: Session): void {
    const known = [...tabs].find(([panel]) => panel.session === session)?.[1];
    if (known !== undefined) known.reveal();
    else fillTab(vscode.window.createWebviewPanel(chatEditor, vscode.l10n.t("Chat"), vscode.ViewColumn.Beside), session);
  }

  async function viewPanel(): Promise<ChatPanel> {
    await vscode.commands.executeCommand(`${chatView}.focus`);
    return whenViewOpens.promise;
  }

  function panelFor(which: WhichPanel): ChatPanel | undefined {
    switch (which) {
      case "used":
        return latest;
      case "shown":
        return inView?.view.visible ? inView.panel : latest;
      case "tab":
        return [...tabs].find(([, tab]) => tab.active)?.[0];
    }
  }

  /** Also moves the focus to the panel. */
  async function bringToFront(which: WhichPanel): Promise<ChatPanel> {
    const panel = panelFor(which);
    // Otherwise VS Code takes the focus away for a moment, and key presses in the panel are lost.
    if (panel !== undefined && focus.has(panel)) return panel;
    const tab = panel && tabs.get(panel);
    if (panel === undefined || tab === undefined) return viewPanel();
    tab.reveal();
    return panel;
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
    restoreEditor(tab, state) {
      fillTab(tab, rememberedSession(state) ?? chat.latestSession());
    },
    async ask(prompt) {
      const text = typeof prompt === "string" && prompt.trim() !== "" ? prompt : await readPrompt();
      if (text === undefined) return;
      await (await viewPanel()).ask(text);
    },
    async newConversation(which) {
      (await bringToFront(which)).startNew();
    },
    async attach(files) {
      if (files.length === 0) return;
      const panel = await bringToFront("shown");
      for (const file of files) await panel.attach(file);
      panel.post({ type: "focusInput" });
    },
    async chooseModel(model) {
      const { session } = await viewPanel();
      session.setSettings({ model });
      await studio.state.rememberChoices("text", { model, choices: {} });
    },
    openInEditor: (which) => showTab(panelFor(which)?.session ?? chat.latestSession()),
    stop: () => latest?.session.stop(),
    async post(which, message) {
      (await bringToFront(which)).post(message);
    },
    dispose() {
      for (const panel of tabs.keys()) panel.dispose();
      inView?.panel.dispose();
      chat.dispose();
    },
  };
}
