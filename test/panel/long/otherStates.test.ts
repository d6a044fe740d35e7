/** Checks the states of the panels beside the chat in all themes and widths, and takes screenshots. */
import type { Browser } from "playwright-core";
import { beforeAll, test } from "vitest";
import { sharedBrowser } from "../browser.ts";
import { checkEveryAppearance } from "../checkAppearance.ts";
import { compareWhile } from "../comparisonPage.ts";
import { fillWhile } from "../formPage.ts";
import { formStates } from "../formStates.ts";
import { editWhile } from "../imageEditorPage.ts";
import { imageEditorStates } from "../imageEditorStates.ts";
import { openWhile } from "../libraryInUse.ts";
import { libraryStates } from "../libraryStates.ts";
import { modelComparisonStates } from "../modelComparisonStates.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

test.for(libraryStates)("$name is accessible and fits", async ({ name, host = {}, state, enter }) => {
  await openWhile(browser, host, { state }, async (panel) => {
    await enter(panel);
    await checkEveryAppearance(panel, name);
  });
});

test.for(modelComparisonStates)("$name is accessible and fits", async ({ name, enter, ...options }) => {
  await compareWhile(browser, options, async (panel) => {
    await enter?.(panel);
    await checkEveryAppearance(panel, name);
  });
});

test.for(formStates)("$name is accessible and fits", async ({ name, enter, ...options }) => {
  await fillWhile(browser, options, async (panel) => {
    await enter?.(panel);
    await checkEveryAppearance(panel, name);
  });
});

test.for(imageEditorStates)("$name is accessible and fits", async ({ name, enter, ...options }) => {
  await editWhile(browser, options, async (panel) => {
    await enter?.(panel);
    await checkEveryAppearance(panel, name);
  });
});
