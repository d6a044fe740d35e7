/** The image editor's results: how they are compared with the image, and what each decision about them does. */
import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { sharedBrowser } from "../browser.ts";
import { button, drag, editWhile, generateWith, resultOf, sentMask } from "../imageEditorPage.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

describe("the results", () => {
  test("of one show all of it first, wherever the change is, and are compared with the image", async () => {
    await editWhile(browser, {}, async (panel) => {
      await generateWith(panel, { results: [resultOf(1)] });
      await panel.page.getByRole("slider", { name: panel.say("swipeSlider") }).waitFor();
      expect(await panel.page.locator(".layer").nth(1).getAttribute("style")).toContain(" 0%)");
      await panel.page.getByRole("slider", { name: panel.say("swipeSlider") }).fill("20");
      expect(await panel.page.locator(".divider").evaluate((element) => (element as HTMLElement).style.left)).toBe("20%");
    });
  });

  const decisions = [
    ["replaces the image", "replace", { type: "replace", position: 0 }],
    ["is discarded", "discard", { type: "discard", position: 0 }],
    ["is edited further", "editResult", { type: "editResult", position: 0 }],
    ["is kept beside the image", "keepBeside", { type: "keep" }],
    ["is left as it is saved", "done", { type: "done" }],
  ] as const;
  test.for(decisions)("of one %s when the user decides so", async ([, name, sent]) => {
    await editWhile(browser, {}, async (panel) => {
      await generateWith(panel, { results: [resultOf(1)] });
      await button(panel, panel.say(name, name === "replace" ? "harbour.png" : 1)).click();
      expect(await panel.waitFor(sent.type)).toEqual(sent);
    });
  });

  test("in another format cannot replace the image, and say so", async () => {
    await editWhile(browser, {}, async (panel) => {
      await generateWith(panel, { results: [{ ...resultOf(1), canReplace: false }] });
      await panel.page.getByText(panel.say("otherFormat", "harbour.png")).waitFor();
      expect(await button(panel, panel.say("replace", "harbour.png")).count()).toBe(0);
    });
  });

  test("that were decided on are not shown any more, and what was done is said", async () => {
    await editWhile(browser, {}, async (panel) => {
      await drag(panel, [100, 100], [200, 100]);
      await generateWith(panel, { results: [1, 2].map(resultOf) });
      panel.host.discard = () => ({ note: "harbour-edit-1.png is discarded.", left: [resultOf(2)], isReplaced: false });
      await button(panel, `${panel.say("discard")}: harbour-edit-1.png`).click();
      await panel.page.getByText("harbour-edit-1.png is discarded.").waitFor();
      await panel.page.getByRole("slider").waitFor();
      panel.host.replace = () => ({ note: "harbour.png is replaced.", left: [], isReplaced: true });
      await button(panel, panel.say("replace", "harbour.png")).click();
      await panel.page.getByText("harbour.png is replaced.", { exact: true }).waitFor();
      // What was painted belongs to the image before.
      expect(await sentMask(panel, [[150, 100]])).toBeUndefined();
    });
  });

  test("of several are a grid, each compared on its own, from which the user goes back to the mask", async () => {
    await editWhile(browser, {}, async (panel) => {
      await drag(panel, [100, 100], [200, 100]);
      await generateWith(panel, { results: [1, 2, 3, 4].map(resultOf) });
      await button(panel, panel.say("compareThis", "harbour-edit-3.png")).click();
      await panel.page.getByText("harbour-edit-3.png", { exact: true }).first().waitFor();
      await button(panel, panel.say("results", 4)).click();
      await button(panel, `${panel.say("replace", "harbour.png")}: harbour-edit-4.png`).click();
      expect(await panel.waitFor("replace")).toEqual({ type: "replace", position: 3 });
      await button(panel, panel.say("back")).click();
      expect(await sentMask(panel, [[150, 100]])).toEqual([255]);
    });
  });
});
