/** The library's panel in other languages: everything is translated, and longer words, narrow panes and right-to-left text fit. */
import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { sharedBrowser } from "../browser.ts";
import type { PanelPageOptions } from "../documentPage.ts";
import { firstCell, focusedIndex } from "../libraryInUse.ts";
import { type LibraryPage, openLibraryPage } from "../libraryPage.ts";
import { type LibraryState, libraryStates } from "../libraryStates.ts";
import { pseudoLibraryTexts } from "../pseudoLanguage.ts";
import { findOutside, readAloud, wordsIn } from "../readTexts.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

async function inState(state: LibraryState, options: PanelPageOptions, look: (panel: LibraryPage) => Promise<void>): Promise<void> {
  const panel = await openLibraryPage(browser, state.host, { texts: pseudoLibraryTexts, state: state.state, ...options });
  try {
    await state.enter(panel);
    await look(panel);
  } finally {
    await panel.close();
  }
}

describe("in another language", () => {
  test.for(libraryStates)("$name fits with longer words in 200 pixels, and shows no English word of its own", async (state) => {
    await inState(state, { language: "ru", width: 200 }, async (panel) => {
      await panel.screenshot(`${state.name}-translated-200`);
      await expect.poll(() => findOutside(panel)).toEqual([]);
      await panel.page.setViewportSize({ width: 900, height: 800 });
      const readEnglish = async () => {
        const said = await readAloud(panel);
        const data = wordsIn([panel.arrived, state.state]);
        return said.filter((text) => [...wordsIn(text)].some((word) => !data.has(word)));
      };
      await expect.poll(readEnglish).toEqual([]);
    });
  });

  test.for(libraryStates)("$name is mirrored in right-to-left languages", async (state) => {
    await inState(state, { language: "ar", width: 320 }, async (panel) => {
      await panel.screenshot(`${state.name}-mirrored`);
      expect(await panel.page.evaluate(() => getComputedStyle(document.body).direction)).toBe("rtl");
      await expect.poll(() => findOutside(panel)).toEqual([]);
    });
  });

  test("a prompt starts at the side of its own language and is truncated at its end, whatever the panel's language", async () => {
    await inState({ name: "prompts", enter: firstCell }, { language: "ar", width: 320 }, async (panel) => {
      const prompt = panel.page.locator('.cell[data-index="0"] .prompt');
      expect(await prompt.evaluate((element) => getComputedStyle(element).direction)).toBe("ltr");
    });
  });

  test("arrow keys move in their visual direction in a right-to-left grid", async () => {
    await inState({ name: "arrows", enter: firstCell }, { language: "ar", width: 900 }, async (panel) => {
      await panel.page.locator('.cell[data-index="0"]').focus();
      await panel.page.keyboard.press("ArrowLeft");
      await expect.poll(() => focusedIndex(panel)).toBe(1);
      await panel.page.keyboard.press("ArrowRight");
      await expect.poll(() => focusedIndex(panel)).toBe(0);
    });
  });
});
