/** The panel's states with prompt documents. */
import type { PanelPrompt, PromptError, PromptForm } from "../../src/chat/request/promptForm.ts";
import type { State } from "./contentStates.ts";
import { answerOf, conversationOf, promptOf, textPart } from "./conversations.ts";
import type { PanelPage } from "./panelPage.ts";

const prompts: PanelPrompt[] = [
  { id: "file:///review", name: "review", folder: "prompts", isUsers: false },
  { id: "file:///release", name: "release-notes-for-a-version-with-many-changes", folder: "docs/prompts/releases", isUsers: false },
  { id: "file:///translate", name: "translate", folder: "", isUsers: true },
];

/** A conversation with a message from a prompt document. */
const sentDocument = conversationOf([
  promptOf("p", "Review this change for errors.", null, {
    attachments: [{ id: "lamp", kind: "text", name: "src/lamp.ts", mediaType: "text/plain", size: 1240 }],
    document: {
      name: "review",
      fields: { model: "openai/gpt-5", temperature: 0.2, instructions: "You are a careful reviewer who names each problem once." },
      before: [{ role: "user", content: "Hello" }],
    },
  }),
  answerOf("a", "p", [textPart("It is fine.")]),
]);

/** Chooses a document after a slash, with the steps of the user and the host. */
async function choosePrompt(panel: PanelPage, errors: PromptError[]): Promise<void> {
  panel.host.listPrompts = () => ({ prompts });
  panel.host.choosePrompt = ({ id }) => {
    const form: PromptForm = {
      id,
      name: "review",
      fields: [
        { name: "model", value: "openai/gpt-5" },
        { name: "temperature", value: "0.2" },
        { name: "instructions", value: "You are a careful reviewer who names each problem once, with its line." },
      ],
      inputs: [
        { name: "language", isQuestion: false, value: "TypeScript" },
        { name: "Which part of the change should be looked at first?", isQuestion: true, value: "" },
      ],
      contents: ["{{selection}}", "guidelines/reviews.md"],
      errors,
    };
    return { form };
  };
  await panel.page.getByRole("textbox", { name: panel.say("message"), exact: true }).pressSequentially("/rev");
  await panel.page.getByRole("option", { name: "/review" }).waitFor();
  await panel.page.keyboard.press("Enter");
}

export const promptStates: State[] = [
  {
    name: "promptCompletion",
    enter: async (panel) => {
      await panel.show(conversationOf([]));
      panel.host.listPrompts = () => ({ prompts });
      await panel.page.getByRole("textbox", { name: panel.say("message"), exact: true }).pressSequentially("/");
      await panel.page.getByRole("listbox", { name: panel.say("prompts"), exact: true }).waitFor();
    },
  },
  {
    name: "promptForm",
    enter: async (panel) => {
      await panel.show(sentDocument);
      await choosePrompt(panel, []);
      await panel.page.getByRole("region", { name: panel.say("promptForm", "review") }).waitFor();
    },
  },
  {
    name: "promptErrors",
    enter: async (panel) => {
      await panel.show(sentDocument);
      await choosePrompt(panel, [
        { line: 3, message: "'temprature' is not a field of v1 text requests. Did you mean 'temperature'?" },
        { message: "'{{selection}}' has no value: nothing is selected in the editor that was active before." },
      ]);
      await panel.page.getByRole("button", { name: panel.say("promptOpen") }).waitFor();
    },
  },
];
