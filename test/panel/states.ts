/** The panel's states, each with the steps of the host and the user to reach it. */
import { readFile } from "node:fs/promises";
import type { Conversation, ConversationSummary } from "../../src/chat/conversation/conversation.ts";
import type { Attachment } from "../../src/chat/conversation/turn.ts";
import type { PanelFile } from "../../src/chat/messages/chatProtocol.ts";
import type { PanelModel } from "../../src/chat/messages/chatPush.ts";
import { contentStates, type State } from "./contentStates.ts";
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
import { promptStates } from "./promptStates.ts";
import { taskStates } from "./taskStates.ts";
import { textStates } from "./textStates.ts";

const models: PanelModel[] = [
  { id: "demo-text", provider: "built-in", favourite: true, fitness: "yes" },
  { id: "openai/gpt-5-mini", provider: "openai", favourite: false, fitness: "yes" },
  { id: "openai/gpt-5", provider: "openai", favourite: false, fitness: "perhaps" },
  { id: "anthropic/claude-sonnet", provider: "anthropic", favourite: false, fitness: "yes" },
];

const lamp: Attachment = { id: "lamp", kind: "text", name: "src/lamp.ts", mediaType: "text/plain", size: 1240 };

async function showConversations(panel: PanelPage): Promise<void> {
  const hour = 3_600_000;
  const list: ConversationSummary[] = [
    {
      id: "5",
      title: "How releases are made",
      updatedAt: 0,
      turns: 12,
      pinned: true,
      model: "openai/gpt-5",
      firstLine: "Tag the commit, then",
    },
    { id: "conversation", title: "Settings storage", updatedAt: Date.now() - 60_000, turns: 2, answering: true, model: "demo-text" },
    {
      id: "2",
      title: "A lighthouse at dusk, in watercolour",
      updatedAt: Date.now() - 120_000,
      turns: 8,
      unread: true,
      excerpt: "…lit by whale oil before kerosene…",
    },
    { id: "4", title: "Explain the new build", updatedAt: Date.now() - 24 * hour, turns: 0, draft: true },
    { id: "3", title: "Release note for a small fix", updatedAt: Date.now() - 4 * 24 * hour, turns: 4, model: "anthropic/claude-sonnet" },
    { id: "6", title: "Compare tea, coffee and cocoa", updatedAt: Date.now() - 40 * 24 * hour, turns: 2, model: "demo-text" },
  ];
  // Like the host: opening the list requests it.
  panel.host.searchConversations = ({ query }) => panel.post({ type: "conversations", query, conversations: list });
  await panel.show(richConversation);
  await panel.post({ type: "showConversations" });
  await panel.page.getByText("Release note").waitFor();
}

