/** Handles the calls of a page about prompts: sends them, starts their tasks, and keeps drafts, prompt documents and presets. */
import { completeStep } from "../../../base/completeStep.ts";
import type { ChatHandlers } from "../../chatPage.ts";
import type { ChatServices } from "../../chatServices.ts";
import type { PanelFacts } from "../panelFacts.ts";
import type { PromptFormActions } from "../promptFormActions.ts";
import type { PromptSender } from "../promptSender.ts";
import type { ShownConversation } from "../shownConversation.ts";
import { startsTask, type TurnTasks } from "./turnTasks.ts";

interface PromptParts {
  chat: ChatServices;
  shown: ShownConversation;
  sender: PromptSender;
  tasks: TurnTasks;
  forms: PromptFormActions;
  facts: PanelFacts;
}

export function createPromptHandlers({ chat: { conversations }, shown, sender, tasks, forms, facts }: PromptParts) {
  return {
    send({ text, model }) {
      if (startsTask(text)) return tasks.start(shown.session, text, { model });
      completeStep("chat");
      return sender.ask(text, true);
    },
    async resend({ turnId, text }) {
      const { session } = shown;
      if (startsTask(text)) return tasks.start(session, text, { replacedId: turnId });
      if (!session.resend(turnId, text)) await sender.returnToDraft(session, text);
    },
    editQueued: ({ id }) => sender.editQueued(id),
    keepDraft: ({ conversationId, text }) => conversations.saveDraft(conversationId, text),
    watchTask: ({ key }) => tasks.watch(key),
    generateImage: ({ turnId }) => tasks.generateImage(shown.session, turnId),
    actOnTask: ({ turnId, action }) => tasks.act(shown.session, turnId, action),
    actOnResult: ({ turnId, number, action }) => tasks.actOnResult(shown.session, turnId, number, action),
    listPrompts: () => forms.list(),
    choosePrompt: ({ id }) => forms.choose(id),
    sendPrompt({ form, text }) {
      completeStep("chat");
      return forms.send(shown.session, form, text);
    },
    openPrompt: ({ id }) => forms.open(id),
    async savePreset({ name, text }) {
      await conversations.savePreset({ name, text });
      facts.sendPresets();
    },
    async deletePreset({ name }) {
      await conversations.removePreset(name);
      facts.sendPresets();
    },
  } satisfies Partial<ChatHandlers>;
}
