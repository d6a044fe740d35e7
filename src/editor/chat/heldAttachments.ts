/** The contents of attachments that are kept in memory until they are stored with their conversation. */
import type { Attachment } from "../../chat/conversation/turn.ts";
import type { ConversationStore } from "../../conversations/conversationStore.ts";

export class HeldAttachments {
  readonly #conversations: Pick<ConversationStore, "attachment" | "saveAttachment">;
  /** By the attachment's id. */
  readonly #contents = new Map<string, Uint8Array>();

  constructor(conversations: Pick<ConversationStore, "attachment" | "saveAttachment">) {
    this.#conversations = conversations;
  }

  keep(id: string, content: Uint8Array): void {
    this.#contents.set(id, content);
  }

  /** Removes the content of an attachment that will not be sent. */
  forget(id: string): void {
    this.#contents.delete(id);
  }

  get(id: string): Uint8Array | undefined {
    return this.#contents.get(id);
  }

  /** The content in memory or in the store. */
  content(id: string): Uint8Array | undefined {
    return this.#contents.get(id) ?? this.#conversations.attachment(id);
  }

  /** Stores the contents with the conversation. They stay in memory until they are written. */
  async store(conversationId: string, attachments: readonly Attachment[]): Promise<void> {
    await Promise.all(
      attachments.map(async ({ id }) => {
        const content = this.#contents.get(id);
        if (content === undefined) return;
        await this.#conversations.saveAttachment(id, conversationId, content);
        this.#contents.delete(id);
      }),
    );
  }
}
