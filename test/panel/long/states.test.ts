/** Checks the states of the chat in all themes and widths, and takes screenshots. */
import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { sharedBrowser } from "../browser.ts";
import { checkEveryAppearance } from "../checkAppearance.ts";
import { openPanelPage } from "../panelPage.ts";
import { postService, states } from "../states.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

test.for(states)("$name of the chat is accessible, fits, and loads and runs nothing unexpected", async ({ name, enter }) => {
  const panel = await openPanelPage(browser, { width: 400 });
  try {
    await postService(panel);
    await enter(panel);
    expect(panel.violations).toEqual([]);
    await checkEveryAppearance(panel, name);
    expect(panel.strangeRequests).toEqual([]);
  } finally {
    await panel.close();
  }
});
