/** The conversation that a panel shows, one at a time. */
import * as vscode from "vscode";
import type { Change } from "../../../chat/conversation/change.ts";
import { runningTurn } from "../../../chat/conversation/conversation.ts";
import type { Session } from "../../../conversations/session.ts";
import type { ChatPage } from "../chatPage.ts";
import type { ChatServices } from "../chatServices.ts";
import { noteAnswering } from "./answeringPanels.ts";

/** Changes of the visible messages, which decide what is attached automatically. */
const changesPath: ReadonlySet<Change["type"]> = new Set(["turnAdded", "turnChosen", "turnRemoved", "answerSettled", "queueChanged"]);

interface ShownOptions {
  chat: ChatServices;
  page: ChatPage;
  session: Session;
  /** Called when another conversation is shown. */
  onShow(conversationId: string): void;
  /** Called when the visible messages have changed. */
  onPathChange(): void;
}

export class ShownConversation implements vscode.Disposable {
  readonly #options: ShownOptions;
  #session: Session;
  #unsubscribe = () => {};
  readonly #titleChanged = new vscode.EventEmitter<string>();
  readonly onDidChangeTitle = this.#titleChanged.event;

  /** Nothing is shown before `show` is called. */
  constructor(options: ShownOptions) {
    this.#options = options;
    this.#session = options.session;
  }

  get session(): Session {
    return this.#session;
  }

  /** `replacesDeleted`: the conversation that was shown has been deleted. */
  show(next: Session, replacesDeleted = false): void {
    const { page, onShow, onPathChange } = this.#options;
    const { conversation } = next;
    this.#unsubscribe();
    this.#session = next;
    this.#unsubscribe = next.subscribe((changes) => {
      page.push({ type: "changes", conversationId: next.conversation.id, changes });
      if (changes.some(({ type }) => changesPath.has(type))) {
        onPathChange();
        noteAnswering(this, runningTurn(next.conversation) !== undefined);
      }
      if (changes.some(({ type }) => type === "titleChanged")) this.#titleChanged.fire(next.conversation.title);
    });
    if (page.isReady) this.send(replacesDeleted);
    this.setShown(page.isReady);
    onShow(conversation.id);
    noteAnswering(this, runningTurn(conversation) !== undefined);
    this.#titleChanged.fire(conversation.title);
  }

  /** Sends the whole conversation, with its draft. */
  send(replacesDeleted = false): void {
    const { chat, page } = this.#options;
    const session = this.#session;
    session.refresh();
    const draft = chat.conversations.draft(session.conversation.id);
    const imageFolder = page.addressOf(vscode.Uri.file(chat.images.folder));
    page.pushWhenReady({ type: "conversation", conversation: session.snapshot(), imageFolder, draft, replacesDeleted });
  }

  /** true: the conversation is shown; false: the list of all conversations, or nothing. */
  setShown(isShown: boolean): void {
    this.#options.chat.setShown(this, isShown ? this.#session.conversation.id : undefined);
  }

  /** Shows an empty conversation. If the current one is empty, it stays, with what the user has typed. */
  startNew(): void {
    const { chat, page } = this.#options;
    if (this.#session.conversation.turns.length > 0) this.show(chat.newSession());
    page.pushWhenReady({ type: "focusInput" });
  }

  dispose(): void {
    this.setShown(false);
    noteAnswering(this, false);
    this.#unsubscribe();
    this.#titleChanged.dispose();
  }
}
