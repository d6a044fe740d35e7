/** What a user does for one purpose: each action is one press, one choice in a menu, or one text that is typed and confirmed. */
import { expect } from "vitest";

/** Takes the actions in their order. Fails if there are more than `most`. */
export async function takeActions(most: number, actions: Record<string, () => Promise<unknown>>): Promise<void> {
  expect(Object.keys(actions).length, `Actions: ${Object.keys(actions).join(", ")}`).toBeLessThanOrEqual(most);
  for (const take of Object.values(actions)) await take();
}
