/** Alerts, footnotes and task lists of answers, and the links between footnotes. */
import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { sharedBrowser } from "./browser.ts";
import { answerOf, conversationOf, promptOf, textPart } from "./conversations.ts";
import { openPanelPage, type PanelPage } from "./panelPage.ts";

let browser: Browser;
let panel: PanelPage;
beforeAll(async () => {
  browser = await sharedBrowser();
}, 180_000);

async function show(...answers: string[]): Promise<void> {
  await panel?.close();
  panel = await openPanelPage(browser);
  const turns = answers.flatMap((text, index) => [
    promptOf(`p${index}`, "Say", index === 0 ? null : `a${index - 1}`),
    answerOf(`a${index}`, `p${index}`, [textPart(text)]),
  ]);
  await panel.show(conversationOf(turns));
}

test("an alert has the title of its kind, in the editor's language", async () => {
  await show("> [!WARNING]\n> Careful\n\n> A quote");
  const alert = panel.page.locator(".alert");
  await expect.poll(() => alert.locator("p").allTextContents()).toEqual([panel.say("alertWarning"), "Careful"]);
  await expect.poll(() => panel.page.locator("blockquote").count()).toBe(2);
  await expect.poll(() => alert.count()).toBe(1);
});

test("the boxes of a task list are labelled and cannot be changed", async () => {
  await show("- [x] one\n- [ ] two\n");
  for (const [name, checked] of [
    ["taskDone", true],
    ["taskOpen", false],
  ] as const) {
    const box = panel.page.getByRole("checkbox", { name: panel.say(name) });
    expect([await box.isChecked(), await box.isDisabled()]).toEqual([checked, true]);
  }
});

test("the links of a footnote lead there and back by keyboard, within their own answer", async () => {
  const text = `One[^1] and again[^1].\n\n${"Long.\n\n".repeat(80)}[^1]: The note\n`;
  await show(text, text);
  const answer = panel.page.locator('article[data-turn="a1"]');
  const reference = answer.getByRole("link", { name: panel.say("footnote", "1") }).first();
  await reference.focus();
  await panel.page.keyboard.press("Enter");
  const focused = () =>
    panel.page.evaluate(() => {
      const element = document.activeElement;
      const { top, bottom } = element?.getBoundingClientRect() ?? new DOMRect();
      const turn = element?.closest("article")?.dataset.turn;
      return `${turn} ${element?.className} ${top >= 0 && bottom <= innerHeight ? "in sight" : "out of sight"}`;
    });
  await expect.poll(focused).toBe("a1 footnote in sight");
  await panel.page.keyboard.press("Tab");
  await expect.poll(focused).toBe("a1 footnote-back in sight");
  await panel.page.keyboard.press("Enter");
  await expect.poll(focused).toBe("a1 footnote-reference in sight");
  await expect.poll(() => reference.evaluate((element) => element === document.activeElement)).toBe(true);
  const ids = await panel.page.locator(".footnote").evaluateAll((all) => all.map(({ id }) => id));
  expect(new Set(ids).size).toBe(2);
  expect(panel.sent.filter(({ type }) => type === "openLink" || type === "openFile")).toEqual([]);
  expect(panel.violations).toEqual([]);
});

test("HTML in an answer cannot imitate a footnote of the panel", async () => {
  await show('<a class="footnote-back" data-footnote="1" href="#x">a</a>\n\n<div class="footnote" id="panel">b</div>');
  await panel.page.getByText("b", { exact: true }).waitFor();
  await expect.poll(() => panel.page.locator(".footnote, .footnote-back, .markdown [id], .markdown [href]").count()).toBe(0);
});
