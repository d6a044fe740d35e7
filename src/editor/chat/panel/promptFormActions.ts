/** Prompt documents in the panel's input: lists them, shows the form of the chosen one, and sends it. */
import type { FilledForm, PromptForm } from "../../../chat/promptForm.ts";
import type { Session } from "../../../conversations/session.ts";
import type { DraftAttachments } from "../attachments/draftAttachments.ts";
import type { ChatServices } from "../chatServices.ts";
import type { PanelPage } from "./panelPage.ts";
import type { PromptSender } from "./promptSender.ts";
import type { ShownConversation } from "./shownConversation.ts";

export interface PromptFormActions {
  list(): Promise<void>;
  choose(session: Session, id: string): Promise<void>;
  send(session: Session, filled: FilledForm, addition: string): Promise<void>;
  open(id: string): Promise<void>;
}

interface FormParts {
  chat: ChatServices;
  page: PanelPage;
  shown: ShownConversation;
  attachments: DraftAttachments;
  sender: PromptSender;
}

export function createPromptFormActions({ chat, page, shown, attachments, sender }: FormParts): PromptFormActions {
  function postForm(conversationId: string, form: PromptForm | undefined): void {
    page.post({ type: "promptForm", conversationId, ...(form === undefined ? {} : { form }) });
  }

  return {
    async list() {
      page.post({ type: "prompts", prompts: await (await chat.promptForms()).list() });
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
      await attachments.settled();
      // Do not send it if the user has switched to another conversation.
      const isSent = composition.type === "prompt" && session === shown.session && sender.sendComposed(composition.prompt);
      postForm(id, isSent ? undefined : composition.form);
      if (isSent) page.post({ type: "draft", text: "" });
    },
    open: async (id) => (await chat.promptForms()).open(id),
  };
}
