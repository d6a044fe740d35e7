/** Sends prompts of a panel to the conversation that it shows, with their attachments. */
import { insertSpoken } from "../../../chat/request/insertSpoken.ts";
import type { Session } from "../../../conversations/session.ts";
import { report } from "../../base/report.ts";
import type { ComposedPrompt } from "../promptForms.ts";
import type { PanelParts } from "./panelParts.ts";

export class PromptSender {
  readonly #parts: PanelParts;

  constructor(parts: PanelParts) {
    this.#parts = parts;
  }

  /** `isWrittenHere`: the user wrote it in the panel, which shows what is attached automatically. */
  async ask(text: string, isWrittenHere: boolean): Promise<void> {
    const { chat, shown, attachments, automatic } = this.#parts;
    const asked = shown.session;
    await attachments.settled();
    const found = await attachments.searchWorkspace(text);
    const automatically = isWrittenHere ? automatic.take() : await automatic.takeInstructions();
    const more = [...automatically, ...(found ?? [])];
    const taken = shown.session === asked && found !== undefined ? attachments.take(more) : undefined;
    if (taken === undefined) return this.returnToDraft(asked, text);
    const sent = [...more, ...taken];
    asked.send(text, sent);
    await chat.held.store(asked.conversation.id, sent);
  }

  /** Returns false, after reporting it, if the prompt and the current attachments exceed the limits. */
  sendComposed({ text, files, document }: ComposedPrompt): boolean {
    const { chat, shown, attachments } = this.#parts;
    const own = files.map(({ attachment }) => attachment);
    const taken = attachments.take(own);
    if (taken === undefined) return false;
    for (const { attachment, content } of files) if (content !== undefined) chat.held.keep(attachment.id, content);
    const sent = [...own, ...taken];
    shown.session.send(text, sent, document);
    chat.held.store(shown.session.conversation.id, sent).catch(report);
    return true;
  }

  /** Puts a text that was not sent before what the user has written in the conversation's input. */
  async returnToDraft({ conversation: { id } }: Session, text: string): Promise<void> {
    const written = this.#parts.chat.conversations.draft(id);
    // The page may not have cleared its input yet.
    await this.#setDraft(id, written === text ? text : [text, written].filter(Boolean).join("\n\n"));
  }

  /** Inserts a dictated text behind this beginning of the draft. */
  async insertSpoken({ conversation: { id } }: Session, spoken: string, before: string | undefined): Promise<void> {
    if (spoken !== "") await this.#setDraft(id, insertSpoken(this.#parts.chat.conversations.draft(id), spoken, before));
  }

  async #setDraft(id: string, draft: string): Promise<void> {
    const { chat, page, shown } = this.#parts;
    if (id === shown.session.conversation.id) page.pushWhenReady({ type: "draft", text: draft });
    await chat.conversations.saveDraft(id, draft);
  }

  /** Moves a queued prompt, with its attachments, to the beginning of the draft. */
  async editQueued(queuedId: string): Promise<void> {
    const { session } = this.#parts.shown;
    const prompt = await session.removeQueued(queuedId);
    if (prompt === undefined) return;
    this.#parts.attachments.restore(prompt.attachments);
    await this.returnToDraft(session, prompt.text);
  }
}
