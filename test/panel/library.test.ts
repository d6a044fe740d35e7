/** The library's panel: its main states, its keyboard, and a document that stays small. */
import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { sharedBrowser } from "./browser.ts";
import { checkAppearance } from "./checkAppearance.ts";
import type { PanelPageOptions } from "./documentPage.ts";
import { firstCell, focusedIndex, openWhile, remembered } from "./libraryInUse.ts";
import { entryAt, type LibraryHost, type LibraryPage } from "./libraryPage.ts";
import { ownFile } from "./libraryStates.ts";
import { mainLibraryStates } from "./mainStates.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const inPanel = (host: Partial<LibraryHost>, options: PanelPageOptions, use: (panel: LibraryPage) => Promise<void>) =>
  openWhile(browser, host, options, use);

test.for(mainLibraryStates)("$name is accessible and fits", async ({ name, host = {}, state, enter }) => {
  await inPanel(host, { state }, async (panel) => {
    await enter(panel);
    await checkAppearance(panel, "library", name);
  });
});

test("the details keep the button of their menu beside the last action, and amounts of filters have their unit", async () => {
  await inPanel({ entry: ownFile }, { state: remembered({ hasDetails: true, hasFilters: true }), width: 480 }, async (panel) => {
    const buttons = panel.page.locator(".details .action-row button");
    await expect.poll(() => buttons.count()).toBe(5);
    const tops = await buttons.evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().top));
    expect(tops[4]).toBe(tops[3]);
    await panel.page.getByRole("checkbox", { name: "$0.01 to $0.1" }).waitFor();
  });
});

test("what no trained model made says so in its cell and its details, which offer Add Provider…", async () => {
  await inPanel({}, { state: remembered({ hasDetails: true }) }, async (panel) => {
    await firstCell(panel);
    const badges = panel.page.locator(".cell .badge");
    await panel.page.locator('.cell[data-index="1"]').click();
    await panel.page.locator(".details .badge", { hasText: "Made by Code" }).waitFor();
    await panel.page.getByRole("button", { name: "Add Provider…" }).click();
    await panel.waitFor("addProvider");
    const named = await badges.evaluateAll((all) => all.map((badge) => badge.closest(".cell")?.getAttribute("data-index")));
    expect(named.slice(0, 4)).toEqual(["1", "2", "4", "5"]);
    await panel.page.locator('.cell[data-index="0"]').click();
    await expect.poll(() => panel.page.locator(".details .badge").count()).toBe(0);
  });
});

describe("by keyboard", () => {
  test("arrows, Home, End and the page keys move the focus, also to results that are not loaded yet", async () => {
    await inPanel({}, {}, async (panel) => {
      await firstCell(panel);
      const columns = await panel.page.locator(".grid").getAttribute("aria-colcount").then(Number);
      await panel.page.locator('.cell[data-index="0"]').focus();
      const press = async (key: string, to: number) => {
        await panel.page.keyboard.press(key);
        await expect.poll(() => focusedIndex(panel)).toBe(to);
      };
      await press("ArrowRight", 1);
      await press("ArrowDown", columns + 1);
      await press("ArrowLeft", columns);
      await press("ArrowUp", 0);
      await press("End", 49_999);
      await panel.page.locator('.cell[data-index="49999"] .caption').waitFor();
      await press("Home", 0);
      await panel.page.keyboard.press("PageDown");
      await expect.poll(() => focusedIndex(panel)).toBeGreaterThan(columns);
    });
  });

  test("Enter opens, Delete deletes, F2 renames, f marks, digits rate, and i shows the details, which Escape closes", async () => {
    await inPanel({}, {}, async (panel) => {
      await firstCell(panel);
      const cell = panel.page.locator('.cell[data-index="1"]');
      await cell.focus();
      await cell.click({ position: { x: 60, y: 20 } });
      for (const key of ["Enter", "Delete", "F2", "f", "3"]) await panel.page.keyboard.press(key);
      const asked = () => panel.sent.filter(({ type }) => type === "act" || type === "mark");
      await expect.poll(asked).toEqual([
        { type: "act", number: 2, action: "open" },
        { type: "act", number: 2, action: "delete" },
        { type: "act", number: 2, action: "rename" },
        { type: "mark", number: 2, favourite: true },
        { type: "mark", number: 2, rating: 3 },
      ]);
      await panel.page.keyboard.press("i");
      await panel.page.getByText("1024x1024").waitFor();
      await expect.poll(() => focusedIndex(panel)).toBe(1);
      await panel.page.keyboard.press("Escape");
      await panel.page.locator(".details").waitFor({ state: "detached" });
      await expect.poll(() => focusedIndex(panel)).toBe(1);
    });
  });
});

