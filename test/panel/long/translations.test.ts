/** The panels in the languages whose words are the longest and the shortest, as wide as a narrow side bar: nothing is cut off or outside. */
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { isTranslated, readTexts } from "../../../scripts/translations/languageFiles.ts";
import { panelTexts } from "../../../src/chat/texts/panelTexts.ts";
import { translateTexts } from "../../../src/chat/texts/translatedTexts.ts";
import { imageEditorTexts } from "../../../src/imageEditor/imageEditorTexts.ts";
import { comparisonTexts } from "../../../src/library/comparison/comparisonTexts.ts";
import { libraryTexts } from "../../../src/library/libraryTexts.ts";
import { requestFormTexts } from "../../../src/requestForm/requestFormTexts.ts";
import { sharedBrowser } from "../browser.ts";
import { compareWhile } from "../comparisonPage.ts";
import { fillWhile } from "../formPage.ts";
import { formStates } from "../formStates.ts";
import { editWhile } from "../imageEditorPage.ts";
import { imageEditorStates } from "../imageEditorStates.ts";
import { openWhile } from "../libraryInUse.ts";
import { libraryStates } from "../libraryStates.ts";
import { modelComparisonStates } from "../modelComparisonStates.ts";
import { openPanelPage } from "../panelPage.ts";
import { readMisfits } from "../readMisfits.ts";
import { findOutside } from "../readTexts.ts";
import { postService, states } from "../states.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const width = 258;

interface Shown {
  readonly page: Page;
  screenshot(name: string): Promise<void>;
}

/** States are entered in a usual size, in which every control that they use is shown. */
async function expectFit(panel: Shown, name: string): Promise<void> {
  await panel.page.setViewportSize({ width, height: 800 });
  await panel.screenshot(name);
  // A layout is settled at once: a longer wait would only delay the failure of each state.
  await expect.poll(async () => [...(await findOutside(panel)), ...(await readMisfits(panel.page))], { timeout: 5000 }).toEqual([]);
}

describe.each((["de", "ja"] as const).filter(isTranslated))("in %s", (language) => {
  const { bundle } = readTexts(language);
  const inLanguage = (texts: Readonly<Record<string, string>>) => ({
    language,
    texts: translateTexts(texts, (message) => bundle[message] ?? message),
  });

  test.for(states)("the chat fits: $name", async ({ name, enter }) => {
    const panel = await openPanelPage(browser, inLanguage(panelTexts));
    try {
      await postService(panel);
      await enter(panel);
      await expectFit(panel, `${name}-${language}`);
    } finally {
      await panel.close();
    }
  });

  test.for(libraryStates)("the library fits: $name", async ({ name, host = {}, state, enter }) => {
    await openWhile(browser, host, { state, ...inLanguage(libraryTexts) }, async (panel) => {
      await enter(panel);
      await expectFit(panel, `${name}-${language}`);
    });
  });

  test.for(modelComparisonStates)("the comparison fits: $name", async ({ name, enter, ...options }) => {
    await compareWhile(browser, { ...options, ...inLanguage(comparisonTexts) }, async (panel) => {
      await enter?.(panel);
      await expectFit(panel, `${name}-${language}`);
    });
  });

  test.for(formStates)("the form fits: $name", async ({ name, enter, ...options }) => {
    await fillWhile(browser, { ...options, ...inLanguage(requestFormTexts) }, async (panel) => {
      await enter?.(panel);
      await expectFit(panel, `${name}-${language}`);
    });
  });

  test.for(imageEditorStates)("the image editor fits: $name", async ({ name, enter, ...options }) => {
    await editWhile(browser, { ...options, ...inLanguage(imageEditorTexts) }, async (panel) => {
      await enter?.(panel);
      await expectFit(panel, `${name}-${language}`);
    });
  });
});

/** While no language is there, the file has no other test. */
test("English needs no translation", () => {
  expect(translateTexts(panelTexts, (message) => message)).toEqual(panelTexts);
});
