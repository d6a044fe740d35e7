/** Opens a library panel for the duration of a test, and reads the positions in it. */
import type { Browser } from "playwright-core";
import { expect } from "vitest";
import type { PanelPageOptions } from "./documentPage.ts";
import { type LibraryHost, type LibraryPage, openLibraryPage } from "./libraryPage.ts";

/** The state that the panel restores after a reload. */
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

/** Index of the focused result; -1: none. */
export const focusedIndex = (panel: LibraryPage) =>
  panel.page.evaluate(() => Number((document.activeElement as HTMLElement | null)?.dataset.index ?? -1));

/** Resolves if the panel has violated no rule of its content security policy and thrown no error. */
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
    await panel.close();
  }
}
