/** Nothing in; the panel's states, each with what the host and the user do to bring it about, out. */
import type { PanelModel } from "../../src/chat/panelMessages.ts";
import {
  answerOf,
  citedConversation,
  conversationOf,
  outcomesConversation,
  promptOf,
  richConversation,
  textPart,
} from "./conversations.ts";
import type { PanelPage } from "./panelPage.ts";

const models: PanelModel[] = [
  { id: "demo-text", provider: "built-in", favourite: true, fitness: "yes" },
  { id: "openai/gpt-5-mini", provider: "openai", favourite: false, fitness: "yes" },
  { id: "openai/gpt-5", provider: "openai", favourite: false, fitness: "perhaps" },
  { id: "anthropic/claude-sonnet", provider: "anthropic", favourite: false, fitness: "yes" },
];

export interface State {
  name: string;
  enter(panel: PanelPage): Promise<unknown>;
}

export const states: State[] = [
  { name: "empty", enter: (panel) => panel.show(conversationOf([])) },
  { name: "rich", enter: (panel) => panel.show(richConversation) },
  { name: "cited", enter: (panel) => panel.show(citedConversation) },
  { name: "outcomes", enter: (panel) => panel.show(outcomesConversation) },
  {
    name: "streaming",
    enter: async (panel) => {
      const turns = [
        promptOf("p", "Write on"),
        answerOf("a", "p", [textPart("It **grows** while it\n\n```ts\nconst a = 1;\nconst b")], { state: "streaming" }),
      ];
      await panel.show(conversationOf(turns, { queue: [{ id: "q", text: "And then translate it", attachments: [] }] }));
    },
  },
  {
    name: "models",
    enter: async (panel) => {
      await panel.show(conversationOf([]));
      await panel.page.getByRole("button", { name: panel.say("model", "demo-text") }).click();
      await panel.page.getByRole("listbox", { name: panel.say("models"), exact: true }).waitFor();
    },
  },
  {
    name: "settings",
    enter: async (panel) => {
      await panel.show(
        conversationOf([], { settings: { ...richConversation.settings, imageGeneration: true, instructions: "Answer briefly." } }),
      );
      await panel.page.getByRole("button", { name: panel.say("requestSettings") }).click();
      await panel.page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "attach",
    enter: async (panel) => {
      await panel.show(conversationOf([]));
      await panel.post({
        type: "attachments",
        attachments: [
          { id: "1", kind: "text", name: "src/extension.ts", mediaType: "text/plain", size: 1800 },
          { id: "2", kind: "image", name: "photo.png", mediaType: "image/png", size: 12_400_000 },
        ],
        problem: "12.4 MB: the service takes at most 10 MB in all.",
      });
      await panel.page.getByRole("button", { name: panel.say("attach"), exact: true }).click();
    },
  },
  {
    name: "conversations",
    enter: async (panel) => {
      await panel.show(richConversation);
      await panel.post({ type: "showConversations" });
      await panel.post({
        type: "conversations",
        query: "",
        conversations: [
          { id: "conversation", title: "Settings storage", updatedAt: Date.now() - 60_000, turns: 2 },
          {
            id: "2",
            title: "A lighthouse at dusk, in watercolour",
            updatedAt: Date.now() - 7_200_000,
            turns: 8,
            excerpt: "…lit by whale oil before kerosene…",
          },
          { id: "3", title: "Release note for a small fix", updatedAt: Date.now() - 4 * 86_400_000, turns: 4 },
        ],
      });
      await panel.page.getByText("Release note").hover();
    },
  },
  {
    name: "find",
    enter: async (panel) => {
      await panel.show(richConversation);
      await panel.post({ type: "find" });
      await panel.page.getByRole("textbox", { name: panel.say("findInConversation") }).fill("key");
    },
  },
  {
    name: "edit",
    enter: async (panel) => {
      await panel.show(citedConversation);
      await panel.page.getByRole("button", { name: panel.say("editMessage") }).click();
    },
  },
  {
    name: "rightToLeft",
    enter: (panel) =>
      panel.show(
        conversationOf([
          promptOf("p", "ما هي المنارة؟"),
          answerOf("a", "p", [textPart("المنارة **برج** يضيء البحر:\n\n- نقطة أولى\n- نقطة `code` ثانية\n\n```js\nconst x = 1;\n```\n")]),
        ]),
      ),
  },
];

/** The service, its models and the presets, as the host tells them at the start. */
export async function tellService(panel: PanelPage): Promise<void> {
  await panel.post({ type: "service", name: "Built-in service", demo: true });
  await panel.post({ type: "models", models });
  await panel.post({ type: "presets", presets: [{ name: "Brief", text: "Answer briefly." }] });
}
