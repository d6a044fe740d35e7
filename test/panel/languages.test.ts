/** The panel in other languages: everything is translated, and longer words, narrow panes and right-to-left text fit. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "./browser.ts";
import type { State } from "./contentStates.ts";
import { openPanelPage, type PanelPage, type PanelPageOptions } from "./panelPage.ts";
import { lengthening, pseudoTexts } from "./pseudoLanguage.ts";
import { postService, states } from "./states.ts";

/** Examples of values that are sent as they are typed, and the names of commands, which are typed too. */
const typedValues = new Set(["K", "high", "image", "audio", "video"]);

/** The words of all texts in a value, in letters of the English alphabet. */
function wordsIn(value: unknown): Set<string> {
  if (typeof value === "string") return new Set(value.match(/[A-Za-z]+/g));
  if (typeof value !== "object" || value === null) return new Set();
  return new Set(Object.values(value).flatMap((member) => [...wordsIn(member)]));
}

/**
 * Everything that can be read, or is read out, but the letters of formulas, which are of the answer and stand in one word with others, and what is typed,
 * which the input has a second time behind it.
 */
function readAloud(panel: PanelPage): Promise<string[]> {
  return panel.page.evaluate(() => {
    const said: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node instanceof Text && !node.parentElement?.closest("script, math, .input-backdrop")) said.push(node.data);
      if (node instanceof Element)
        for (const name of ["title", "aria-label", "placeholder", "alt"]) said.push(node.getAttribute(name) ?? "");
    }
    return said.filter((text) => text.trim() !== "");
  });
}

/** Controls and texts that reach out of the pane, or that something cuts off without saying so by an ellipsis. */
function findOutside(panel: PanelPage): Promise<string[]> {
  return panel.page.evaluate(() => {
    const outside: string[] = [];
    const { clientWidth } = document.documentElement;
    if (document.documentElement.scrollWidth > clientWidth) outside.push("the document scrolls sideways");
    for (const element of document.querySelectorAll("button, input, textarea, label, legend, h2, .notice, .usage, .popover, .bubble")) {
      const box = element.getBoundingClientRect();
      const isHidden = box.width === 0 || element.closest("pre, table, .visually-hidden") !== null;
      if (!isHidden && (box.left < -0.5 || box.right > clientWidth + 0.5))
        outside.push(`${element.outerHTML.slice(0, 120)} ${box.left}–${box.right}`);
    }
    for (const element of document.querySelectorAll(".button, .link-button, .notice, .suggestion, .field-error, .toggle, .menu > button"))
      if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0) outside.push(`cut: ${element.outerHTML.slice(0, 160)}`);
    return outside;
  });
}

describe("in another language", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  async function inState<Result>(state: State, options: PanelPageOptions, look: (panel: PanelPage) => Promise<Result>): Promise<Result> {
    const panel = await openPanelPage(browser, { texts: pseudoTexts, ...options });
    try {
      await postService(panel);
      await state.enter(panel);
      return await look(panel);
    } finally {
      await panel.page.close();
    }
  }

  test("texts are at least 40 % longer", () => {
    expect(lengthening).toBeGreaterThan(0.4);
  });

  test.for(states)("$name holds longer words in 200 pixels, and shows no word of its own in English", async (state) => {
    await inState(state, { language: "qps-ploc", width: 200 }, async (panel) => {
      await panel.screenshot(`${state.name}-translated-200`);
      await expect.poll(() => findOutside(panel)).toEqual([]);
      await panel.page.setViewportSize({ width: 380, height: 800 });
      const readEnglish = async () => {
        const said = await readAloud(panel);
        const data = wordsIn(panel.received);
        return said.filter((text) => [...wordsIn(text)].some((word) => !data.has(word) && !typedValues.has(word)));
      };
      await expect.poll(readEnglish).toEqual([]);
      await expect.poll(() => panel.page.locator("html").getAttribute("lang")).toBe("qps-ploc");
      await panel.screenshot(`${state.name}-translated`);
    });
  });

  test.for(states)("$name is mirrored where the language is written from right to left", async (state) => {
    await inState(state, { language: "ar", width: 320 }, async (panel) => {
      await panel.screenshot(`${state.name}-mirrored`);
      expect(await panel.page.evaluate(() => getComputedStyle(document.body).direction)).toBe("rtl");
      await expect.poll(() => findOutside(panel)).toEqual([]);
    });
  });
});
