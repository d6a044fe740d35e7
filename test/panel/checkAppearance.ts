/** Checks that a state of a panel is accessible and fits. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { mainThemes, type Theme, themes } from "./panelPage.ts";
import { readViolations } from "./readViolations.ts";

interface Shown {
  readonly page: Page;
  setTheme(theme: Theme): Promise<void>;
  screenshot(name: string): Promise<void>;
}

interface Widths {
  /** CSS pixels. */
  main: number;
  others: readonly number[];
}

/** Of the regions of each panel, those that must not scroll sideways. */
const regions = {
  chat: ".transcript, .composer, .popover, .conversations ul, .find",
  library: ".library, .toolbar, .tools, .facets, .grid-region, .details, .compare, .compare-body, .panes, .slider, .fields-head",
  comparison: ".comparison, .toolbar, .enlarged-body, .head > *, .case, .facts",
  requestForm: ".request-form, .fields, .field, .footer",
  imageEditor: ".image-editor, .toolbar, .editor-body, .edit-form, .edit-results, .result-grid, .overlay, .slider",
};
export type Panel = keyof typeof regions;

/** The usual width of each panel. The others are those of a narrow side bar or editor and of a wide one. */
const widths: Record<Panel, Widths> = {
  chat: { main: 400, others: [200, 258, 1400] },
  library: { main: 480, others: [200, 1200] },
  comparison: { main: 1200, others: [320, 480] },
  requestForm: { main: 700, others: [258, 1400] },
  imageEditor: { main: 1000, others: [320, 600] },
};

/** In one width and two themes: `npm test` has no time for more. */
export async function checkAppearance(panel: Shown, of: Panel, name: string): Promise<void> {
  await checkIn(panel, of, name, widths[of].main, mainThemes);
}

/** In all widths and themes. Themes differ only in colours, so that one width suffices to check them. */
export async function checkEveryAppearance(panel: Shown, of: Panel, name: string): Promise<void> {
  await checkIn(panel, of, name, widths[of].main, themes);
  const others = process.env.SCREENSHOTS === undefined ? themes.slice(0, 1) : themes;
  for (const width of widths[of].others) await checkIn(panel, of, name, width, others);
}

async function checkIn(panel: Shown, of: Panel, name: string, width: number, shown: readonly Theme[]): Promise<void> {
  await panel.page.setViewportSize({ width, height: 800 });
  await expect.poll(() => readOverflow(panel.page, regions[of]), { message: `${name} in ${width} pixels` }).toEqual([]);
  for (const theme of shown) {
    await panel.setTheme(theme);
    await expect.poll(() => readViolations(panel.page), { message: `${name} in ${theme} and ${width} pixels` }).toEqual([]);
    await panel.screenshot(`${name}-${width}-${theme}`);
  }
}

/** The regions that scroll sideways. */
function readOverflow(page: Page, selector: string): Promise<string[]> {
  return page.evaluate(
    (found) =>
      [document.documentElement, ...document.querySelectorAll(found)]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map((element) => `${element.className || element.localName}: ${element.scrollWidth} in ${element.clientWidth}`),
    selector,
  );
}
