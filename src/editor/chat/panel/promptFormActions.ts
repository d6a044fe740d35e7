/** Prompt documents in the panel's input: lists them, shows the form of the chosen one, and sends it. */
import type { FilledForm, PromptForm } from "../../../chat/promptForm.ts";
import type { Session } from "../../../conversations/session.ts";
import type { PanelParts } from "../panelParts.ts";

export interface PromptFormActions {
  list(): Promise<void>;
  choose(session: Session, id: string): Promise<void>;
  send(session: Session, filled: FilledForm, addition: string): Promise<void>;
  open(id: string): Promise<void>;
}

export function createPromptFormActions(
  parts: Pick<PanelParts, "attachments" | "chat" | "post" | "session" | "sendComposed">,
): PromptFormActions {
  const { chat, post } = parts;

  function postForm(conversationId: string, form: PromptForm | undefined): void {
    post({ type: "promptForm", conversationId, ...(form === undefined ? {} : { form }) });
  }

  return {
    async list() {
      post({ type: "prompts", prompts: await (await chat.promptForms()).list() });
    },
    async choose(session, id) {
      postForm(session.conversation.id, await (await chat.promptForms()).describe(id));
    },
    async send(session, filled, addition) {
      const { id } = session.conversation;
      const forms = await chat.promptForms();
      const composition = await forms.compose(filled, addition).catch((error: unknown) => {
        // The document's file can no longer be read.
        postForm(id, undefined);
        throw error;
      });
      await parts.attachments.settled();
      // Do not send it if the user has switched to another conversation.
      const isSent = composition.kind === "prompt" && session === parts.session() && parts.sendComposed(composition.prompt);
      postForm(id, isSent ? undefined : composition.form);
      if (isSent) post({ type: "draft", text: "" });
    },
    open: async (id) => (await chat.promptForms()).open(id),
  };
}
