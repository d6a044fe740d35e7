/** Names, captions and titles that a file, a model or a service wrote show the characters that reorder them, in every panel. */
import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { sharedBrowser } from "./browser.ts";
import { compareWhile, tableOf } from "./comparisonPage.ts";
import { answerOf, conversationOf, promptOf, textPart } from "./conversations.ts";
import { fillWhile, imageForm } from "./formPage.ts";
import { editedAddress, editedTarget, editWhile } from "./imageEditorPage.ts";
import { firstCell, openWhile, remembered } from "./libraryInUse.ts";
import { entryAt } from "./libraryPage.ts";
import { openPanelPage } from "./panelPage.ts";
import { taskConversation, tasks } from "./taskStates.ts";

/** Read as `photoexe.png` where the override has its effect. */
const name = "photo\u202egnp.exe";
const shown = "photo\\u202egnp.exe";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** Texts and tooltips that hold an embedding, override or isolate; one that is marked by itself is none. */
const reordered = (page: Page) =>
  page.evaluate(() => {
    const texts = [...document.querySelectorAll("*")].flatMap((element) => [
      ...["title", "aria-label", "alt"].map((attribute) => element.getAttribute(attribute) ?? ""),
      ...[...element.childNodes].filter((node) => node instanceof Text).map(({ data }) => data),
    ]);
    return texts.filter((text) => text.length > 1 && /[\u202a-\u202e\u2066-\u2069]/.test(text));
  });

async function expectShown(page: Page, count: number): Promise<void> {
  await expect.poll(() => page.getByText(shown).count()).toBeGreaterThanOrEqual(count);
  expect(await reordered(page)).toEqual([]);
}

test("the chat's attachments, conversations and files of tasks", async () => {
  const panel = await openPanelPage(browser);
  try {
    const attachment = { id: "1", kind: "text", name, mediaType: "text/plain", size: 10 } as const;
    const turns = [promptOf("p", "Hello", null, { attachments: [attachment] }), answerOf("a", "p", [textPart("Hi")], { model: name })];
    await panel.show(conversationOf(turns));
    await panel.post({ type: "attachments", attachments: [{ ...attachment, id: "2" }] });
    await expectShown(panel.page, 2);
    panel.host.watchTask = async () => {
      const [task] = tasks.filter(({ key }) => key === "image");
      if (task !== undefined) await panel.post({ type: "task", task: { ...task, note: name } });
    };
    await panel.show(taskConversation(["image"]));
    await panel.page.locator(".task-file").waitFor();
    expect(await reordered(panel.page)).toEqual([]);
    await panel.post({ type: "showConversations" });
    await panel.post({ type: "conversations", query: "", conversations: [{ id: "c", title: name, updatedAt: 0, turns: 2 }] });
    await expectShown(panel.page, 1);
  } finally {
    await panel.close();
  }
});

test("the library's captions and details", async () => {
  const entry = (index: number) => ({ ...entryAt(index), name, prompt: name, model: name });
  await openWhile(browser, { entry }, { state: remembered({ hasDetails: true }) }, async (panel) => {
    await firstCell(panel);
    await expectShown(panel.page, 2);
  });
});

test("the form's models, reference images and prices", async () => {
  const images = [{ id: 1, name }];
  const models = [{ id: "m", name, facts: name, group: name }];
  const form = { ...imageForm, models, model: "m", references: { hint: "", isFull: false, images } };
  await fillWhile(browser, { form, checked: { cost: [name] } }, async ({ page }) => expectShown(page, 1));
});

test("the image editor's image", async () => {
  await editWhile(browser, {}, async ({ page, post }) => {
    await post({ type: "image", target: editedTarget, name, address: editedAddress, width: 400, height: 200 });
    await expect.poll(() => page.evaluate(() => document.body.innerHTML)).toContain(shown);
    expect(await reordered(page)).toEqual([]);
  });
});

test("the comparison's title, models and answers", async () => {
  const table = { ...tableOf(1, 2), title: name, models: [name, "b"] };
  await compareWhile(browser, { table }, async ({ page }) => expectShown(page, 1));
});
