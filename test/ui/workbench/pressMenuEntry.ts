import type { Locator } from "playwright-core";

/** Milliseconds; VS Code ignores a button that is released over an entry within 100 ms after the entry was drawn. */
const pressTime = 150;

/** Presses an entry of an open menu for as long as a person does. */
export function pressMenuEntry(entry: Locator): Promise<void> {
  return entry.click({ delay: pressTime, timeout: 2000 });
}