describe("the focus", () => {
  const focused = ({ page }: LibraryPage) => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");

  test("moves to the last result when the focused one, which was the last, is deleted", async () => {
    const host = { total: 3 };
    await inPanel(host, {}, async (panel) => {
      await firstCell(panel);
      await panel.page.locator('.cell[data-index="2"]').click({ position: { x: 60, y: 20 } });
      const removed = panel.page.locator('.cell[data-index="2"]').waitFor({ state: "detached" });
      panel.host.find = () => ({ total: 2, results: 2, entries: [entryAt(0), entryAt(1)], isTrusted: true });
      await panel.post({ type: "changed" });
      await removed;
      await expect.poll(() => focusedIndex(panel)).toBe(1);
    });
  });

  test("moves to the search when the button that clears the filters disappears", async () => {
    const query = { ...remembered().query, favourites: true };
    await inPanel({}, { state: remembered({ query, hasDetails: true }) }, async (panel) => {
      await firstCell(panel);
      const clear = panel.page.getByRole("button", { name: panel.say("filtersClear") });
      await clear.press("Enter");
      await clear.waitFor({ state: "detached" });
      await expect.poll(() => focused(panel)).toBe(panel.say("search"));
    });
  });

  test("moves to a result when a search that failed is tried again", async () => {
    await inPanel({ instead: { find: () => ({ error: "the disk is full" }) } }, {}, async (panel) => {
      const again = panel.page.getByRole("button", { name: panel.say("tryAgain") });
      await again.focus();
      delete panel.host.find;
      await panel.page.keyboard.press("Enter");
      await firstCell(panel);
      await expect.poll(() => focusedIndex(panel)).toBe(0);
    });
  });
});

test("scrolling through 50,000 results keeps the document small and releases pages", async () => {
  await inPanel({}, {}, async (panel) => {
    await firstCell(panel);
    const region = panel.page.locator(".grid-region");
    for (const part of [0.1, 0.4, 0.8, 1]) {
      await region.evaluate((element, share) => {
        element.scrollTop = (element.scrollHeight - element.clientHeight) * share;
      }, part);
      await expect.poll(() => panel.page.locator(".cell.loading").count()).toBe(0);
      expect(await panel.page.locator(".cell").count()).toBeLessThan(60);
    }
    await panel.page.locator('.cell[data-index="49999"] .caption').waitFor();
    expect(panel.sent.filter(({ type }) => type === "readPage").length).toBeLessThan(20);
  });
});

test("a typed query is searched once, from the top, and survives a reload with the filters", async () => {
  await inPanel({}, {}, async (panel) => {
    await firstCell(panel);
    await panel.page.getByRole("button", { name: panel.say("filters"), exact: true }).click();
    await panel.page.getByRole("checkbox", { name: /^Audio/ }).click();
    await panel.page.getByRole("textbox", { name: panel.say("search") }).pressSequentially("fox", { delay: 5 });
    const queries = () => panel.sent.flatMap((message) => (message.type === "find" ? [message.query] : []));
    await expect.poll(() => queries().at(-1)).toMatchObject({ text: "fox", chosen: { kind: ["audio"] } });
    const state = await panel.page.evaluate(() => window.panelState);
    await inPanel({}, { state }, async (again) => {
      const found = await again.waitFor("find");
      expect(found.query).toMatchObject({ text: "fox", chosen: { kind: ["audio"] } });
      await again.page.getByRole("checkbox", { name: /^Audio/ }).waitFor();
    });
  });
});

test("a change elsewhere is shown without losing the scroll position", async () => {
  let rating = 0;
  await inPanel({ entry: (index) => ({ ...entryAt(index), rating, favourite: false }) }, {}, async (panel) => {
    await firstCell(panel);
    const region = panel.page.locator(".grid-region");
    await region.evaluate((element) => {
      element.scrollTop = 20_000;
    });
    await expect.poll(() => panel.page.locator(".cell.loading").count()).toBe(0);
    rating = 5;
    await panel.post({ type: "changed" });
    await panel.page.locator(".marks").nth(3).waitFor();
    expect(await region.evaluate(({ scrollTop }) => scrollTop)).toBe(20_000);
  });
});

test("a missing or unreadable file is shown as such", async () => {
  const entry = (index: number) => ({ ...entryAt(index * 4), source: "content" as const });
  await inPanel({ total: 3, entry }, {}, async (panel) => {
    await panel.page.getByText(panel.say("fileMissing")).nth(2).waitFor();
    // The host checks whether the file exists.
    const numbers = () => panel.sent.flatMap((message) => (message.type === "cannotShow" ? [message.number] : []));
    await expect.poll(() => numbers().toSorted((one, other) => one - other)).toEqual([1, 5, 9]);
  });
});

test("a sound that VS Code cannot play is opened in the system's player from the details", async () => {
  // The third is a video, for which the page gets an image.
  const entry = (index: number) => entryAt(index + 2);
  const related = () => ({ unheard: "AAC" });
  await inPanel({ total: 1, entry, related }, { state: remembered({ hasDetails: true }) }, async (panel) => {
    await panel.page.getByText("VS Code cannot play this sound (AAC).").waitFor();
    await panel.page.locator(".player-note").getByRole("button", { name: "Open in System Player" }).click();
    const acted = () => panel.sent.flatMap((message) => (message.type === "act" ? [message.action] : []));
    await expect.poll(acted).toEqual(["play"]);
  });
});

