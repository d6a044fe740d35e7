/** The panel in other languages: everything is translated, and longer words, narrow panes and right-to-left text fit. */
import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { sharedBrowser } from "../browser.ts";
import type { State } from "../contentStates.ts";
import type { PanelPageOptions } from "../documentPage.ts";
import { openPanelPage, type PanelPage } from "../panelPage.ts";
import { lengthening, pseudoTexts } from "../pseudoLanguage.ts";
import { findOutside, readAloud, wordsIn } from "../readTexts.ts";
import { postService, states } from "../states.ts";

/** Values that are sent as typed, and names of commands, which are typed too. */
const typedValues = new Set(["K", "high", "image", "audio", "video", "workspace"]);
/** The name of a hidden character. */
const codePoint = /^U\+[0-9A-F]{4,6}$/;

describe("in another language", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });

  async function inState<Result>(state: State, options: PanelPageOptions, look: (panel: PanelPage) => Promise<Result>): Promise<Result> {
    const panel = await openPanelPage(browser, { texts: pseudoTexts, ...options });
    try {
      await postService(panel);
      await state.enter(panel);
      return await look(panel);
    } finally {
      await panel.close();
    }
  }

  test("texts are at least 40 % longer", () => {
    expect(lengthening).toBeGreaterThan(0.4);
  });

  test.for(states)("$name fits with longer words in 200 pixels, and shows no English word of its own", async (state) => {
    await inState(state, { language: "qps-ploc", width: 200 }, async (panel) => {
      await panel.screenshot(`${state.name}-translated-200`);
      await expect.poll(() => findOutside(panel)).toEqual([]);
      await panel.page.setViewportSize({ width: 380, height: 800 });
      const readEnglish = async () => {
        const said = await readAloud(panel);
        const data = wordsIn(panel.arrived);
        return said.filter((text) => !codePoint.test(text) && [...wordsIn(text)].some((word) => !data.has(word) && !typedValues.has(word)));
      };
      await expect.poll(readEnglish).toEqual([]);
      await expect.poll(() => panel.page.locator("html").getAttribute("lang")).toBe("qps-ploc");
      await panel.screenshot(`${state.name}-translated`);
    });
  });

  test.for(states)("$name is mirrored in right-to-left languages", async (state) => {
    await inState(state, { language: "ar", width: 320 }, async (panel) => {
      await panel.screenshot(`${state.name}-mirrored`);
      expect(await panel.page.evaluate(() => getComputedStyle(document.body).direction)).toBe("rtl");
      await expect.poll(() => findOutside(panel)).toEqual([]);
    });
  });
});
