/** The command palette, input boxes, quick picks, notifications and dialogs. */
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import { fillQuickInput } from "./fillQuickInput.ts";
import { repeat, repeatUntil, repeatUntilGone } from "./repeatUntil.ts";

export interface QuickInput {
  /** Runs a command of the palette by its title, e.g. "Generation Studio: Ask…"; waits until the palette offers it. */
  runCommand(title: string): Promise<void>;
  /** Closes all notifications. Then VS Code shows the next ones, of which it leaves out those after the third in 800 milliseconds. */
  clearNotifications(): Promise<void>;
  /** Titles of this extension's commands that the palette currently offers, without their category, sorted. */
  commandTitles(): Promise<string[]>;
  /**
   * Types into the input box or quick pick whose prompt or title contains `prompt`, and accepts. Waits for it first, because the palette
   * may still be closing.
   */
  answerInput(text: string, prompt: string): Promise<void>;
  /**
   * Answers the dialog that asks what to open, or where to save, with a path in the suggested folder. The dialog first navigates to
   * another folder, and pressing Enter during that may make it ignore every later Enter.
   */
  answerFileDialog(kind: "open" | "save", title: string, file: string): Promise<void>;
  /** Picks a row of the open quick pick by its label. */
  pick(label: string | RegExp): Promise<void>;
  /** Rows of the open quick pick. */
  readonly quickPickRows: Locator;
  /** Toasts that contain the text. */
  notification(text: string | RegExp): Locator;
  /** Presses a button of a toast, which VS Code may redraw at any moment. */
  pressNotificationButton(text: string | RegExp, button: string): Promise<void>;
  /** Presses a button of the open modal dialog. */
  pressDialogButton(button: string | RegExp): Promise<void>;
}

/** Milliseconds in which VS Code shows at most three notifications as toasts. Source: its class `NotificationsToasts`. */
const toastInterval = 800;

export function quickInput(page: Page): QuickInput {
  const widget = page.locator(".quick-input-widget").filter({ visible: true });
  const input = widget.locator("input.input").first();
  const rows = widget.locator(".quick-input-list .monaco-list-row");
  const notification = (text: string | RegExp) => page.locator(".notifications-toasts .notification-list-item", { hasText: text });
  const runCommand = async (title: string) => {
    const row = rows.filter({ has: page.locator(".label-name", { hasText: new RegExp(`^${asPattern(title)}$`) }) }).first();
    // An open palette does not show commands that an extension adds later, and closes when another element takes the
    // focus, so it is opened again.
    await repeat(
      async () => {
        if (await widget.isVisible()) await page.keyboard.press("Escape");
        await page.keyboard.press("F1");
        await fillQuickInput(input, `>${title}`);
      },
      async (timeout) => {
        await row.hover({ timeout });
        await press(row);
      },
    );
  };
  return {
    quickPickRows: rows,
    notification,
    runCommand,
    async clearNotifications() {
      await runCommand("Notifications: Clear All Notifications");
      await setTimeout(toastInterval);
    },
    async commandTitles() {
      const category = "Generation Studio: ";
      const titles = new Set<string>();
      const names = rows.locator(".label-name");
      await repeatUntil(names.filter({ hasText: category }).first(), async () => {
        await page.keyboard.press("F1");
        await fillQuickInput(input, `>${category}`);
      });
      for (let isWhole = false; !isWhole; ) {
        for (const name of await names.allTextContents()) if (name.startsWith(category)) titles.add(name.slice(category.length));
        isWhole = (await rows.and(page.locator('.focused[data-last-element="true"]')).count()) > 0;
        const focused = await rows.and(page.locator(".focused")).getAttribute("data-index");
        await page.keyboard.press("PageDown");
        if (!isWhole) await rows.and(page.locator(`.focused:not([data-index="${focused}"])`)).waitFor();
      }
      await page.keyboard.press("Escape");
      return [...titles].sort();
    },
    async answerInput(text, prompt) {
      await widget.filter({ hasText: prompt }).waitFor();
      await input.fill(text);
      await input.press("Enter");
    },
    async answerFileDialog(kind, title, file) {
      await widget.filter({ has: page.locator(".quick-input-title", { hasText: title }) }).waitFor();
      // The dialog first reads a folder, and then replaces any text typed in the meantime with its suggestion.
      await page.waitForFunction(
        (ending) => {
          const field = document.querySelector(".quick-input-widget input.input");
          return field instanceof HTMLInputElement && field.value.endsWith(ending);
        },
        kind === "open" ? "/" : path.extname(file),
      );
      await repeatUntilGone(widget, async () => {
        await input.fill(file, { timeout: 2000 });
        await input.press("Enter", { timeout: 2000 });
      });
    },
    async pick(label) {
      await rows.filter({ hasText: label }).first().click();
    },
    async pressNotificationButton(text, button) {
      const found = notification(text).getByRole("button", { name: button, exact: true });
      await found.waitFor();
      await press(found);
    },
    async pressDialogButton(button) {
      await page.locator(".monaco-dialog-box").getByRole("button", { name: button, exact: true }).click();
    },
  };
}

/**
 * Clicks within one task of the page. A click that times out while the command starts may have run it, and repeating it would run it
 * again; a click on an element that is redrawn between press and release has no effect.
 * @throws Error if the element no longer exists.
 */
async function press(shown: Locator): Promise<void> {
  const isPressed = await shown.evaluateAll(
    ([element]) => element?.dispatchEvent(new MouseEvent("click", { bubbles: true })) !== undefined,
  );
  if (!isPressed) throw new Error("The element to click is no longer shown.");
}

function asPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
