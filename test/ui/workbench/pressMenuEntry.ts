import type { Locator } from "playwright-core";

/** Milliseconds; VS Code ignores a button that is released over an entry within 100 ms after the entry was drawn. */
const pressTime = 150;

/**
 * Presses an entry of an open menu for as long as a person does.
 *
 * @throws when the entry is gone before the button is released over it. A press that is said to have failed later has had its effect.
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
    await entry.click({ delay: pressTime, timeout: 2000 });
  } catch (error) {
    if (!(await released.evaluate(({ isReleased }) => isReleased))) throw error;
  } finally {
    await released.dispose();
  }
}
