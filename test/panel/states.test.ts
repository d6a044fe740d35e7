/** Checks that the panel is accessible and fits in its main states. All states, themes and widths are checked in `more/states.test.ts`. */
import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { sharedBrowser } from "./browser.ts";
import { checkAppearance } from "./checkAppearance.ts";
import { conversationOf } from "./conversations.ts";
import { mainStates } from "./mainStates.ts";
import { openPanelPage, type PanelPage } from "./panelPage.ts";
import { postService } from "./states.ts";

describe("the panel", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });

  test.for(mainStates)("$name is accessible, fits, and loads and runs nothing unexpected", async ({ name, enter }) => {
    const panel = await openPanelPage(browser, { width: 400 });
    try {
      await postService(panel);
      await enter(panel);
      expect(panel.violations).toEqual([]);
      await checkAppearance(panel, "chat", name);
      expect(panel.strangeRequests).toEqual([]);
    } finally {
      await panel.close();
    }
  });

  /** The suggestions of the empty panel, and whether each is completely visible above the input. */
  function readOffers(panel: PanelPage): Promise<{ text: string; whole: boolean }[]> {
    return panel.page.evaluate(() => {
      const end = document.querySelector(".composer")?.getBoundingClientRect().top ?? 0;
      const start = document.querySelector(".turns-region")?.getBoundingClientRect().top ?? 0;
      return [...document.querySelectorAll(".suggestion")].map((offer) => {
        const { top, bottom } = offer.getBoundingClientRect();
        return { text: offer.textContent ?? "", whole: top >= start && bottom <= end };
      });
    });
  }

  test.for([
    { width: 380, height: 560 },
    { width: 380, height: 420 },
    { width: 300, height: 300 },
    { width: 200, height: 300 },
  ])("the empty panel shows all its suggestions in $width × $height pixels", async ({ width, height }) => {
    const panel = await openPanelPage(browser, { width, height });
    try {
      await postService(panel);
      await panel.show(conversationOf([]));
      await panel.page.locator(".suggestion").last().waitFor();
      await panel.screenshot(`empty-${width}x${height}`);
      await expect.poll(async () => (await readOffers(panel)).map(({ whole }) => whole)).toEqual([true, true, true]);
    } finally {
      await panel.close();
    }
  });

  test.for([
    { width: 380, height: 200 },
    { width: 200, height: 150 },
  ])("in $width × $height pixels the suggestions can be scrolled to, also by keyboard", async ({ width, height }) => {
    const panel = await openPanelPage(browser, { width, height });
    try {
      await postService(panel);
      await panel.show(conversationOf([]));
      await panel.page.locator(".suggestion").last().waitFor();
      await panel.screenshot(`empty-${width}x${height}`);
      await panel.page.locator(".suggestion").last().focus();
      await expect.poll(async () => (await readOffers(panel)).at(-1)).toMatchObject({ whole: true });
      await panel.page.keyboard.press("Enter");
      await expect.poll(() => panel.page.locator("textarea").first().inputValue()).toBe("/audio ");
    } finally {
      await panel.close();
    }
  });
});
