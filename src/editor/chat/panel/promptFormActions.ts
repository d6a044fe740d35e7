/** Prompt documents in the panel's input: lists them, shows the form of the chosen one, and sends it. */
import type { ChatReply } from "../../../chat/messages/chatProtocol.ts";
import type { FilledForm, PromptForm } from "../../../chat/request/promptForm.ts";
import type { Session } from "../../../conversations/session.ts";
import { report } from "../../base/report.ts";
import type { PanelParts } from "./panelParts.ts";
import type { PromptSender } from "./promptSender.ts";

export class PromptFormActions {
  readonly #parts: PanelParts & { sender: PromptSender };

  constructor(parts: PanelParts & { sender: PromptSender }) {
    this.#parts = parts;
  }

  async list(): Promise<ChatReply<"listPrompts">> {
    return { prompts: await (await this.#parts.chat.promptForms()).list() };
  }

  async choose(id: string): Promise<ChatReply<"choosePrompt">> {
    return replyWith(await (await this.#parts.chat.promptForms()).describe(id));
  }

  async send(session: Session, filled: FilledForm, addition: string): Promise<ChatReply<"sendPrompt">> {
    const { chat, page, shown, attachments, sender } = this.#parts;
    const forms = await chat.promptForms();
    const composition = await forms.compose(filled, addition).catch((error: unknown) => void report(error));
    // The document's file can no longer be read.
    if (composition === undefined) return {};
    await attachments.settled();
    // Do not send it if the user has switched to another conversation.
    const isSent = composition.type === "prompt" && session === shown.session && sender.sendComposed(composition.prompt);
    if (isSent) page.pushWhenReady({ type: "draft", text: "" });
    return replyWith(isSent ? undefined : composition.form);
  }

  async open(id: string): Promise<void> {
    return (await this.#parts.chat.promptForms()).open(id);
  }
}

const replyWith = (form: PromptForm | undefined) => (form === undefined ? {} : { form });
