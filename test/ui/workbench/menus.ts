/** The menus of the workbench: context menus and "…" menus. */
import type { Locator, Page } from "playwright-core";
import { pressMenuEntry } from "./pressMenuEntry.ts";
import { repeat, repeatUntil } from "./repeatUntil.ts";

/** Opens a menu; may be called again. */
type Open = () => Promise<void>;

export interface Menus {
  /**
   * Opens a menu and its submenus down to the last entry, which is returned. Starts again if the menu belongs to another element, or
   * was closed, for example by an editor that took the focus late.
   */
  unfold(labels: readonly string[], open: Open): Promise<Locator>;
  /** Opens a menu and its submenus, and presses the last entry. A menu that closed without a press is opened again. */
  choose(labels: readonly string[], open: Open): Promise<void>;
  /** Right-clicks the element. The result throws if the click opened the menu of another row, which took the element's place. */
  openMenuOf(element: Locator): Open;
  /** The entries of the open menu. */
  menuLabels(): Promise<string[]>;
}

export function menus(page: Page): Menus {
  /** Waits for entries, because the containers of menus have no size of their own. */
  const entries = page.locator(".monaco-menu .action-menu-item");
  const entry = (label: string) => entries.filter({ has: page.locator(`.action-label[aria-label="${label}"]`) }).last();
  /** Each press closes one of the menus. */
  const close = async (levels: number) => {
    for (let level = 0; level < levels && (await entries.first().isVisible()); level += 1) {
      await page.keyboard.press("Escape");
      await entries
        .first()
        .waitFor({ state: "hidden", timeout: 500 })
        .catch(() => undefined);
    }
  };
  const unfold = async (labels: readonly string[], open: () => Promise<void>) => {
    const path = labels.map(entry);
    const last = entry(labels.at(-1) ?? "");
    let isRepeated = false;
    await repeatUntil(last, async () => {
      // An open menu keeps the entries of the moment in which it was opened, when a context key may not have been set.
      if (isRepeated || !(await path[0]?.isVisible())) {
        await close(labels.length);
        await open();
      }
      isRepeated = true;
      for (const [index, item] of path.slice(1).entries()) {
        // A menu ignores the pointer in its first moments, so the pointer enters the entry again each time.
        await page.mouse.move(0, 0);
        await path[index]?.hover({ timeout: 2000 });
        await item.waitFor({ timeout: 2000 });
      }
    });
    return last;
  };
  const choose = async (labels: readonly string[], open: () => Promise<void>) => {
    let isPressed = false;
    await repeat(
      async () => {
        // A menu that closed without a press was closed by something else.
        if (isPressed && !(await entries.first().isVisible())) return;
        await pressMenuEntry(await unfold(labels, open));
        isPressed = true;
      },
      (timeout) => entries.first().waitFor({ state: "hidden", timeout }),
    );
  };
  const openMenuOf = (element: Locator) => async () => {
    // The hover of the row above may cover this one.
    await page.mouse.move(0, 0);
    await element.click({ button: "right", timeout: 2000 });
    if (await element.evaluate(isInUnfocusedRow, undefined, { timeout: 2000 })) {
      await page.keyboard.press("Escape");
      throw new Error("The menu belongs to another row.");
    }
  };
  return {
    unfold,
    choose,
    openMenuOf,
    menuLabels: () =>
      entries.locator(".action-label").evaluateAll((labels) => labels.map((label) => label.getAttribute("aria-label") ?? "")),
  };
}

/** A list focuses the row whose menu it opens. */
function isInUnfocusedRow(element: Element): boolean {
  const row = element.closest(".monaco-list-row");
  return row !== null && !row.classList.contains("focused");
}
