import type { Locator } from "playwright-core";

/** Milliseconds until the input is open; whoever waits opens it again then. */
const patience = 2000;

/** Sets the text of an open quick input. Nothing is typed: that would go into an editor which takes the focus meanwhile. */
export async function fillQuickInput(input: Locator, text: string): Promise<void> {
  await input.waitFor({ timeout: patience });
  await input.evaluate((element, value) => {
    if (!(element instanceof HTMLInputElement)) throw new TypeError("This is no input.");
    element.value = value;
    element.dispatchEvent(new Event("input", { bubbles: true }));
  }, text);
}
