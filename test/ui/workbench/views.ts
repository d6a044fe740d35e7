/** The workbench's page in; the side bar's containers, trees and webviews, and hovers, out. */
import type { FrameLocator, Locator, Page } from "playwright-core";
import { repeatUntil, repeatUntilGone } from "./repeatUntil.ts";

export interface Views {
  /** Shows a container of the activity bar by its title; harmless when it is already shown. */
  openContainer(title: string): Promise<void>;
  /** The pane of one view in the side bar, by its title. */
  pane(title: string): Locator;
  /** Rows of trees in the side bar that contain the text. */
  treeRow(text: string | RegExp): Locator;
  /** Presses the tree row with this label. */
  pressRow(label: string): Promise<void>;
  /** Presses an inline action of a tree row by its title. */
  pressRowAction(row: Locator, action: string): Promise<void>;
  /** Presses an action of a view's title bar by its title. */
  pressViewAction(viewTitle: string, action: string): Promise<void>;
  /** Opens the menu behind the dots of a view's title bar, and presses an entry. */
  chooseFromViewMenu(viewTitle: string, label: string): Promise<void>;
  /** Rests the pointer on an element until the workbench shows what it has to say of it, which contains the text; returns that. */
  showHover(element: Locator, text: string): Promise<Locator>;
  /** The document inside the n-th webview that is shown, first by default. */
  webview(index?: number): FrameLocator;
}

export function views(page: Page): Views {
  const pane = (title: string) =>
    page.locator(".part.sidebar .pane, .part.auxiliarybar .pane", { has: page.locator(".pane-header .title", { hasText: title }) });
  const treeRow = (text: string | RegExp) => page.locator(".part.sidebar .monaco-list-row", { hasText: text });
  return {
    pane,
    async openContainer(title) {
      const item = page.locator(".activitybar .action-item", { has: page.locator(`a.action-label[aria-label^="${title}"]`) });
      await item.waitFor();
      const isShown =
        (await item.getAttribute("aria-expanded")) === "true" || (await item.getAttribute("class"))?.includes("checked") === true;
      if (!isShown) await item.click();
    },
    treeRow,
    pressRow: (label) => treeRow(label).click(),
    async pressRowAction(row, action) {
      await row.hover();
      // An action with an alternative names it on a second line.
      await row.locator(`a.action-label[aria-label^="${action}"]`).click();
    },
    async pressViewAction(viewTitle, action) {
      const header = pane(viewTitle).locator(".pane-header");
      await header.hover();
      await header.locator(`a.action-label[aria-label="${action}"]`).click();
    },
    async chooseFromViewMenu(viewTitle, label) {
      const entries = page.locator(".monaco-menu .action-menu-item");
      const entry = entries.filter({ has: page.locator(`.action-label[aria-label="${label}"]`) });
      const header = pane(viewTitle).locator(".pane-header");
      await repeatUntil(entry, async () => {
        await header.hover({ timeout: 2000 });
        await header.locator(".codicon-toolbar-more").click({ timeout: 2000 });
      });
      await repeatUntilGone(entries, () => entry.click({ timeout: 2000 }));
    },
    async showHover(element, text) {
      const hover = page.locator(".monaco-hover", { hasText: text }).filter({ visible: true });
      // What is drawn anew below the pointer takes its hover away.
      await repeatUntil(hover, async () => {
        await page.mouse.move(0, 0);
        await element.hover({ timeout: 2000 });
      });
      return hover.first();
    },
    webview: (index = 0) => page.frameLocator("iframe.webview.ready").nth(index).frameLocator("iframe#active-frame"),
  };
}
