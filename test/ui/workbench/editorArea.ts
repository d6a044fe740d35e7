/** Text editors, their selections and their context menus. */
import type { Locator, Page } from "playwright-core";
import { fillQuickInput } from "./fillQuickInput.ts";
import { menus } from "./menus.ts";
import { repeat, repeatUntil } from "./repeatUntil.ts";

export interface EditorArea {
  /** Opens a file of the workspace by its path below the folder; returns its editor. */
  openFile(relativePath: string): Promise<Locator>;
  /** The text editor of the active group. */
  readonly activeEditor: Locator;
  /** Puts the cursor at a position; line and column count from 1, as in the status bar. */
  setCursor(line: number, column: number): Promise<void>;
  /** Selects from one position to another; both count from 1. */
  select(from: { line: number; column: number }, to: { line: number; column: number }): Promise<void>;
  /** Opens the context menu at the cursor and presses its entries, one level after the other. */
  chooseFromContextMenu(...labels: readonly string[]): Promise<void>;
  /** Right-clicks an element, such as a tree row, and presses entries of its menu. */
  chooseFromMenuOf(element: Locator, ...labels: readonly string[]): Promise<void>;
  /** Right-clicks an element of a webview and presses an entry of its menu. */
  chooseFromWebviewMenu(element: Locator, label: string): Promise<void>;
  /** The entries of the open menu. */
  menuLabels(): Promise<string[]>;
  /** Opens the context menu at the cursor and its submenus, one level for each label except the last, whose entry is returned. */
  unfoldContextMenu(...labels: readonly string[]): Promise<Locator>;
  /** Right-clicks an element and opens submenus of its menu in the same way. */
  unfoldMenuOf(element: Locator, ...labels: readonly string[]): Promise<Locator>;
  /** The Explorer's row of a file or folder; the Explorer must be visible. */
  explorerRow(name: string): Locator;
  /** Right-clicks the Explorer's row and presses entries of its menu. */
  chooseFromExplorer(name: string, ...labels: readonly string[]): Promise<void>;
  /**
   * Presses a button in the title bar of the active group.
   * Redrawing may discard a press: with a time limit, in milliseconds, it can be repeated.
   */
  pressEditorAction(action: string, timeLimit?: number): Promise<void>;
  /** Presses an entry of the "…" menu of that title bar. */
  chooseFromEditorMenu(label: string): Promise<void>;
  /** Undoes the last change of the active editor, and saves. */
  undo(): Promise<void>;
  /** Tabs by label. */
  tab(label: string | RegExp): Locator;
}

export function editorArea(page: Page): EditorArea {
  const activeEditor = page.locator(".editor-group-container.active .monaco-editor[data-uri]").first();
  const quickOpen = page.locator(".quick-input-widget input.input").first();
  const quickOpenHidden = (timeout: number) => quickOpen.waitFor({ state: "hidden", timeout });
  const setCursor = (line: number, column: number) =>
    repeat(
      async () => {
        await page.keyboard.press("Control+g");
        await fillQuickInput(quickOpen, `:${line}:${column}`);
        await quickOpen.press("Enter", { timeout: 2000 });
      },
      async (timeout) => {
        await page.locator(".statusbar", { hasText: `Ln ${line}, Col ${column}` }).waitFor({ timeout });
        await quickOpenHidden(timeout);
      },
    );
  const { choose, unfold, openMenuOf, menuLabels } = menus(page);
  const openMenuOfEditor = async () => {
    await activeEditor.getByRole("textbox").first().focus({ timeout: 2000 });
    await page.keyboard.press("Shift+F10");
  };
  const explorerRow = (name: string) =>
    page.locator(".explorer-folders-view .monaco-list-row", { has: page.getByText(name, { exact: true }) });
  const titleBar = page.locator(".editor-group-container.active .editor-actions");
  return {
    activeEditor,
    setCursor,
    async openFile(relativePath) {
      const name = relativePath.split("/").at(-1) ?? relativePath;
      // The list is sorted again while results arrive.
      const first = page
        .locator('.quick-input-list .monaco-list-row[data-index="0"]')
        .filter({ has: page.locator(".label-name").getByText(name, { exact: true }) });
      const tab = page.locator(`.editor-group-container.active .tab.active[data-resource-name="${name}"]`);
      // The tab appears before the text, and the text before the focus, which would be taken from any element focused in the meantime.
      const focused = page.locator(`.editor-group-container.active .monaco-editor.focused[data-uri$="/${encodeURIComponent(name)}"]`);
      await repeat(
        async () => {
          if (await quickOpen.isVisible()) await page.keyboard.press("Escape");
          await page.keyboard.press("Control+p");
          await fillQuickInput(quickOpen, relativePath);
          await first.click({ timeout: 2000 });
        },
        async (timeout) => {
          await tab.waitFor({ timeout });
          await quickOpenHidden(timeout);
          await focused.first().waitFor({ timeout });
        },
      );
      return activeEditor;
    },
    async select(from, to) {
      await repeatUntil(page.locator(".statusbar", { hasText: /\d+ selected/ }), async () => {
        await setCursor(from.line, from.column);
        await page.keyboard.press("Control+k");
        await page.keyboard.press("Control+b");
        await setCursor(to.line, to.column);
        await page.keyboard.press("Control+k");
        await page.keyboard.press("Control+k");
      });
    },
    chooseFromContextMenu: (...labels) => choose(labels, openMenuOfEditor),
    chooseFromMenuOf: (element, ...labels) => choose(labels, openMenuOf(element)),
    chooseFromWebviewMenu: (element, label) => choose([label], openMenuOf(element)),
    menuLabels,
    unfoldContextMenu: (...labels) => unfold(labels, openMenuOfEditor),
    unfoldMenuOf: (element, ...labels) => unfold(labels, openMenuOf(element)),
    explorerRow,
    chooseFromExplorer: (name, ...labels) => choose(labels, openMenuOf(explorerRow(name))),
    async pressEditorAction(action, timeLimit) {
      const limit = timeLimit === undefined ? {} : { timeout: timeLimit };
      await titleBar.locator(`a.action-label[aria-label^="${action}"]`).click(limit);
    },
    chooseFromEditorMenu: (label) => choose([label], () => titleBar.locator(".codicon-toolbar-more").click({ timeout: 2000 })),
    async undo() {
      await activeEditor.click();
      await page.keyboard.press("Control+z");
      // Auto save is not enough: until VS Code has finished its last save, it considers the old text to be the saved one.
      await page.keyboard.press("Control+s");
    },
    tab: (label) => page.locator(".editor-group-container .tab", { hasText: label }),
  };
}
