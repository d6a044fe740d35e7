/** A library's panel as long as a test uses it, and where things are in it. */
import type { Browser } from "playwright-core";
import { expect } from "vitest";
import { type LibraryHost, type LibraryPage, openLibraryPage } from "./libraryPage.ts";
import type { PanelPageOptions } from "./panelPage.ts";

/** What the panel remembers over a reload. */
export const remembered = (over: object = {}) => ({
  query: {
    text: "",
    chosen: { kind: [], provider: [], model: [], month: [], day: [], cost: [], folder: [] },
    favourites: false,
    sort: "newest",
  },
  active: 0,
  hasDetails: false,
  hasFilters: false,
  ...over,
});

export const firstCell = (panel: LibraryPage) => panel.page.locator('.cell[data-index="0"] .caption').waitFor();

/** Of the result that has the focus; -1: none has. */
export const focusedIndex = (panel: LibraryPage) =>
  panel.page.evaluate(() => Number((document.activeElement as HTMLElement | null)?.dataset.index ?? -1));

/** The panel has broken no rule of its content security policy, and thrown nothing, when this resolves. */
export async function openWhile(
  browser: Browser,
  host: Partial<LibraryHost>,
  options: PanelPageOptions,
  use: (panel: LibraryPage) => Promise<void>,
): Promise<void> {
  const panel = await openLibraryPage(browser, host, options);
  try {
    await use(panel);
    expect(panel.violations).toEqual([]);
    expect(panel.strangeRequests).toEqual([]);
  } finally {
    await panel.page.close();
  }
}
