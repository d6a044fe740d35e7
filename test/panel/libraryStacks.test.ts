/** Results of the same prompt form a stack in the library's grid. */
import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { sharedBrowser } from "./browser.ts";
import { firstCell, openWhile } from "./libraryInUse.ts";
import { entryAt, type LibraryHost, type LibraryPage } from "./libraryPage.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** Every third result belongs to a stack. */
const stacks: Partial<LibraryHost> = {
  total: 40,
  results: 120,
  entry: (index) => (index % 3 === 1 ? { ...entryAt(index), stack: { id: 1000 + index, size: 4 } } : entryAt(index)),
};

const queries = (panel: LibraryPage) => panel.sent.flatMap((message) => (message.type === "find" ? [message.query] : []));
const hasFocus = ({ page }: LibraryPage, index: number) =>
  expect.poll(() => page.evaluate(() => Number((document.activeElement as HTMLElement | null)?.dataset.index ?? -1))).toBe(index);

test("a stack shows its number of results, and the total counts all results", async () => {
  await openWhile(browser, stacks, {}, async (panel) => {
    await firstCell(panel);
    await panel.page.getByText(panel.say("total", 120)).waitFor();
    const stack = panel.page.getByRole("gridcell", { name: panel.say("variants", 4) });
    await expect.poll(() => stack.first().getAttribute("data-index")).toBe("1");
    expect(queries(panel)[0]).toMatchObject({ stacked: true });
    await panel.page.getByRole("button", { name: panel.say("stack"), exact: true }).click();
    await expect.poll(() => queries(panel).at(-1)).toMatchObject({ stacked: false });
  });
});

test("Enter opens a stack and focuses its first result, and Escape returns to the stack", async () => {
  await openWhile(browser, stacks, {}, async (panel) => {
    await firstCell(panel);
    const { keyboard } = panel.page;
    await panel.page.locator('.cell[data-index="3"]').click({ position: { x: 60, y: 30 } });
    await keyboard.press("ArrowRight");
    await hasFocus(panel, 4);
    await keyboard.press("Enter");
    await panel.page.getByText(panel.say("variantsOf")).waitFor();
    expect(queries(panel).at(-1)).toMatchObject({ stack: 1004 });
    await hasFocus(panel, 0);
    await keyboard.press("Escape");
    await panel.page.getByText(panel.say("variantsOf")).waitFor({ state: "detached" });
    expect(queries(panel).at(-1)?.stack).toBeUndefined();
    await hasFocus(panel, 4);
    expect(panel.sent.filter(({ type }) => type === "act")).toEqual([]);
  });
});

test("a double click opens a stack too, and a button returns", async () => {
  await openWhile(browser, stacks, {}, async (panel) => {
    await firstCell(panel);
    await panel.page.locator('.cell[data-index="1"]').dblclick({ position: { x: 60, y: 30 } });
    await panel.page.getByRole("button", { name: panel.say("variantsEnd"), exact: true }).click();
    await hasFocus(panel, 1);
  });
});

test("an opened stack is a grid whose images are used as the reference of the next request", async () => {
  await openWhile(browser, stacks, {}, async (panel) => {
    await firstCell(panel);
    const use = panel.page.getByRole("button", { name: new RegExp(`^${panel.say("useThis")}: `) });
    expect(await use.count()).toBe(0);
    await panel.page.locator('.cell[data-index="1"]').dblclick({ position: { x: 60, y: 30 } });
    await use.first().click();
    await panel.waitFor("act");
    const [first] = [0, 1, 2, 3].filter((index) => entryAt(index).kind === "image");
    const number = entryAt(first ?? -1).number;
    expect(panel.sent.filter(({ type }) => type === "act")).toEqual([{ type: "act", number, action: "useAsReference" }]);
  });
});
