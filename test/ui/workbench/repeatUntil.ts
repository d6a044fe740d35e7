/** Repeats an action until it has an effect: the workbench drops input while it opens or closes a widget. */
import type { Locator } from "playwright-core";

/** Milliseconds for one attempt, and for all of them together. */
const attempt = 2500;
const patience = 90_000;

/** @throws the last error if `shown` does not become visible. */
export function repeatUntil(shown: Locator, action: () => Promise<void>): Promise<void> {
  let isRepeated = false;
  const act = async () => {
    // An effect may be late, and repeating the action may undo it.
    if (isRepeated && (await shown.first().isVisible())) return;
    isRepeated = true;
    await action();
  };
  return repeat(act, (timeout) => shown.first().waitFor({ timeout }));
}

/** Does not repeat an action that reported an error but had its effect. @throws the last error if `gone` stays visible. */
export function repeatUntilGone(gone: Locator, action: () => Promise<void>): Promise<void> {
  const act = async () => {
    if (await gone.first().isVisible()) await action();
  };
  return repeat(act, (timeout) => gone.first().waitFor({ state: "hidden", timeout }));
}

/** `check` gets the milliseconds that it may wait. @throws its last error, or that of the action. */
export async function repeat(action: () => Promise<void>, check: (timeout: number) => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + patience;
  for (;;) {
    try {
      await action();
      await check(attempt);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}
