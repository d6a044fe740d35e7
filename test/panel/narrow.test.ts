/** What a narrow side bar shows of long names, values and tables. */
import type { Browser } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sharedBrowser } from "./browser.ts";
import { answerOf, conversationOf, promptOf, textPart } from "./conversations.ts";
import { openPanelPage, type PanelPage } from "./panelPage.ts";
import { reportTasks, taskConversation } from "./taskStates.ts";

describe("in 258 pixels", () => {
  let browser: Browser;
  let panel: PanelPage;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  beforeEach(async () => {
    panel = await openPanelPage(browser, { width: 258, height: 700 });
    return () => panel.close();
  });

  test("a long model is named by its last part, and the usage has its line breaks between the values", async () => {
    const model = "fireworks/accounts/fireworks/models/llama-405b-instruct-long";
    const usage = { input_tokens: 100_000, output_tokens: 5000, total_tokens: 105_000, cost: 0.0213 };
    const turns = [promptOf("p", "Hi"), answerOf("a", "p", [textPart("Hello.")], { model, usage })];
    await panel.show(conversationOf(turns));
    const name = panel.page.locator(".turn-header .model-name");
    await expect.poll(() => name.allInnerTexts()).toEqual(["llama-405b-instruct-long"]);
    expect(await name.getAttribute("title")).toBe(model);
    const values = panel.page.locator(".usage > span");
    await expect.poll(() => values.allInnerTexts()).toEqual(["100,000 tokens in ·", "5,000 out ·", "3.2 s ·", "$0.0213"]);
    const heights = await values.evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().height));
    expect(new Set(heights).size).toBe(1);
    await panel.page.setViewportSize({ width: 900, height: 700 });
    await expect.poll(() => name.allInnerTexts()).toEqual([model]);
  });

  test("four images are two by two, each with the end of its name", async () => {
    reportTasks(panel);
    await panel.show(taskConversation(["four"]));
    const figures = panel.page.locator(".task-grid figure");
    await figures.nth(3).locator("img").waitFor();
    const boxes = await figures.evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().toJSON()));
    const [first, second, third, fourth] = boxes;
    expect([second.top, fourth.top]).toEqual([first.top, third.top]);
    expect([third.left, fourth.left]).toEqual([first.left, second.left]);
    const ends = await figures.locator("figcaption .link-button").evaluateAll((names) =>
      names.map((name) => {
        const text = name.querySelector("bdi")?.getBoundingClientRect();
        const { left, right } = name.getBoundingClientRect();
        return text !== undefined && text.left < left && text.right <= right + 1;
      }),
    );
    expect(ends).toEqual([true, true, true, true]);
  });

  test("a table with many columns scrolls, and has no rows of single words", async () => {
    const cells = (text: (column: number) => string) => `| ${Array.from({ length: 9 }, (_, column) => text(column)).join(" | ")} |\n`;
    const remark = "A long remark about this model and its use";
    const table = cells((column) => `Column ${column}`) + cells(() => "-") + cells((column) => (column === 8 ? remark : "yes"));
    await panel.show(conversationOf([promptOf("p", "Compare"), answerOf("a", "p", [textPart(table)])]));
    const last = panel.page.locator(".markdown td").last();
    await last.waitFor();
    const lines = () => last.evaluate((cell) => cell.clientHeight / Number.parseFloat(getComputedStyle(cell).lineHeight));
    await expect.poll(lines).toBeLessThan(4);
    const shown = await panel.page.locator(".markdown table").evaluate((element) => [element.scrollWidth, element.clientWidth]);
    expect(shown[0]).toBeGreaterThan(shown[1] ?? 0);
  });
});
