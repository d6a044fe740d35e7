/** A panel that shows one conversation at a time. */
import * as vscode from "vscode";
import { chatProtocol } from "../../../chat/messages/chatProtocol.ts";
import type { ChatPush } from "../../../chat/messages/chatPush.ts";
import { panelTexts } from "../../../chat/texts/panelTexts.ts";
import type { Session } from "../../../conversations/session.ts";
import { PanelHost } from "../../panels/panelHost.ts";
import { AutomaticAttachments } from "../attachments/automatic/automaticAttachments.ts";
import { DraftAttachments } from "../attachments/draftAttachments.ts";
import type { ChatHandlers } from "../chatPage.ts";
import type { ChatServices } from "../chatServices.ts";
import { createReadings, type Readings } from "../speech/createReadings.ts";
import { ConversationList } from "./conversationList.ts";
import { createAnswerHandlers } from "./handlers/answerHandlers.ts";
import { createAttachmentHandlers } from "./handlers/attachmentHandlers.ts";
import { createConversationHandlers } from "./handlers/conversationHandlers.ts";
import { createImageHandlers } from "./handlers/imageHandlers.ts";
import { createPromptHandlers } from "./handlers/promptHandlers.ts";
import { createSetupHandlers } from "./handlers/setupHandlers.ts";
import { createTurnTasks, type TurnTasks } from "./handlers/turnTasks.ts";
import { PanelFacts } from "./panelFacts.ts";
import type { PanelParts } from "./panelParts.ts";
import { PromptFormActions } from "./promptFormActions.ts";
import { PromptSender } from "./promptSender.ts";
import { ShownConversation } from "./shownConversation.ts";

export interface PanelOptions {
  chat: ChatServices;
  /** An editor tab, or the view of the side bar. */
  panel: vscode.WebviewPanel | vscode.WebviewView;
  session: Session;
  openInEditor(session: Session): void;
  /** Called when the panel gets or loses the focus. */
  onFocus(isFocused: boolean): void;
}

export class ChatPanel implements vscode.Disposable {
  readonly #chat: ChatServices;
  readonly #onFocus: PanelOptions["onFocus"];
  readonly #page: PanelHost<typeof chatProtocol>;
  readonly #attachments: DraftAttachments;
  readonly #automatic: AutomaticAttachments;
  readonly #shown: ShownConversation;
  readonly #sender: PromptSender;
  readonly #facts: PanelFacts;
  readonly #list: ConversationList;
  readonly #readings: Readings;
  readonly #tasks: TurnTasks;
  readonly #listeners: vscode.Disposable;
  readonly onDidChangeTitle: vscode.Event<string>;

