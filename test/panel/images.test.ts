/** The images of an answer, shown large by mouse and keyboard. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { launchBrowser } from "./browser.ts";
import { imagesConversation } from "./contentStates.ts";
import { openPanelPage, type PanelPage } from "./panelPage.ts";

let browser: Browser;
let panel: PanelPage;
beforeAll(async () => {
  browser = await launchBrowser();
}, 60_000);
afterAll(() => browser?.close());
beforeEach(async () => {
  await panel?.page.close();
  panel = await openPanelPage(browser);
  await panel.show(imagesConversation);
});

const openers = () => panel.page.getByRole("button", { name: panel.say("imageOpen") });
const dialog = (number: number) => panel.page.getByRole("dialog", { name: panel.say("imageLarge", number, 2) });
const shown = () => dialog(1).or(dialog(2)).locator("img").getAttribute("src");
const zoom = () => panel.page.locator(".lightbox img").getAttribute("data-zoom");

test("Enter opens an image, arrows show the others, and Escape closes it and gives the focus back", async () => {
  await openers().last().focus();
  await panel.page.keyboard.press("Enter");
  await dialog(2).waitFor();
  expect(await shown()).toMatch(/4567\.png$/);
  await panel.page.keyboard.press("ArrowRight");
  await dialog(1).waitFor();
  expect(await shown()).toMatch(/0123\.png$/);
  await panel.page.keyboard.press("ArrowLeft");
  await dialog(2).waitFor();
  await panel.page.keyboard.press("Escape");
  await dialog(2).waitFor({ state: "detached" });
  await expect
    .poll(() =>
      openers()
        .last()
        .evaluate((button) => button === document.activeElement),
    )
    .toBe(true);
  expect(panel.violations).toEqual([]);
});

test("it is enlarged and made smaller by keys and buttons, and scrolls then", async () => {
  await openers().first().click();
  await dialog(1).waitFor();
  await panel.page.getByRole("button", { name: panel.say("zoomIn") }).click();
  await panel.page.keyboard.press("+");
  await expect.poll(zoom).toBe("2");
  const isWider = () => panel.page.locator(".lightbox-view").evaluate((view) => view.scrollWidth > view.clientWidth * 1.9);
  expect(await isWider()).toBe(true);
  await panel.page.keyboard.press("-");
  await expect.poll(zoom).toBe("1.5");
  await panel.page.keyboard.press("0");
  await expect.poll(zoom).toBe("1");
  expect(await isWider()).toBe(false);
});

test("from there it becomes a reference of the next message", async () => {
  await openers().last().click();
  await dialog(2)
    .getByRole("button", { name: panel.say("imageUse") })
    .click();
  await dialog(2).waitFor({ state: "detached" });
  expect(panel.sent.at(-1)).toEqual({ type: "useImage", file: "4567.png" });
});
