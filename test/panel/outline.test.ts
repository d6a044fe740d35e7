/** The outline of the input that the panel's document shows until its script has drawn the content. */
import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { sharedBrowser } from "./browser.ts";
import { conversationOf } from "./conversations.ts";
import { openPanelPage, type PanelPage } from "./panelPage.ts";

describe("before the first content", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });

  /** Where the box of the input and its bar are, and what the input says. */
  function readInput(panel: PanelPage) {
    return panel.page.evaluate(() => {
      const box = (name: string) => document.querySelector(name)?.getBoundingClientRect().toJSON();
      const inputs = [...document.querySelectorAll<HTMLTextAreaElement>("textarea.input")];
      return { hints: inputs.map(({ placeholder }) => placeholder), boxes: [".input-box", ".input", ".input-bar"].map(box) };
    });
  }

  test.for([
    { width: 380, hint: undefined },
    { width: 200, hint: 'Demandez ce que vous voulez, ou joignez « un fichier » avec "#"' },
    { width: 1000, hint: undefined },
  ])("the input is at its place in $width pixels, and stays there", async ({ width, hint }) => {
    const translated = hint === undefined ? {} : { language: "fr", texts: { placeholder: hint } };
    const panel = await openPanelPage(browser, { width, ...translated });
    try {
      const outline = await readInput(panel);
      expect(outline.hints).toEqual([panel.say("placeholder")]);
      await panel.screenshot(`outline-${width}`);
      await panel.show(conversationOf([]));
      await panel.page.getByRole("textbox").waitFor();
      expect(await readInput(panel)).toEqual(outline);
    } finally {
      await panel.close();
    }
  });

  test("the outline is not painted without its style, as a bare input is white in every theme", async () => {
    const panel = await openPanelPage(browser);
    try {
      const shown = await panel.page.evaluate(() => {
        const style = document.querySelector<HTMLLinkElement>('link[href$="chat.css"]')?.sheet;
        return [true, false].map((isDisabled) => {
          if (style) style.disabled = isDisabled;
          return document.querySelector("textarea.input")?.checkVisibility();
        });
      });
      expect(shown).toEqual([false, true]);
    } finally {
      await panel.close();
    }
  });

  test("the outline cannot be focused or read, and the list of conversations replaces it too", async () => {
    const panel = await openPanelPage(browser);
    try {
      await panel.page.keyboard.press("Tab");
      expect(await panel.page.evaluate(() => document.activeElement?.closest("#outline"))).toBeNull();
      expect(await panel.page.getByRole("textbox").count()).toBe(0);
      await panel.post({ type: "showConversations" });
      await panel.page.locator(".conversations").waitFor();
      expect(await panel.page.locator("#outline").count()).toBe(0);
      expect(panel.violations).toEqual([]);
    } finally {
      await panel.close();
    }
  });
});