  constructor({ chat, panel, session, openInEditor, onFocus }: PanelOptions) {
    this.#chat = chat;
    this.#onFocus = onFocus;
    this.#page = new PanelHost({
      panel,
      extensionUri: chat.studio.context.extensionUri,
      bundle: "chat",
      imports: ["chatShared"],
      texts: panelTexts,
      hint: panelTexts.placeholder,
      protocol: chatProtocol,
      handlers: () => this.#handlers(parts, openInEditor),
    });
    const post = (push: ChatPush) => this.#page.pushWhenReady(push);
    this.#attachments = new DraftAttachments(chat, (push) => {
      post(push);
      this.#automatic.update();
    });
    this.#shown = new ShownConversation({
      chat,
      page: this.#page,
      session,
      onShow: (id) => {
        this.#attachments.open(id);
        void this.#facts.sendEngines();
      },
      onPathChange: () => this.#automatic.update(),
    });
    this.onDidChangeTitle = this.#shown.onDidChangeTitle;
    this.#automatic = new AutomaticAttachments({
      chat,
      session: () => this.session,
      isAttached: (name) => this.#attachments.holds(name),
      post,
    });
    const parts = { chat, page: this.#page, shown: this.#shown, attachments: this.#attachments, automatic: this.#automatic };
    this.#sender = new PromptSender(parts);
    this.#facts = new PanelFacts(chat, this.#page, this.#shown);
    this.#list = new ConversationList(chat.conversations, this.#page);
    this.#readings = createReadings(chat, post);
    this.#tasks = createTurnTasks({ ...parts, sender: this.#sender });
    this.#listeners = vscode.Disposable.from(this.#page, ...this.#follow(chat));
    // Artifacts of tasks are in the workspace.
    const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
    this.#page.draw(vscode.l10n.t("Chat"), [vscode.Uri.file(chat.images.folder), ...folders]);
    this.#shown.show(session);
  }

  get session(): Session {
    return this.#shown.session;
  }

  show(session: Session): void {
    this.#shown.show(session);
  }

  /** Shows an empty conversation. If the current one is empty, it stays, with what the user has typed. */
  startNew(): void {
    this.#shown.startNew();
  }

  /** Sends the text as if the user had typed it. */
  ask(text: string): Promise<void> {
    return this.#sender.ask(text, false);
  }

  /** Begins a dictation into the draft, behind this beginning of it, or ends the one that is running. */
  dictate(before?: string): Promise<void> {
    const { session } = this;
    const column = this.#page.isTab ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
    return this.#chat.dictation.toggle(this, column, async (spoken) => {
      this.#page.reveal();
      await this.#sender.insertSpoken(session, spoken, before);
    });
  }

  attach(file: vscode.Uri): Promise<void> {
    return this.#attachments.attachPath(file.toString());
  }

  push(push: ChatPush): void {
    this.#page.pushWhenReady(push);
  }

  /** The page is gone until the panel is shown again, so nothing is sent to it. */
  hide(): void {
    this.#automatic.stop();
    this.#readings.stop();
    this.#tasks.unwatch();
    this.#shown.setShown(false);
    this.#onFocus(false);
  }

  dispose(): void {
    this.#readings.stop();
    this.#chat.dictation.end(this);
    this.#onFocus(false);
    this.#automatic.dispose();
    this.#tasks.dispose();
    this.#listeners.dispose();
    this.#shown.dispose();
  }

  #handlers(parts: PanelParts, openInEditor: PanelOptions["openInEditor"]): ChatHandlers {
    const forms = new PromptFormActions({ ...parts, sender: this.#sender });
    return {
      ready: () => this.#start(),
      dictate: ({ before }) => void this.dictate(before),
      focused: () => this.#noteFocus(true),
      blurred: () => this.#noteFocus(false),
      ...createPromptHandlers({ ...parts, sender: this.#sender, tasks: this.#tasks, forms, facts: this.#facts }),
      ...createAnswerHandlers({ ...parts, readings: this.#readings }),
      ...createConversationHandlers({ ...parts, list: this.#list, openInEditor }),
      ...createAttachmentHandlers(parts),
      ...createImageHandlers(parts),
      ...createSetupHandlers({ ...parts, facts: this.#facts }),
    };
  }

  #follow(chat: ChatServices): vscode.Disposable[] {
    const { studio } = chat;
    const ifReady = (step: () => unknown) => () => void (this.#page.isReady && step());
    return [
      chat.onDidDeleteConversation((id) => id === this.session.conversation.id && this.#shown.show(chat.newSession(), true)),
      chat.onDidChangeList(
        ifReady(() => {
          this.#list.update();
          this.#facts.sendCost();
        }),
      ),
      // Other windows may have changed the conversation.
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (!focused || !this.#page.isReady) return;
        this.session.refresh();
        void this.#facts.sendEngines();
      }),
      chat.dictation.onDidChange(ifReady(() => this.#sendDictation())),
      studio.models.onDidChange(ifReady(() => this.#facts.sendModels(false))),
      studio.state.onDidChange(() => void this.#facts.sendEngines()),
      studio.onDidChangeConnection(ifReady(() => this.#facts.sendModels(true))),
    ];
  }

  /** Called when the page is ready to receive messages: it has neither the conversation nor anything else yet. */
  #start(): void {
    this.#shown.setShown(true);
    this.#list.close();
    this.#readings.stop();
    this.#shown.send();
    this.#facts.sendPresets();
    this.#facts.sendCost();
    this.#sendDictation();
    this.#attachments.post();
    this.#automatic.start();
    void this.#facts.sendModels(false);
  }

  #sendDictation(): void {
    const { dictation } = this.#chat;
    const state = dictation.isFor(this) ? "running" : dictation.isOffered ? "ready" : "none";
    this.#page.pushWhenReady({ type: "dictation", state });
  }

  /** Another program may have changed a file of instructions, or started an engine. */
  #noteFocus(isFocused: boolean): void {
    if (isFocused) {
      this.#automatic.updateInstructions();
      void this.#facts.sendEngines();
    }
    this.#chat.dictation.noteFocus(this, isFocused);
    this.#onFocus(isFocused);
  }
}
