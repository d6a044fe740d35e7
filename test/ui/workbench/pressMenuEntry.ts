import type { Locator } from "playwright-core";

/** Milliseconds; VS Code ignores a button that is released over an entry within 100 ms after the entry was drawn. */
const pressTime = 150;

/**
 * Presses an entry of an open menu as long as a user would.
 * @throws Error if the entry disappears before the button is released over it, which a click does not report. A click that fails later has had its effect.
 */
export async function pressMenuEntry(entry: Locator): Promise<void> {
  const released = await entry.evaluateHandle(
    (element) => {
      const state = { isReleased: false };
      element.addEventListener("mouseup", () => {
        state.isReleased = true;
      });
      return state;
    },
    undefined,
    { timeout: 2000 },
  );
  try {
    const error = await entry.click({ delay: pressTime, timeout: 2000 }).then(
      () => new Error("The menu was closed while its entry was pressed."),
      (reason: unknown) => reason,
    );
    if (!(await released.evaluate(({ isReleased }) => isReleased))) throw error;
  } finally {
    await released.dispose();
  }
}
