/** Tab alone reaches every control in every state of every panel, and the focus is visible. */
import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { sharedBrowser } from "../browser.ts";
import { compareWhile } from "../comparisonPage.ts";
import { type Theme, themes } from "../documentPage.ts";
import { fillWhile } from "../formPage.ts";
import { formStates } from "../formStates.ts";
import { editWhile } from "../imageEditorPage.ts";
import { imageEditorStates } from "../imageEditorStates.ts";
import { readFocus } from "../keys.ts";
import { openWhile } from "../libraryInUse.ts";
import { libraryStates } from "../libraryStates.ts";
import { modelComparisonStates } from "../modelComparisonStates.ts";
import { openPanelPage } from "../panelPage.ts";
import { postService, states } from "../states.ts";

/** More than any state has. */
const mostStops = 200;

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** Marks the focused element. `isNew` false: it was marked before, so that all stops have been visited. */
function markStop(page: Page): Promise<{ isNew: boolean; isOutside: boolean }> {
  return page.evaluate(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) return { isNew: true, isOutside: true };
    // The controls of a player are inside of it, and the browser marks them.
    const isOutside = activeElement.matches("audio, video");
    const isNew = !activeElement.hasAttribute("data-stop") || isOutside;
    activeElement.setAttribute("data-stop", "");
    return { isNew, isOutside };
  });
}

/** The controls that Tab has not visited, of an open dialog if there is one. Arrow keys move among the members of a list, a menu, a grid and a group of radio buttons. */
function readMissed(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...(document.querySelector("dialog:modal") ?? document).querySelectorAll<HTMLElement>(
        "button, a[href], input, select, textarea, summary, [tabindex='0']",
      ),
    ]
      .filter((control) => control.checkVisibility({ checkVisibilityCSS: true }) && !control.matches(":disabled, [type=radio]"))
      .filter((control) => control.tabIndex >= 0 && !control.hasAttribute("data-stop"))
      .map((control) => control.getAttribute("aria-label") ?? control.outerHTML.slice(0, 120)),
  );
}

async function checkStops({ page }: { page: Page }): Promise<void> {
  const unmarked: string[] = [];
  let isNew = true;
  for (let count = 0; count < mostStops && (isNew || (await readMissed(page)).length > 0); count += 1) {
    await page.keyboard.press("Tab");
    const { name, isMarked } = await readFocus({ page });
    const stop = await markStop(page);
    if (!isMarked && !stop.isOutside) unmarked.push(name);
    isNew = stop.isNew;
  }
  expect(unmarked).toEqual([]);
  expect(await readMissed(page)).toEqual([]);
}

/** The first state of each panel in all themes, and the others in one. */
function inThemes<State extends { name: string }>(all: readonly State[], first: string): (State & { theme: Theme })[] {
  return all.flatMap((state) => (state.name === first ? themes : themes.slice(0, 1)).map((theme) => ({ ...state, theme })));
}

test.for(inThemes(states, "rich"))("$name of the chat in $theme", async ({ enter, theme }) => {
  const panel = await openPanelPage(browser, { width: 400, theme });
  try {
    await postService(panel);
    await enter(panel);
    const hasTurns = panel.received.some((message) => message.type === "conversation" && message.conversation.turns.length > 0);
    if (hasTurns) await panel.page.locator("article.turn, .conversations").first().waitFor();
    await checkStops(panel);
  } finally {
    await panel.close();
  }
});

test.for(inThemes(libraryStates, "libraryDetails"))("$name in $theme", async ({ host = {}, state, enter, theme }) => {
  await openWhile(browser, host, { state, theme }, async (panel) => {
    await enter(panel);
    await checkStops(panel);
  });
});

test.for(inThemes(modelComparisonStates, "modelComparison"))("$name in $theme", async ({ enter, ...options }) => {
  await compareWhile(browser, options, async (panel) => {
    await enter?.(panel);
    await checkStops(panel);
  });
});

test.for(inThemes(formStates, "form"))("$name in $theme", async ({ enter, ...options }) => {
  await fillWhile(browser, options, async (panel) => {
    await enter?.(panel);
    await checkStops(panel);
  });
});

test.for(inThemes(imageEditorStates, "imageEditor"))("$name in $theme", async ({ enter, ...options }) => {
  await editWhile(browser, options, async (panel) => {
    await enter?.(panel);
    await checkStops(panel);
  });
});
