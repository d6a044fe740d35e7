/** Checks the states of the chat in all themes and widths, and takes screenshots. */
import type { Browser } from "playwright-core";
import { beforeAll, test } from "vitest";
import { sharedBrowser } from "../browser.ts";
import { checkEveryAppearance } from "../checkAppearance.ts";
import { openPanelPage } from "../panelPage.ts";
import { postService, states } from "../states.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

test.for(states)("$name of the chat is accessible and fits", async ({ name, enter }) => {
  const panel = await openPanelPage(browser, { width: 400 });
  try {
    await postService(panel);
    await enter(panel);
    await checkEveryAppearance(panel, name);
  } finally {
    await panel.page.close();
  }
});
