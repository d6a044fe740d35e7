/** The side bar's containers, trees and webviews, and hovers. */
import type { FrameLocator, Locator, Page } from "playwright-core";
import { menus } from "./menus.ts";
import { repeat, repeatUntil } from "./repeatUntil.ts";

/** Milliseconds. */
const renderingTime = 60_000;

export interface Views {
  /** Shows a container of the activity bar by its title; does nothing if it is already shown. */
  openContainer(title: string): Promise<void>;
  /** Expands a view of the visible container, by its title; does nothing if it is expanded. */
  openView(title: string): Promise<void>;
  /** The pane of one view in the side bar, by its title. */
  pane(title: string): Locator;
  /** Rows of trees in the side bar that contain the text. */
  treeRow(text: string | RegExp): Locator;
  /** Presses the tree row with this label. */
  pressRow(label: string): Promise<void>;
  /**
   * Presses an inline action of a tree row by its title. Redrawing may discard a press: if `shows` is given, the press is repeated
   * until that is visible.
   */
  pressRowAction(row: Locator, action: string, shows?: Locator): Promise<void>;
  /** Presses an action of a view's title bar by its title, and repeats it in the same way. */
  pressViewAction(viewTitle: string, action: string, shows?: Locator): Promise<void>;
  /** Opens the "…" menu of a view's title bar, and presses an entry. */
  chooseFromViewMenu(viewTitle: string, label: string): Promise<void>;
  /** Moves the pointer over an element until a hover with the text is shown; returns the hover. */
  showHover(element: Locator, text: string | RegExp): Promise<Locator>;
  /** A rendered Markdown document, once it contains the text. */
  rendered(text: string): Promise<Locator>;
  /** The document inside the n-th visible webview, the first by default. */
  webview(index?: number): FrameLocator;
}

/** VS Code appends the command's key binding, if any, to its title. Other titles may begin like it. */
const buttonOf = (action: string) => `a.action-label:is([aria-label="${action}"], [aria-label^="${action} ("])`;

export function views(page: Page): Views {
  const pane = (title: string) =>
    page.locator(".part.sidebar .pane, .part.auxiliarybar .pane", { has: page.locator(".pane-header .title", { hasText: title }) });
  const treeRow = (text: string | RegExp) => page.locator(".part.sidebar .monaco-list-row", { hasText: text });
  /** Actions are shown while the pointer is over their row. */
  const press = async (holder: Locator, action: Locator, shows: Locator | undefined) => {
    const once = async () => {
      // The hover of the row above may cover this one.
      await page.mouse.move(0, 0);
      await holder.hover({ timeout: 2000 });
      // A busy window handles a click late. Where nothing shows its effect, it must not be repeated before.
      await action.click({ timeout: shows === undefined ? 15_000 : 2000 });
    };
    // The row may move away between the two.
    if (shows === undefined) await repeat(once, () => Promise.resolve());
    else await repeatUntil(shows, once);
  };
  return {
    pane,
    async openContainer(title) {
      const item = page.locator(".activitybar .action-item", { has: page.locator(`a.action-label[aria-label^="${title}"]`) });
      const shown = item.and(page.locator(".checked"));
      // Pressing it while its container is shown would hide it.
      await repeatUntil(shown, async () => {
        if (!(await shown.isVisible())) await item.click({ timeout: 2000 });
      });
    },
    async openView(title) {
      const header = pane(title).locator(".pane-header");
      await repeatUntil(header.and(page.locator('[aria-expanded="true"]')), () => header.click({ timeout: 2000 }));
    },
    treeRow,
    pressRow: (label) => treeRow(label).click(),
    pressRowAction: (row, action, shows) => press(row, row.locator(buttonOf(action)), shows),
    pressViewAction(viewTitle, action, shows) {
      const header = pane(viewTitle).locator(".pane-header");
      return press(header, header.locator(buttonOf(action)), shows);
    },
    async chooseFromViewMenu(viewTitle, label) {
      const header = pane(viewTitle).locator(".pane-header");
      await menus(page).choose([label], async () => {
        await header.hover({ timeout: 2000 });
        await header.locator(".codicon-toolbar-more").click({ timeout: 2000 });
      });
    },
    async showHover(element, text) {
      const hovers = page.locator(".monaco-hover").filter({ visible: true });
      const hover = hovers.filter({ hasText: text });
      // Redrawing an element removes its hover; a neighbour's hover covers the element until it closes.
      await repeatUntil(hover, async () => {
        await page.mouse.move(0, 0, { steps: 4 });
        await hovers.first().waitFor({ state: "hidden", timeout: 2000 });
        await element.hover({ timeout: 2000 });
      });
      return hover.first();
    },
    async rendered(text) {
      for (const deadline = Date.now() + renderingTime; ; await page.waitForTimeout(100)) {
        for (const frame of page.frames()) {
          const body = frame.locator("body.vscode-body", { hasText: text });
          if ((await body.count().catch(() => 0)) > 0) return body.first();
        }
        if (Date.now() > deadline) throw new Error(`No rendered document contains ${text}.`);
      }
    },
    webview: (index = 0) => page.frameLocator("iframe.webview.ready").nth(index).frameLocator("iframe#active-frame"),
  };
}
