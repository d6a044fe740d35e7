import type { Frame, Page } from "playwright-core";
import { expect } from "vitest";

/** The document with the form of a request, once it is shown. */
export async function findForm(page: Page): Promise<Frame> {
  let found: Frame | undefined;
  await expect
    .poll(async () => {
      for (const frame of page.frames()) {
        if (
          await frame
            .locator(".request-form")
            .isVisible()
            .catch(() => false)
        )
          found = frame;
      }
      return found;
    })
    .toBeDefined();
  if (found === undefined) throw new Error("There is no form.");
  return found;
}

/** Closes the form by keyboard: a notification may cover its button. */
export async function cancelForm(page: Page): Promise<void> {
  await (await findForm(page)).getByRole("button", { name: "Cancel" }).press("Enter");
}
