/** VS Code's own chat: the entries of its model picker, and its answers. */
import type { Locator, Page } from "playwright-core";
import { pressMenuEntry } from "./pressMenuEntry.ts";
import { repeatUntil, repeatUntilGone } from "./repeatUntil.ts";

export interface EditorChat {
  readonly answers: Locator;
  /** The entries of the picker for a search text, by their accessible names; all entries if the picker cannot be searched. */
  offered(searched: string): Promise<string[]>;
  /** Returns once the picker shows the model as chosen. */
  choose(model: string): Promise<void>;
  /** Adds an entry for a provider in the editor *Language Models*, which must be open, under the suggested name. */
  addModels(provider: string): Promise<void>;
  /** Sends a line. */
  ask(text: string): Promise<void>;
}

/** The chat must be visible. */
export function editorChat(page: Page): EditorChat {
  const input = page.locator(".interactive-input-part .chat-editor-container .monaco-editor").first();
  const picker = page.locator(".model-picker-name").first();
  const widget = page.locator(".context-view > .action-widget");
  const entry = ".monaco-list-row[aria-label]";
  const close = () => repeatUntilGone(widget, () => page.keyboard.press("Escape"));
  /** One attempt: when models arrive, the chat redraws its input and drops whatever was open over it. */
  const open = async (searched: string) => {
    await close();
    await picker.click({ timeout: 1000 });
    await widget.locator(entry).first().waitFor({ timeout: 2000 });
    const search = widget.getByPlaceholder("Search models");
    if (await search.isVisible()) await search.fill(searched, { timeout: 1000 });
  };
  return {
    answers: page.locator(".interactive-item-container.interactive-response"),
    async offered(searched) {
      await open(searched);
      const names = await widget.locator(entry).evaluateAll((rows) => rows.map((row) => row.getAttribute("aria-label") ?? ""));
      await close();
      return names;
    },
    choose: (model) =>
      repeatUntil(page.locator(`.model-picker-name[aria-label$=" ${model}"]`), async () => {
        await open(model);
        await widget.locator(`.monaco-list-row[aria-label^="${model},"]`).click({ timeout: 1000 });
      }),
    async addModels(provider) {
      const menu = page.locator(".monaco-menu-container");
      const name = page.locator(".quick-input-widget input.input");
      await repeatUntil(name, async () => {
        if (!(await menu.isVisible())) await page.getByRole("button", { name: "Add Models" }).click({ timeout: 1000 });
        await pressMenuEntry(menu.locator(".action-item", { hasText: provider }).first());
      });
      await repeatUntilGone(name, () => name.press("Enter"));
    },
    async ask(text) {
      const line = input.locator(".view-line").getByText(text, { exact: true });
      await repeatUntil(line, async () => {
        await input.click({ timeout: 1000 });
        await page.keyboard.press("ControlOrMeta+a");
        await page.keyboard.type(text);
      });
      // The first Enter may accept a suggestion.
      await repeatUntilGone(line, () => page.keyboard.press("Enter"));
    },
  };
}