function describePath(path: string): PanelFile {
  return { path, name: path.replace(/^.*\//, ""), folder: path.replace(/\/[^/]*$/, "") };
}

export const states: State[] = [
  { name: "empty", enter: (panel) => panel.show(conversationOf([])) },
  { name: "rich", enter: (panel) => panel.show(richConversation) },
  { name: "cited", enter: (panel) => panel.show(citedConversation) },
  ...contentStates,
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
        error: "12.5 MB: the service accepts at most 10 MB in total.",
      });
      await panel.page.getByRole("button", { name: panel.say("attach"), exact: true }).click();
    },
  },
  {
    name: "conversations",
    enter: async (panel) => {
      await showConversations(panel);
      await panel.page.getByText("Release note").hover();
    },
  },
  {
    name: "conversationMenu",
    enter: async (panel) => {
      await showConversations(panel);
      await panel.page.locator(".conversation").nth(1).click({ button: "right" });
      await panel.page.getByRole("menu").waitFor();
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
  ...textStates,
  {
    name: "waiting",
    enter: async (panel) => {
      const turns = [promptOf("p", "Draw a lighthouse at dusk"), answerOf("a", "p", [], { state: "waiting" })];
      const waits = ["Now in watercolour", "And the same by night, seen from the sea, with the light of the tower on the waves", "Thanks"];
      const queue: Conversation["queue"] = waits.map((text, index) => ({ id: `${index}`, text, attachments: index === 1 ? [lamp] : [] }));
      const prompt = { text: "Draw a lighthouse at dusk", attachments: [] };
      queue.push(
        { ...prompt, id: "again", action: { type: "regenerate", turnId: "a" } },
        { ...prompt, id: "edited", action: { type: "edit", parentId: null } },
      );
      await panel.show(conversationOf(turns, { queue }));
      await panel.page.locator(".typing").waitFor();
    },
  },
  {
    name: "delayed",
    enter: async (panel) => {
      const turns = [
        promptOf("p", "Draw a lighthouse at dusk"),
        answerOf("a", "p", [], { state: "waiting", delayedUntil: Date.now() + 600_000 }),
      ];
      await panel.show(conversationOf(turns));
      await panel.page.locator(".answer .notice").waitFor();
    },
  },
  {
    name: "queuePaused",
    enter: async (panel) => {
      const error = { kind: "rateLimited", message: "The service's request limit for this key is reached." };
      const turns = [promptOf("p", "Draw a lighthouse at dusk"), answerOf("a", "p", [], { state: "failed", error })];
      const waits = ["Now in watercolour", "And the same by night, seen from the sea, with the light of the tower on the waves"];
      const queue = waits.map((text, index) => ({ id: `${index}`, text, attachments: index === 1 ? [lamp] : [] }));
      await panel.show(conversationOf(turns, { queue, queuePause: "failed" }));
      await panel.page.getByRole("button", { name: panel.say("queueSendNow") }).waitFor();
    },
  },
  {
    name: "optionChips",
    enter: (panel) =>
      panel.show(
        conversationOf([], { settings: { ...richConversation.settings, webSearch: true, imageGeneration: true, effort: "high" } }),
      ),
  },
  {
    name: "interrupted",
    enter: async (panel) => {
      const interrupted = { createdAt: Date.now(), responseId: "resp_1", state: "truncated" } as const;
      await panel.show(conversationOf([promptOf("p", "Write on"), answerOf("a", "p", [textPart("Half of the answer")], interrupted)]));
      await panel.page.getByRole("button", { name: panel.say("fetchAnswer") }).waitFor();
    },
  },
  {
    name: "lengthLimit",
    enter: async (panel) => {
      const limited = { state: "incomplete", incompleteReason: "max_output_tokens" } as const;
      await panel.show(conversationOf([promptOf("p", "Write on"), answerOf("a", "p", [textPart("Half of the answer, which")], limited)]));
      await panel.page.getByRole("button", { name: panel.say("continueAnswer"), exact: true }).waitFor();
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
              usage: {
                input_tokens: 120_345,
                input_tokens_details: { cached_tokens: 118_784 },
                output_tokens: 88,
                output_tokens_details: { reasoning_tokens: 64 },
                total_tokens: 120_433,
                cost: 0.0213,
              },
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
    name: "costs",
    enter: async (panel) => {
      await panel.post({ type: "models", models: models.map((model) => ({ ...model, context: 128_000 })) });
      await panel.post({ type: "costToday", cost: 1.2345 });
      await panel.post({ type: "attachments", attachments: [lamp, { ...lamp, id: "dusk", kind: "image", name: "dusk.png" }] });
      const [p1, a1] = citedConversation.turns;
      const usage = { input_tokens: 100_000, output_tokens: 5000, total_tokens: 105_000, cost: 0.0213 };
      if (p1 === undefined || a1 === undefined) throw new Error("the conversation has no turns");
      await panel.show(
        conversationOf([p1, a1, promptOf("p2", "And today?", a1.id), answerOf("a2", "p2", [textPart("By itself.")], { usage })]),
      );
      await panel.page.getByRole("textbox", { name: panel.say("message"), exact: true }).fill("How high is the tower?");
      await panel.page.getByRole("meter").waitFor();
    },
  },
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
    name: "attachedText",
    enter: async (panel) => {
      const image = (await readFile("media/icon.png")).toString("base64");
      const text = Buffer.from("12:00:01 0.25 0.50 0.75\n".repeat(40)).toString("base64");
      // Like the host: a chip requests its content once it is drawn.
      panel.host.readAttachment = ({ id }) => ({ data: id === "text" ? text : image });
      const sent = { id: "sent", kind: "image", name: "dusk.png", mediaType: "image/png", size: 482_000 } as const;
      await panel.show(
        conversationOf([
          promptOf("p", "What is this?", null, { attachments: [sent] }),
          answerOf("a", "p", [textPart("The icon of an extension.")]),
        ]),
      );
      const drafted: Attachment[] = [
        { id: "text", kind: "text", name: "Pasted text", mediaType: "text/plain", size: 2600 },
        { id: "image", kind: "image", name: "photo.png", mediaType: "image/png", size: 240_000 },
      ];
      await panel.post({ type: "attachments", attachments: drafted });
      await panel.page.locator("img.thumbnail").nth(1).waitFor();
      await panel.page.getByRole("button", { name: "Pasted text", exact: true }).click();
      await panel.page.getByRole("button", { name: panel.say("attachmentInsert") }).waitFor();
    },
  },
  {
    name: "fileCompletion",
    enter: async (panel) => {
      await panel.show(conversationOf([]));
      const files: PanelFile[] = ["src/lamp.ts", "src/light/lantern/lamp.test.ts", "docs/landmarks.md"].map(describePath);
      // Like the host: each typed letter requests the list after the sign.
      panel.host.searchFiles = () => ({ files: [...files, { ...describePath("src/lamps"), isFolder: true }] });
      await panel.page.getByRole("textbox", { name: panel.say("message"), exact: true }).pressSequentially("Explain #la");
      await panel.page.getByRole("listbox", { name: panel.say("files"), exact: true }).waitFor();
    },
  },
  {
    name: "contextCompletion",
    enter: async (panel) => {
      await panel.show(conversationOf([]));
      await panel.page.getByRole("textbox", { name: panel.say("message"), exact: true }).pressSequentially("Fix @");
      await panel.page.getByRole("listbox", { name: panel.say("context"), exact: true }).waitFor();
      await panel.page.keyboard.press("ArrowDown");
    },
  },
  ...promptStates,
  ...taskStates,
  {
    name: "modelsMissing",
    enter: async (panel) => {
      await panel.post({ type: "models", models: [], error: "The service cannot be reached." });
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

/** The service, its models and the presets, as the host sends them at the start. */
export async function postService(panel: PanelPage): Promise<void> {
  await panel.post({ type: "service", name: "Built-in service", demo: true });
  await panel.post({ type: "models", models });
  await panel.post({ type: "presets", presets: [{ name: "Brief", text: "Answer briefly." }] });
}
