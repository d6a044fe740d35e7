/**
 * Pages that wait for their next panel. A new page costs several times what a navigation does: its process starts, and compiles the
 * panel's scripts anew.
 */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { newPanelContext } from "./panelServer.ts";

const contexts = new WeakMap<Browser, Promise<BrowserContext>>();
const waiting = new WeakMap<BrowserContext, Page[]>();
const receivers = new WeakMap<Page, (from: string, message: string) => void>();

/** What tests listen to; a page's own listeners are none of theirs. */
const events = ["console", "pageerror", "dialog", "request", "requestfinished", "requestfailed", "response", "popup", "framenavigated"];

declare global {
  interface Window {
    reportToTest(from: string, message: string): void;
  }
}

/** One for all pages of a browser, so that its cache has the panels' scripts. */
async function sharedContext(browser: Browser): Promise<BrowserContext> {
  const made = await contexts.get(browser);
  if (made !== undefined && browser.contexts().includes(made)) return made;
  const making = newPanelContext(browser);
  contexts.set(browser, making);
  return making;
}

/**
 * @param isAlone whether nothing of the page is used again: its clock is replaced, which is one for all pages of a context.
 * @param receive called with what the document `from` passes to `reportToTest`.
 */
export async function takePage(browser: Browser, isAlone: boolean, receive: (from: string, message: string) => void): Promise<Page> {
  const context = await (isAlone ? newPanelContext(browser) : sharedContext(browser));
  const found = waiting.get(context)?.pop();
  const page = found ?? (await context.newPage());
  receivers.set(page, receive);
  if (found === undefined)
    await page.exposeFunction("reportToTest", (from: string, message: string) => receivers.get(page)?.(from, message));
  return page;
}

/** Leaves a page to the next panel, without what a test has set. */
export async function returnPage(page: Page, isAlone: boolean): Promise<void> {
  receivers.delete(page);
  if (isAlone || page.isClosed()) {
    await page.close();
    return;
  }
  for (const event of events) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null });
  // Outside, so that nothing of the next panel is hovered over.
  await page.mouse.move(-10, -10);
  const context = page.context();
  waiting.set(context, [...(waiting.get(context) ?? []), page]);
}
