/** Checks that the panel is accessible in each of its states in all four themes, and takes screenshots. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "./browser.ts";
import { conversationOf } from "./conversations.ts";
import { openPanelPage, type PanelPage, type Theme, themes } from "./panelPage.ts";
import { readViolations } from "./readViolations.ts";
import { postService, states } from "./states.ts";

/** CSS pixels, in addition to the usual ones: a side bar at its minimum width, and an editor that fills the window. */
const otherWidths = [200, 1200];

/** The theme of the screenshots in these widths: themes differ only in colours, which the usual width covers. */
const otherWidthThemes: readonly Theme[] = process.env.SCREENSHOTS === undefined ? ["dark"] : themes;

/** The regions that scroll horizontally: there should be none. */
function readOverflow(panel: PanelPage): Promise<string[]> {
  return panel.page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll(".transcript, .composer, .popover, .conversations ul, .find")]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((element) => `${element.className || element.localName}: ${element.scrollWidth} in ${element.clientWidth}`),
  );
}

describe("each state of the panel", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  test.for(states)("$name is accessible, and loads and runs nothing unexpected", async ({ name, enter }) => {
    const panel = await openPanelPage(browser, { width: 400 });
    try {
      await postService(panel);
      await enter(panel);
      expect(panel.violations).toEqual([]);
      for (const theme of themes) {
        await panel.setTheme(theme);
        await expect.poll(() => readViolations(panel.page), { message: `${name} in ${theme}` }).toEqual([]);
        await panel.screenshot(`${name}-${theme}`);
      }
      for (const width of otherWidths) {
        await panel.page.setViewportSize({ width, height: 800 });
        for (const theme of otherWidthThemes) {
          await panel.setTheme(theme);
          await panel.screenshot(`${name}-${theme}-${width}`);
        }
        // Content that is too wide or too high depends on the width, not on the theme.
        await expect.poll(() => readViolations(panel.page), { message: `${name} in ${width} pixels` }).toEqual([]);
        await expect.poll(() => readOverflow(panel), { message: `${name} in ${width} pixels` }).toEqual([]);
      }
      expect(panel.strangeRequests).toEqual([]);
    } finally {
      await panel.page.close();
    }
  });

  /** The suggestions of the empty panel, and whether each is completely visible above the input. */
  function readOffers(panel: PanelPage): Promise<{ text: string; whole: boolean }[]> {
    return panel.page.evaluate(() => {
      const end = document.querySelector(".composer")?.getBoundingClientRect().top ?? 0;
      const start = document.querySelector(".transcript")?.getBoundingClientRect().top ?? 0;
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
      await panel.page.close();
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
      expect(await panel.waitFor("send")).toEqual({ type: "send", text: panel.say("demoSuggestionStory") });
    } finally {
      await panel.page.close();
    }
  });
});
