/** Nothing in; the panel's states, each with what the host and the user do to bring it about, out. */
import type { PanelModel } from "../../src/chat/toPanel.ts";
import type { Attachment } from "../../src/chat/turn.ts";
import {
  answerOf,
  citedConversation,
  conversationOf,
  helpsConversation,
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

const lamp: Attachment = { id: "lamp", kind: "text", name: "src/lamp.ts", mediaType: "text/plain", size: 1240 };

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
        problem: "12.5 MB: the service takes at most 10 MB in all.",
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
  {
    name: "waiting",
    enter: async (panel) => {
      const turns = [promptOf("p", "Draw a lighthouse at dusk"), answerOf("a", "p", [], { state: "waiting" })];
      const waits = ["Now in watercolour", "And the same by night, seen from the sea, with the light of the tower on the waves", "Thanks"];
      const queue = waits.map((text, index) => ({ id: `${index}`, text, attachments: index === 1 ? [lamp] : [] }));
      await panel.show(conversationOf(turns, { queue }));
      await panel.page.locator(".typing").waitFor();
    },
  },
  {
    name: "working",
    enter: (panel) =>
      panel.show(
        conversationOf([
          promptOf("p", "Look up how lighthouses were lit, and draw one"),
          answerOf(
            "a",
            "p",
            [
              { kind: "reasoning", key: "r", text: "First the **history**, then the picture." },
              { kind: "step", key: "w", type: "web_search_call", done: false },
              { kind: "step", key: "x", type: "mcp_call", done: false },
              textPart("Here is what I found so far"),
              { kind: "image", key: "i", state: "drawing" },
            ],
            { state: "streaming" },
          ),
        ]),
      ),
  },
  {
    name: "branches",
    enter: (panel) =>
      panel.show(
        conversationOf(
          [
            promptOf("p1", "How high is the tower?"),
            answerOf("a1", "p1", [textPart("About 40 m.")]),
            promptOf("p2", "How high is the tallest tower?"),
            answerOf("a2", "p2", [textPart("133 m: Jeddah Light.")]),
            answerOf("a3", "p2", [textPart("Jeddah Light is **133 m** high.")], {
              demo: false,
              model: "vendor/a-model-with-a-rather-long-name-2026-11-21",
              usage: { input_tokens: 120_345, output_tokens: 88, total_tokens: 120_433, cost: 0.0213 },
              milliseconds: 95_000,
            }),
          ],
          { settings: { ...richConversation.settings, model: "vendor/a-model-with-a-rather-long-name-2026-11-21" } },
        ),
      ),
  },
  {
    name: "keyMissing",
    enter: (panel) =>
      panel.show(
        conversationOf([
          promptOf("p", "Hello"),
          answerOf("a", "p", [], {
            state: "failed",
            demo: false,
            error: { kind: "missingKey", message: "No API key is set for this service.", help: "setKey" },
          }),
        ]),
      ),
  },
  { name: "helps", enter: (panel) => panel.show(helpsConversation(90_000)) },
  {
    name: "longWords",
    enter: (panel) =>
      panel.show(
        conversationOf([
          promptOf("p", `What is ${"supercalifragilistic".repeat(8)}?`, null, {
            attachments: [{ ...lamp, name: `src/${"deeply/".repeat(9)}nested/lamp.controller.ts` }],
          }),
          answerOf("a", "p", [
            textPart(
              `A word: ${"expialidocious".repeat(12)}, and \`${"code".repeat(40)}\`.\n\n| ${"wide ".repeat(9)}| b |\n|-|-|\n| 1 | 2 |\n`,
            ),
          ]),
        ]),
      ),
  },
  {
    name: "fileCompletion",
    enter: async (panel) => {
      await panel.show(conversationOf([]));
      await panel.page.getByRole("textbox", { name: panel.say("message"), exact: true }).pressSequentially("Explain #la");
      const files = ["src/lamp.ts", "src/light/lantern/lamp.test.ts", "docs/landmarks.md"];
      await panel.post({
        type: "files",
        query: "la",
        files: files.map((path) => ({ path, name: path.replace(/^.*\//, ""), folder: path.replace(/\/[^/]*$/, "") })),
      });
      await panel.page.getByRole("listbox", { name: panel.say("files"), exact: true }).waitFor();
    },
  },
  {
    name: "modelsMissing",
    enter: async (panel) => {
      await panel.post({ type: "models", models: [], problem: "The service cannot be reached." });
      await panel.show(conversationOf([], { settings: { ...richConversation.settings, model: "" } }));
      await panel.page.getByRole("button", { name: panel.say("modelChoose") }).click();
    },
  },
  {
    name: "conversationsEmpty",
    enter: async (panel) => {
      await panel.post({ type: "showConversations" });
      await panel.post({ type: "conversations", query: "", conversations: [] });
      await panel.page.locator(".empty").waitFor();
    },
  },
];

/** The service, its models and the presets, as the host tells them at the start. */
export async function tellService(panel: PanelPage): Promise<void> {
  await panel.post({ type: "service", name: "Built-in service", demo: true });
  await panel.post({ type: "models", models });
  await panel.post({ type: "presets", presets: [{ name: "Brief", text: "Answer briefly." }] });
}
