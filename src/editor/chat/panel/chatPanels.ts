/** The chat's panels, in the side bar and in editor tabs, and the commands for them. */
import * as vscode from "vscode";
import * as z from "zod/mini";
import type { ChatPush } from "../../../chat/messages/chatPush.ts";
import type { Session } from "../../../conversations/session.ts";
import type { ChatServices } from "../chatServices.ts";
import type { ChatSource } from "../chatSource.ts";
import { openChatServices } from "../openChatServices.ts";
import { ChatPanel } from "./panel.ts";
import { trackPanelFocus } from "./panelFocus.ts";
import { chatEditor, chatView } from "./viewIds.ts";

const { t } = vscode.l10n;

/**
 * The panel that a command is for. `used`: the last used one; `shown`: the side bar's if it is visible, else the last used one; `tab`: the
 * active editor tab.
 */
export type WhichPanel = "used" | "shown" | "tab";

const stateSchema = z.object({ conversationId: z.string() });

export async function openChatPanels(studio: ChatSource): Promise<ChatPanels> {
  return new ChatPanels(await openChatServices(studio));
}

export class ChatPanels implements vscode.Disposable {
  readonly #chat: ChatServices;
  readonly #tabs = new Map<ChatPanel, vscode.WebviewPanel>();
  readonly #focus = trackPanelFocus();
  #inView: { panel: ChatPanel; view: vscode.WebviewView } | undefined;
  /** The session to show when the view is opened again. */
  #viewSession: Session | undefined;
  #latest: ChatPanel | undefined;
  #whenViewOpens = Promise.withResolvers<ChatPanel>();

  constructor(chat: ChatServices) {
    this.#chat = chat;
  }

