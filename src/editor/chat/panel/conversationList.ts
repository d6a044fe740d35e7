/** The list of conversations in a panel: the last search, sent again after each change while the list is shown. */
import type { ConversationStore } from "../../../conversations/conversationStore.ts";
import type { ChatPage } from "../chatPage.ts";

export class ConversationList {
  readonly #conversations: Pick<ConversationStore, "search">;
  readonly #page: ChatPage;
  /** undefined: the list is not shown. */
  #query: string | undefined;

  constructor(conversations: Pick<ConversationStore, "search">, page: ChatPage) {
    this.#conversations = conversations;
    this.#page = page;
  }

  /** Shows the list. */
  send(query = this.#query ?? ""): void {
    this.#query = query;
    this.#page.pushWhenReady({ type: "conversations", query, conversations: this.#conversations.search(query) });
  }

  /** Sends the list again, if it is shown. */
  update(): void {
    if (this.#query !== undefined) this.send();
  }

  close(): void {
    this.#query = undefined;
  }
}
