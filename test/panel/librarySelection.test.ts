/** Selecting several results of the library, by mouse and by keyboard. */
import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { sharedBrowser } from "./browser.ts";
import { mainThemes } from "./documentPage.ts";
import { firstCell, openWhile } from "./libraryInUse.ts";
import { entryAt, type LibraryHost, type LibraryPage } from "./libraryPage.ts";
import { readViolations } from "./readViolations.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const inPanel = (use: (panel: LibraryPage) => Promise<void>, host: Partial<LibraryHost> = {}) =>
  openWhile(browser, host, {}, async (panel) => {
    await firstCell(panel);
    await use(panel);
  });

const cell = ({ page }: LibraryPage, index: number) => page.locator(`.cell[data-index="${index}"]`);
const click = (panel: LibraryPage, index: number, ...modifiers: ("Shift" | "ControlOrMeta")[]) =>
  cell(panel, index).click({ position: { x: 60, y: 30 }, modifiers });

const selected = ({ page }: LibraryPage) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.cell[aria-selected="true"]')]
      .map(({ dataset }) => Number(dataset.index))
      .toSorted((one, other) => one - other),
  );

/** The grid is drawn again before the next click. */
async function selectOnly(panel: LibraryPage, index: number): Promise<void> {
  await click(panel, index);
  await expect.poll(() => selected(panel)).toEqual([index]);
}

test("a click selects one, Ctrl adds or removes one, and Shift selects a range", async () => {
  await inPanel(async (panel) => {
    await selectOnly(panel, 1);
    await click(panel, 3, "ControlOrMeta");
    await expect.poll(() => selected(panel)).toEqual([1, 3]);
    await panel.page.getByText(panel.say("selected", 2)).waitFor();
    await click(panel, 1, "ControlOrMeta");
    await expect.poll(() => selected(panel)).toEqual([3]);
    await selectOnly(panel, 3);
    await click(panel, 6, "Shift");
    await expect.poll(() => selected(panel)).toEqual([3, 4, 5, 6]);
    await click(panel, 2, "Shift");
    await expect.poll(() => selected(panel)).toEqual([2, 3]);
    await selectOnly(panel, 0);
  });
});

test("a click counts although the preview under the pointer is replaced before the release", async () => {
  let isMissing = false;
  const entry = (index: number) => ({ ...entryAt(index), ...(isMissing ? { isMissing } : {}) });
  await inPanel(
    async (panel) => {
      await cell(panel, 1).hover({ position: { x: 60, y: 30 } });
      await panel.page.mouse.down();
      isMissing = true;
      await panel.post({ type: "changed" });
      await cell(panel, 1).getByText(panel.say("missing")).waitFor();
      await panel.page.mouse.up();
      await expect.poll(() => selected(panel)).toEqual([1]);
    },
    { entry },
  );
});

test("Space adds or removes the focused result, Shift with an arrow extends a range, and Escape ends the selection", async () => {
  await inPanel(async (panel) => {
    const { keyboard } = panel.page;
    await cell(panel, 0).focus();
    await keyboard.press("Space");
    await expect.poll(() => selected(panel)).toEqual([0]);
    await keyboard.press("ArrowRight");
    await keyboard.press("ArrowRight");
    await keyboard.press("Space");
    await expect.poll(() => selected(panel)).toEqual([0, 2]);
    await keyboard.press("Space");
    await expect.poll(() => selected(panel)).toEqual([0]);
    await keyboard.press("Shift+ArrowRight");
    await expect.poll(() => selected(panel)).toEqual([2, 3]);
    await keyboard.press("Shift+ArrowRight");
    await expect.poll(() => selected(panel)).toEqual([2, 3, 4]);
    await keyboard.press("Escape");
    await expect.poll(() => selected(panel)).toEqual([]);
    await expect.poll(() => cell(panel, 4).evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

test("a range has at most a page of results, also if they are not loaded yet", async () => {
  await inPanel(async (panel) => {
    await cell(panel, 0).focus();
    await panel.page.keyboard.press("Shift+End");
    await panel.page.getByText(panel.say("selected", 100)).waitFor();
    await panel.page.keyboard.press("Escape");
    await panel.page.locator('.cell[data-index="49999"] .caption').waitFor();
    await panel.page.keyboard.press("Shift+ArrowLeft");
    await panel.page.getByText(panel.say("selected", 2)).waitFor();
  });
});

test("an action on one selected result applies to all of them", async () => {
  await inPanel(async (panel) => {
    await selectOnly(panel, 1);
    await click(panel, 2, "ControlOrMeta");
    await panel.page.keyboard.press("Delete");
    await panel.page.keyboard.press("4");
    const menu = await cell(panel, 2).getAttribute("data-vscode-context");
    expect(JSON.parse(menu ?? "")).toMatchObject({
      key: "task-2",
      number: 3,
      "generationStudio.isSelection": true,
      selected: [
        { key: "task-1", number: 2 },
        { key: "task-2", number: 3 },
      ],
    });
    const asked = () => panel.sent.filter(({ type }) => type === "act" || type === "mark");
    await expect.poll(asked).toEqual([
      { type: "act", number: 3, action: "delete", others: [2, 3] },
      { type: "mark", number: 2, rating: 4 },
      { type: "mark", number: 3, rating: 4 },
    ]);
  });
});

test("a selection survives a reload as soon as it is shown", async () => {
  await inPanel(async (panel) => {
    await selectOnly(panel, 1);
    const bar = panel.page.evaluate(
      () =>
        new Promise<unknown>((resolve) => {
          const shown = new MutationObserver(() => {
            if (document.querySelector(".selection-bar") !== null) resolve(structuredClone(window.panelState));
          });
          shown.observe(document.body, { childList: true, subtree: true });
        }),
    );
    await click(panel, 3, "ControlOrMeta");
    const state = await bar;
    await openWhile(browser, {}, { state }, async (again) => {
      await again.page.getByText(again.say("selected", 2)).waitFor();
      await expect.poll(() => selected(again)).toEqual([1, 3]);
    });
  });
});

test("a selection is accessible, and fits", async () => {
  await inPanel(async (panel) => {
    await selectOnly(panel, 0);
    await click(panel, 2, "Shift");
    await panel.page.getByText(panel.say("selected", 3)).waitFor();
    for (const theme of mainThemes) {
      await panel.setTheme(theme);
      await expect.poll(() => readViolations(panel.page), { message: theme }).toEqual([]);
      await panel.screenshot(`librarySelection-${theme}`);
    }
    await panel.page.setViewportSize({ width: 200, height: 800 });
    await expect.poll(() => readViolations(panel.page)).toEqual([]);
    await panel.screenshot("librarySelection-200");
  });
});
