/** The built panel in each of its states in; that it is accessible in all four themes, and a screenshot of each, out. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PanelModel } from "../../src/chat/panelMessages.ts";
import { launchBrowser } from "./browser.ts";
import {
  answerOf,
  citedConversation,
  conversationOf,
  outcomesConversation,
  promptOf,
  richConversation,
  textPart,
} from "./conversations.ts";
import { openPanelPage, type PanelPage, themes } from "./panelPage.ts";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const models: PanelModel[] = [
  { id: "demo-text", provider: "built-in", favourite: true, fitness: "yes" },
  { id: "openai/gpt-5-mini", provider: "openai", favourite: false, fitness: "yes" },
  { id: "openai/gpt-5", provider: "openai", favourite: false, fitness: "perhaps" },
  { id: "anthropic/claude-sonnet", provider: "anthropic", favourite: false, fitness: "yes" },
];

interface State {
  name: string;
  enter(panel: PanelPage): Promise<unknown>;
}

const states: State[] = [
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
      await panel.page.getByRole("button", { name: /^Model/ }).click();
      await panel.page.getByRole("listbox", { name: "Models" }).waitFor();
    },
  },
  {
    name: "settings",
    enter: async (panel) => {
      await panel.show(
        conversationOf([], { settings: { ...richConversation.settings, imageGeneration: true, instructions: "Answer briefly." } }),
      );
      await panel.page.getByRole("button", { name: "Request Settings" }).click();
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
      await panel.page.getByRole("button", { name: "Attach" }).click();
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
      await panel.page.getByRole("textbox", { name: "Find in the conversation" }).fill("key");
    },
  },
  {
    name: "edit",
    enter: async (panel) => {
      await panel.show(citedConversation);
      await panel.page.getByRole("button", { name: "Edit and Resend" }).click();
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

interface Violation {
  id: string;
  impact: string;
  nodes: string[];
}

async function violations(panel: PanelPage): Promise<Violation[]> {
  return panel.page.evaluate(async () => {
    const run = Reflect.get(window, "axe") as {
      run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[] }>;
    };
    const { violations: found } = await run.run();
    return found
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, impact, nodes }) => ({
        id,
        impact,
        nodes: nodes.map((node) => `${node.html.slice(0, 160)} ${node.failureSummary.slice(0, 200)}`),
      }));
  });
}

describe("each state of the panel", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  test.for(states)("$name is accessible, and loads and runs nothing strange", async ({ name, enter }) => {
    const panel = await openPanelPage(browser);
    try {
      await panel.post({ type: "service", name: "Built-in service", demo: true });
      await panel.post({ type: "models", models });
      await panel.post({ type: "presets", presets: [{ name: "Brief", text: "Answer briefly." }] });
      await enter(panel);
      expect(panel.problems).toEqual([]);
      await panel.page.evaluate(`${axe};undefined`);
      for (const theme of themes) {
        await panel.setTheme(theme);
        await panel.screenshot(`${name}-${theme}`);
        expect(await violations(panel), `${name} in ${theme}`).toEqual([]);
      }
      expect(panel.strangeRequests).toEqual([]);
    } finally {
      await panel.page.close();
    }
  });

  test.for([200, 320, 1200])("fits into %i pixels", async (width) => {
    const panel = await openPanelPage(browser, { width, place: width > 600 ? "editor" : "sideBar" });
    try {
      await panel.post({ type: "service", name: "Built-in service", demo: true });
      await panel.post({ type: "models", models });
      await panel.show(richConversation);
      await panel.screenshot(`rich-${width}`);
      const overflow = await panel.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(overflow).toBe(0);
      const region = panel.page.getByRole("region", { name: "Conversation" });
      expect(await region.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
    } finally {
      await panel.page.close();
    }
  });
});