  /** `state`: the view's stored state from before the window was closed. */
  fillView(view: vscode.WebviewView, state: unknown): void {
    const panel = this.#create(view, this.#viewSession ?? this.#rememberedSession(state) ?? this.#chat.latestSession());
    this.#inView = { panel, view };
    const nameView = (title: string) => {
      view.description = title;
    };
    nameView(panel.session.conversation.title);
    panel.onDidChangeTitle(nameView);
    view.onDidChangeVisibility(() => {
      if (view.visible) this.#latest = panel;
      else panel.hide();
    });
    view.onDidDispose(() => {
      this.#viewSession = panel.session;
      panel.dispose();
      if (this.#latest === panel) this.#latest = undefined;
      if (this.#inView?.view !== view) return;
      this.#inView = undefined;
      this.#whenViewOpens = Promise.withResolvers();
    });
    this.#whenViewOpens.resolve(panel);
  }

  restoreEditor(tab: vscode.WebviewPanel, state: unknown): void {
    this.#fillTab(tab, this.#rememberedSession(state) ?? this.#chat.latestSession());
  }

  /** Sends `prompt`; without one, what the user types, together with the selection if there is one. */
  async ask(prompt: unknown): Promise<void> {
    const text = typeof prompt === "string" && prompt.trim() !== "" ? prompt : await readPrompt();
    if (text === undefined) return;
    await (await this.#viewPanel()).ask(text);
  }

  async newConversation(which: WhichPanel): Promise<void> {
    (await this.#bringToFront(which)).startNew();
  }

  async dictate(which: WhichPanel): Promise<void> {
    await (await this.#bringToFront(which)).dictate();
  }

  /** Attaches files to the prompt that the user is writing. */
  async attach(files: readonly vscode.Uri[]): Promise<void> {
    if (files.length === 0) return;
    const panel = await this.#bringToFront("shown");
    for (const file of files) await panel.attach(file);
    panel.push({ type: "focusInput" });
  }

  /** Changes the model of the conversation in the side bar. */
  async chooseModel(model: string): Promise<void> {
    const { session } = await this.#viewPanel();
    session.setSettings({ model });
    await this.#chat.studio.state.rememberChoices("text", { model, choices: {} });
  }

  /** Shows the panel's conversation in a tab beside the code. If a tab already shows it, reveals that one. */
  openInEditor(): void {
    this.#showTab(this.#panelFor("shown")?.session ?? this.#chat.latestSession());
  }

  stop(): void {
    this.#latest?.session.stop();
  }

  /** Brings the panel to the front and pushes this to its page. Opens the side bar's if there is none. */
  async push(which: WhichPanel, push: ChatPush): Promise<void> {
    (await this.#bringToFront(which)).push(push);
  }

  dispose(): void {
    for (const panel of this.#tabs.keys()) panel.dispose();
    this.#inView?.panel.dispose();
    this.#chat.dispose();
  }

  /** A conversation without messages was never stored, but its draft is stored under its id. */
  #rememberedSession(state: unknown): Session | undefined {
    const read = stateSchema.safeParse(state);
    if (!read.success) return undefined;
    return this.#chat.session(read.data.conversationId) ?? this.#chat.newSession(read.data.conversationId);
  }

  #create(view: vscode.WebviewPanel | vscode.WebviewView, session: Session): ChatPanel {
    const panel = new ChatPanel({
      chat: this.#chat,
      panel: view,
      session,
      openInEditor: (shown) => this.#showTab(shown),
      onFocus: (isFocused) => {
        if (isFocused) this.#latest = panel;
        this.#focus[isFocused ? "entered" : "left"](panel);
      },
    });
    this.#latest = panel;
    return panel;
  }

  #fillTab(tab: vscode.WebviewPanel, session: Session): void {
    const panel = this.#create(tab, session);
    this.#tabs.set(panel, tab);
    const name = (title: string) => {
      tab.title = title || t("Chat");
    };
    name(session.conversation.title);
    panel.onDidChangeTitle(name);
    tab.onDidChangeViewState(() => {
      if (tab.active) this.#latest = panel;
      if (!tab.visible) panel.hide();
    });
    tab.onDidDispose(() => {
      this.#tabs.delete(panel);
      panel.dispose();
      if (this.#latest === panel) this.#latest = this.#inView?.panel;
    });
  }

  #showTab(session: Session): void {
    const known = [...this.#tabs].find(([panel]) => panel.session === session)?.[1];
    if (known !== undefined) known.reveal();
    else this.#fillTab(vscode.window.createWebviewPanel(chatEditor, t("Chat"), vscode.ViewColumn.Beside), session);
  }

  async #viewPanel(): Promise<ChatPanel> {
    await vscode.commands.executeCommand(`${chatView}.focus`);
    return this.#whenViewOpens.promise;
  }

  #panelFor(which: WhichPanel): ChatPanel | undefined {
    switch (which) {
      case "used":
        return this.#latest;
      case "shown":
        return this.#inView?.view.visible ? this.#inView.panel : this.#latest;
      case "tab":
        return [...this.#tabs].find(([, tab]) => tab.active)?.[0];
    }
  }

  /** Also moves the focus to the panel. */
  async #bringToFront(which: WhichPanel): Promise<ChatPanel> {
    const panel = this.#panelFor(which);
    // Otherwise VS Code takes the focus away for a moment, and key presses in the panel are lost.
    if (panel !== undefined && this.#focus.has(panel)) return panel;
    const tab = panel && this.#tabs.get(panel);
    if (panel === undefined || tab === undefined) return this.#viewPanel();
    tab.reveal();
    return panel;
  }
}

async function readPrompt(): Promise<string | undefined> {
  const editor = vscode.window.activeTextEditor;
  const selected = editor === undefined || editor.selection.isEmpty ? "" : editor.document.getText(editor.selection);
  const typed = await vscode.window.showInputBox({
    title: selected === "" ? t("Ask") : t("Ask about the Selection"),
    placeHolder: t("What do you want to know?"),
    ignoreFocusOut: true,
  });
  if (typed === undefined || (typed.trim() === "" && selected === "")) return undefined;
  if (selected === "") return typed;
  const fence = "`".repeat(Math.max(3, ...[...selected.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${typed}\n\n${fence}${editor?.document.languageId ?? ""}\n${selected}\n${fence}`.trim();
}