test("a file that could not be shown is loaded again from its new location", async () => {
  let isMoved = false;
  const entry = (index: number) => {
    const made = entryAt(index * 4);
    return isMoved ? made : { ...made, source: "content" as const };
  };
  await inPanel({ total: 3, entry }, {}, async (panel) => {
    await panel.page.getByText(panel.say("fileMissing")).nth(2).waitFor();
    isMoved = true;
    await panel.post({ type: "changed" });
    await expect.poll(() => panel.page.locator(".cell img").count()).toBe(3);
  });
});

test("a missing file is saved again from the details", async () => {
  await inPanel({ entry: (index) => ({ ...entryAt(index), isMissing: true }) }, {}, async (panel) => {
    await firstCell(panel);
    await panel.page.getByRole("button", { name: panel.say("detailsShow") }).click();
    await panel.page.getByRole("button", { name: panel.say("saveAgain") }).click();
    await expect.poll(() => panel.sent).toContainEqual({ type: "act", number: 1, action: "saveAgain" });
  });
});

test("a result is dragged as its file", async () => {
  await inPanel({}, {}, async (panel) => {
    await firstCell(panel);
    const dragged = await panel.page.locator('.cell[data-index="2"] .caption').evaluate((element) => {
      const dataTransfer = new DataTransfer();
      element.dispatchEvent(new DragEvent("dragstart", { bubbles: true, dataTransfer }));
      return Object.fromEntries(dataTransfer.types.map((type) => [type, dataTransfer.getData(type)]));
    });
    expect(dragged).toMatchObject({
      "text/uri-list": entryAt(2).uri,
      "application/vnd.code.uri-list": entryAt(2).uri,
      "application/vnd.generation-studio.result+json": '{"key":"task-2","number":3}',
    });
    expect(await panel.page.locator('.cell[data-index="2"]').getAttribute("draggable")).toBe("true");
  });
});

test("dragging a selected result drags the whole selection, dragging another one only that one", async () => {
  const selected = [2, 0].map((index): [number, string] => [index + 1, `task-${index}`]);
  await inPanel({}, { state: remembered({ selected }) }, async (panel) => {
    await firstCell(panel);
    const drag = (index: number) =>
      panel.page.locator(`.cell[data-index="${index}"] .caption`).evaluate((element) => {
        const dataTransfer = new DataTransfer();
        element.dispatchEvent(new DragEvent("dragstart", { bubbles: true, dataTransfer }));
        return Object.fromEntries(dataTransfer.types.map((type) => [type, dataTransfer.getData(type)]));
      });
    const { "text/uri-list": addresses, "application/vnd.generation-studio.result+json": results = "" } = await drag(0);
    expect(addresses).toBe([2, 0].map((index) => entryAt(index).uri).join("\r\n"));
    expect(JSON.parse(results)).toEqual({
      key: "task-0",
      number: 1,
      selected: [
        { key: "task-2", number: 3 },
        { key: "task-0", number: 1 },
      ],
    });
    expect(await drag(1)).toMatchObject({ "text/uri-list": entryAt(1).uri });
  });
});

test("the context menu gets a result's task, and commands that need a task are not offered for a file without one", async () => {
  await inPanel({}, {}, async (panel) => {
    await firstCell(panel);
    const context = await panel.page.locator('.cell[data-index="2"]').getAttribute("data-vscode-context");
    expect(JSON.parse(context ?? "")).toEqual({
      preventDefaultContextMenuItems: true,
      "generationStudio.inLibrary": true,
      "generationStudio.resultKind": "video",
      "generationStudio.hasTask": true,
      "generationStudio.hasPrompt": true,
      key: "task-2",
      number: 3,
    });
  });
  await inPanel({ entry: ownFile }, { state: remembered({ hasDetails: true }) }, async (panel) => {
    await firstCell(panel);
    const context = await panel.page.locator('.cell[data-index="0"]').getAttribute("data-vscode-context");
    expect(JSON.parse(context ?? "")).toEqual({
      preventDefaultContextMenuItems: true,
      "generationStudio.inLibrary": true,
      "generationStudio.resultKind": "image",
      number: 1,
    });
    const details = panel.page.locator(".details");
    await details.getByRole("button", { name: panel.say("action.insertLink") }).waitFor();
    await details.getByRole("button", { name: panel.say("moreActions") }).click();
    await details.getByRole("menuitem", { name: panel.say("action.howMade") }).waitFor();
    for (const action of ["runAgain", "moreLikeThis", "copyPrompt", "saveDocument"] as const) {
      expect(await details.getByText(panel.say(`action.${action}`), { exact: true }).count()).toBe(0);
    }
  });
});
