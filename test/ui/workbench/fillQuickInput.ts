import type { Locator } from "playwright-core";

/** Milliseconds until the input is open; after that, the caller opens it again. */
const patience = 2000;

/** Sets the text of an open quick input. Typing it could write into an editor that takes the focus in the meantime. */
export async function fillQuickInput(input: Locator, text: string): Promise<void> {
  await input.waitFor({ timeout: patience });
  const fill = (element: Element, value: string) => {
    if (!(element instanceof HTMLInputElement)) throw new TypeError("This is no input.");
    element.value = value;
    element.dispatchEvent(new Event("input", { bubbles: true }));
  };
  // The palette may have closed since, and only its caller opens it again.
  await input.evaluate(fill, text, { timeout: patience });
}
