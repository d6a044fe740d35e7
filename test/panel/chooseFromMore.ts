/** Chooses from the menu of a footer, as a user does. */
import type { Locator } from "playwright-core";

/** `footer`: contains the button with the menu. */
export async function chooseFromMore(footer: Locator, title: string, action: string): Promise<void> {
  await footer.getByRole("button", { name: title, exact: true }).click();
  await footer.page().getByRole("menuitem", { name: action, exact: true }).click();
}
