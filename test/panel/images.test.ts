/** The images of an answer, enlarged by mouse and keyboard. */
import type { Browser } from "playwright-core";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { OutputPart } from "../../src/output/outputPart.ts";
import { sharedBrowser } from "./browser.ts";
import { chooseFromMore } from "./chooseFromMore.ts";
import { imagesConversation } from "./contentStates.ts";
import { answerOf, conversationOf, promptOf } from "./conversations.ts";
import { openPanelPage, type PanelPage } from "./panelPage.ts";

let browser: Browser;
let panel: PanelPage;
beforeAll(async () => {
  browser = await sharedBrowser();
}, 180_000);
beforeEach(async () => {
  await panel?.close();
  panel = await openPanelPage(browser);
  await panel.show(imagesConversation);
});

const openers = () => panel.page.getByRole("button", { name: panel.say("imageOpen") });
const dialog = (number: number) => panel.page.getByRole("dialog", { name: panel.say("imageLarge", number, 2) });
const shown = () => dialog(1).or(dialog(2)).locator("img").getAttribute("src");
const zoom = () => panel.page.locator(".lightbox img").getAttribute("data-zoom");

test("Enter opens an image, arrows show the others, and Escape closes it and restores the focus", async () => {
  await openers().last().focus();
  await panel.page.keyboard.press("Enter");
  await dialog(2).waitFor();
  await expect.poll(() => shown()).toMatch(/4567\.png$/);
  await panel.page.keyboard.press("ArrowRight");
  await dialog(1).waitFor();
  await expect.poll(() => shown()).toMatch(/0123\.png$/);
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

test("it is zoomed by keys and buttons, and can then be scrolled", async () => {
  await openers().first().click();
  await dialog(1).waitFor();
  await panel.page.getByRole("button", { name: panel.say("zoomIn") }).click();
  await panel.page.keyboard.press("+");
  await expect.poll(zoom).toBe("2");
  const isWider = () => panel.page.locator(".lightbox-view").evaluate((view) => view.scrollWidth > view.clientWidth * 1.9);
  await expect.poll(() => isWider()).toBe(true);
  await panel.page.keyboard.press("-");
  await expect.poll(zoom).toBe("1.5");
  await panel.page.keyboard.press("0");
  await expect.poll(zoom).toBe("1");
  await expect.poll(() => isWider()).toBe(false);
});

test("its keys also work after the button for the largest size was pressed", async () => {
  await openers().first().click();
  await dialog(1).waitFor();
  const larger = panel.page.getByRole("button", { name: panel.say("zoomIn") });
  await larger.focus();
  for (const size of ["1.5", "2", "3", "4", "4"]) {
    await panel.page.keyboard.press("Enter");
    await expect.poll(zoom).toBe(size);
  }
  expect(await larger.isDisabled()).toBe(true);
  await panel.page.keyboard.press("-");
  await expect.poll(zoom).toBe("3");
});

test("its dialog attaches it to the next message", async () => {
  await openers().last().click();
  await dialog(2)
    .getByRole("button", { name: panel.say("imageUse") })
    .click();
  await dialog(2).waitFor({ state: "detached" });
  await expect.poll(() => panel.sent.at(-1)).toEqual({ type: "useImage", file: "4567.png" });
});

test("the finished image is shown also if its preview could not be", async () => {
  await panel.page.route("**/images/preview.png", (route) => route.fulfill({ body: "no image", contentType: "image/png" }));
  const parts: OutputPart[] = [{ kind: "image", key: "i", state: "drawing", file: "preview.png" }];
  await panel.show(conversationOf([promptOf("p", "Draw"), answerOf("a", "p", parts, { state: "streaming" })]));
  await panel.page.getByText(panel.say("imageDamaged")).waitFor();
  await panel.change("conversation", [{ type: "imageChanged", turnId: "a", key: "i", state: "ready", file: "whole.png" }]);
  await expect
    .poll(() => panel.page.locator(".answer img").evaluateAll((images) => images.map((image) => image.getAttribute("src"))))
    .toEqual(["http://panel.test/images/whole.png"]);
});

/** What the page writes to the clipboard, which a page without https does not have. */
async function takeClipboard(isAllowed: boolean): Promise<() => Promise<unknown>> {
  await panel.page.evaluate((allowed) => {
    class Item {
      readonly contents: Record<string, Promise<Blob>>;
      constructor(contents: Record<string, Promise<Blob>>) {
        this.contents = contents;
      }
    }
    const write = async ([item]: Item[]) => {
      if (!allowed) throw new DOMException("Write permission denied.", "NotAllowedError");
      const bytes = new Uint8Array((await (await item?.contents["image/png"])?.arrayBuffer()) ?? []);
      document.title = String.fromCharCode(...bytes.slice(1, 4));
    };
    Object.assign(window, { ClipboardItem: Item });
    Object.defineProperty(navigator, "clipboard", { value: { write } });
  }, isAllowed);
  return () => panel.page.title();
}

test("an image is copied as PNG from its figure, its context menu and the dialog", async () => {
  const copied = await takeClipboard(true);
  const isCopied = () => expect.poll(copied).toBe("PNG");
  const forget = () =>
    panel.page.evaluate(() => {
      document.title = "";
    });
  const copy = panel.page.getByRole("button", { name: panel.say("imageCopy") });
  // The confirmation is shown for a moment, so the page watches for it before the click.
  const isConfirmed = panel.page.locator("figcaption .codicon-check").waitFor();
  await copy.last().click();
  await isCopied();
  await isConfirmed;
  await forget();
  await openers().first().click({ button: "right" });
  await panel.post({ type: "copyClicked", what: "image" });
  await isCopied();
  await forget();
  await openers().first().click();
  await dialog(1)
    .getByRole("button", { name: panel.say("imageCopy") })
    .click();
  await isCopied();
  expect(panel.sent.filter(({ type }) => type === "imageNotCopied")).toEqual([]);
  expect(panel.violations).toEqual([]);
});

test("if the clipboard does not accept images, the host is notified and offers alternatives", async () => {
  await takeClipboard(false);
  await panel.page
    .getByRole("button", { name: panel.say("imageCopy") })
    .first()
    .click();
  expect(await panel.waitFor("imageNotCopied")).toEqual({ type: "imageNotCopied", file: "0123.png" });
  await expect.poll(() => panel.page.locator("figcaption .codicon-check").count()).toBe(0);
  await openers().first().click();
  await dialog(1).waitFor();
  await panel.page.keyboard.press("ArrowRight");
  await dialog(2).locator("img").click({ button: "right" });
  await panel.post({ type: "copyClicked", what: "image" });
  await expect.poll(() => panel.sent.at(-1)).toEqual({ type: "imageNotCopied", file: "4567.png" });
});

test("an image is edited from its figure", async () => {
  await panel.page
    .getByRole("button", { name: panel.say("imageEdit") })
    .first()
    .click();
  expect(await panel.waitFor("editImage")).toEqual({ type: "editImage", file: "0123.png" });
});

test("variants of an image are requested from its figure and from the dialog", async () => {
  await chooseFromMore(panel.page.locator("figcaption").first(), panel.say("moreActions"), panel.say("imageVariants"));
  expect(await panel.waitFor("makeVariants")).toEqual({ type: "makeVariants", file: "0123.png" });
  await openers().last().click();
  await dialog(2)
    .getByRole("button", { name: panel.say("imageVariants") })
    .click();
  await dialog(2).waitFor({ state: "detached" });
  await expect.poll(() => panel.sent.at(-1)).toEqual({ type: "makeVariants", file: "4567.png" });
});
