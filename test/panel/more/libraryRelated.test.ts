/** The details lead to the documents that link to the result, to the images it was made from, and to those made from it. */
import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { PanelDetails } from "../../../src/library/libraryProtocol.ts";
import { sharedBrowser } from "../browser.ts";
import { chooseFromMore } from "../chooseFromMore.ts";
import { firstCell, focusedIndex, openWhile, remembered } from "../libraryInUse.ts";
import { entryAt, type LibraryPage } from "../libraryPage.ts";
import { linksTo, relatedTo } from "../libraryStates.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const inDetails = (use: (panel: LibraryPage) => Promise<void>) =>
  openWhile(browser, { related: relatedTo, links: linksTo }, { state: remembered({ hasDetails: true }) }, async (panel) => {
    await firstCell(panel);
    await use(panel);
  });

const heading = ({ page }: LibraryPage) => page.locator(".details h2");

test("a related result opens in the details, Back returns, and selecting in the grid ends that", async () => {
  await inDetails(async (panel) => {
    const details = panel.page.locator(".details");
    const reference = entryAt(4);
    await details.getByRole("button", { name: reference.name, exact: true }).click();
    await expect.poll(() => heading(panel).textContent()).toBe(reference.name);
    await panel.page.getByText("docs/guide-5.md").waitFor();
    const made = entryAt(13);
    await details.getByRole("button", { name: made.name, exact: true }).click();
    await expect.poll(() => heading(panel).textContent()).toBe(made.name);
    await details.getByRole("button", { name: panel.say("detailsBack", reference.name), exact: true }).click();
    await expect.poll(() => heading(panel).textContent()).toBe(reference.name);
    await panel.page.locator('.cell[data-index="1"]').click({ position: { x: 60, y: 20 } });
    await expect.poll(() => heading(panel).textContent()).toBe(entryAt(1).name);
    await expect.poll(() => details.getByRole("button", { name: /^Back/ }).count()).toBe(0);
  });
});

test("the focus stays in the details when a related result is opened with the keyboard, and when Back disappears", async () => {
  await inDetails(async (panel) => {
    const details = panel.page.locator(".details");
    const focused = () => panel.page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
    const back = panel.say("detailsBack", entryAt(0).name);
    await details.getByRole("button", { name: entryAt(4).name, exact: true }).press("Enter");
    await expect.poll(focused).toBe(back);
    await panel.page.keyboard.press("Enter");
    await details.getByRole("button", { name: back }).waitFor({ state: "detached" });
    await expect.poll(focused).toBe(panel.say("detailsClose"));
    await panel.page.keyboard.press("Escape");
    await details.waitFor({ state: "detached" });
    await expect.poll(() => focusedIndex(panel)).toBe(0);
  });
});

test("the results that the details cover are out of reach, until the details are closed or the panel is wide", async () => {
  await inDetails(async (panel) => {
    const { page } = panel;
    const isInDetails = () => page.evaluate(() => document.activeElement?.closest(".details") !== null);
    await page.locator('.cell[data-index="0"]').focus();
    expect(await isInDetails()).toBe(false);
    await page.setViewportSize({ width: 480, height: 700 });
    await expect.poll(isInDetails).toBe(true);
    const reached = new Set<string>();
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press("Tab");
      reached.add(await page.evaluate(() => document.activeElement?.closest(".cell, .details")?.className.split(" ")[0] ?? ""));
    }
    expect([...reached].toSorted()).toEqual(["", "details"]);
    await page.setViewportSize({ width: 900, height: 700 });
    await page.locator(".results:not([inert])").waitFor();
    await page.locator('.cell[data-index="0"]').focus();
    expect(await isInDetails()).toBe(false);
    await page.setViewportSize({ width: 480, height: 700 });
    await expect.poll(isInDetails).toBe(true);
    await page.keyboard.press("Escape");
    await expect.poll(() => focusedIndex(panel)).toBe(0);
  });
});

test("actions in the details apply to the result they show", async () => {
  await inDetails(async (panel) => {
    const details = panel.page.locator(".details");
    await details.getByRole("button", { name: entryAt(4).name, exact: true }).click();
    await panel.page.getByText("docs/guide-5.md").waitFor();
    await details.getByRole("button", { name: panel.say("rate", 3) }).click();
    await chooseFromMore(details, panel.say("moreActions"), panel.say("action.attachToChat"));
    await expect
      .poll(() => panel.sent.filter(({ type }) => type === "act" || type === "mark"))
      .toEqual([
        { type: "mark", number: 5, rating: 3 },
        { type: "act", number: 5, action: "attachToChat" },
      ]);
  });
});

test("a document that links to the result opens at the link", async () => {
  await inDetails(async (panel) => {
    await panel.page.getByRole("button", { name: panel.say("linkLine", "docs/guide-1.md", 12) }).click();
    const { document, line } = linksTo(1)[0] ?? {};
    await expect.poll(() => panel.sent).toContainEqual({ type: "openLink", document, line });
  });
});

test("details are updated after a change elsewhere", async () => {
  await inDetails(async (panel) => {
    await panel.page.getByText("docs/guide-1.md").waitFor();
    await panel.post({ type: "changed" });
    await expect
      .poll(() => panel.sent.filter(({ type }) => type === "describe"))
      .toEqual([
        { type: "describe", number: 1 },
        { type: "describe", number: 1 },
      ]);
  });
});

test("details and links of an earlier result do not replace those of the shown one", async () => {
  const factOf = (number: number) => `fact of ${number}`;
  const detailsOf = (number: number): PanelDetails => ({
    entry: entryAt(number - 1),
    prompt: "",
    facts: [["State", factOf(number)]],
    references: [],
    announced: [],
    made: [],
  });
  const replies: ((number: number) => void)[] = [];
  const describe = () =>
    new Promise<{ details: PanelDetails }>((resolve) => {
      replies.push((number) => resolve({ details: detailsOf(number) }));
    });
  await openWhile(browser, { instead: { describe } }, { state: remembered({ hasDetails: true }) }, async (panel) => {
    const described = () => panel.sent.flatMap((message) => (message.type === "describe" ? [message.number] : []));
    await firstCell(panel);
    await expect.poll(described).toEqual([1]);
    await panel.page.locator('.cell[data-index="1"]').click({ position: { x: 60, y: 20 } });
    await expect.poll(described).toEqual([1, 2]);
    // Before the host has described a result, one is marked.
    await panel.post({ type: "changed" });
    await expect.poll(described).toEqual([1, 2, 2]);
    for (const [call, number] of [2, 1, 2].entries()) replies[[1, 0, 2][call] ?? 0]?.(number);
    for (const number of [2, 1]) await panel.post({ type: "links", number, links: linksTo(number) });
    await panel.page.getByText("docs/guide-2.md").waitFor();
    expect(await panel.page.getByText("docs/guide-1.md").count()).toBe(0);
    expect(await panel.page.locator(".details dd").allTextContents()).toEqual([factOf(2)]);
  });
});
