/** Prompt documents in the panel's input: lists them, shows the form of the chosen one, and sends it. */
import type { FilledForm, PromptForm } from "../../../chat/request/promptForm.ts";
import type { Session } from "../../../conversations/session.ts";
import type { PanelParts } from "./panelParts.ts";
import type { PromptSender } from "./promptSender.ts";

export class PromptFormActions {
  readonly #parts: PanelParts & { sender: PromptSender };

  constructor(parts: PanelParts & { sender: PromptSender }) {
    this.#parts = parts;
  }

  async list(): Promise<void> {
    const { chat, page } = this.#parts;
    page.pushWhenReady({ type: "prompts", prompts: await (await chat.promptForms()).list() });
  }

  async choose(session: Session, id: string): Promise<void> {
    this.#postForm(session.conversation.id, await (await this.#parts.chat.promptForms()).describe(id));
  }

  async send(session: Session, filled: FilledForm, addition: string): Promise<void> {
    const { chat, page, shown, attachments, sender } = this.#parts;
    const { id } = session.conversation;
    const forms = await chat.promptForms();
    const composition = await forms.compose(filled, addition).catch((error: unknown) => {
      // The document's file can no longer be read.
      this.#postForm(id, undefined);
      throw error;
    });
    await attachments.settled();
    // Do not send it if the user has switched to another conversation.
    const isSent = composition.type === "prompt" && session === shown.session && sender.sendComposed(composition.prompt);
    this.#postForm(id, isSent ? undefined : composition.form);
    if (isSent) page.pushWhenReady({ type: "draft", text: "" });
  }

  async open(id: string): Promise<void> {
    return (await this.#parts.chat.promptForms()).open(id);
  }

  #postForm(conversationId: string, form: PromptForm | undefined): void {
    this.#parts.page.pushWhenReady({ type: "promptForm", conversationId, ...(form === undefined ? {} : { form }) });
  }
}
