/** Checks that a state of a panel is accessible and fits. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { mainThemes, type Theme, themes } from "./documentPage.ts";
import { readMisfits } from "./readMisfits.ts";
import { colourRules, readViolations, scrollingRules } from "./readViolations.ts";

interface Shown {
  readonly page: Page;
  setTheme(theme: Theme): Promise<void>;
  screenshot(name: string): Promise<void>;
}

/** The usual width of each panel, in CSS pixels. */
const usualWidths = { chat: 400, library: 480, requestForm: 700 };
export type Panel = keyof typeof usualWidths;

interface Size {
  /** CSS pixels. */
  width: number;
  height: number;
  /** Of the window. */
  zoom: number;
}

/** A narrow side bar, a usual one, half an editor, and a whole window; a side bar of 387 pixels with a zoom of 150 %. */
const sizes: readonly Size[] = [
  ...[258, 300, 480, 1400].map((width) => ({ width, height: 800, zoom: 1 })),
  { width: 258, height: 533, zoom: 1.5 },
];

/** In one width and two themes: `npm test` has no time for more. */
export async function checkAppearance(panel: Shown, of: Panel, name: string): Promise<void> {
  await checkIn(panel, name, { width: usualWidths[of], height: 800, zoom: 1 }, { shown: mainThemes, rules: undefined });
}

/** In all sizes. A width shows what the narrowest or the widest one shows, so that only these have every theme and all rules. */
export async function checkEveryAppearance(panel: Shown, name: string): Promise<void> {
  const extremes = [258, 1400];
  for (const size of sizes) {
    const isExtreme = size.zoom === 1 && extremes.includes(size.width);
    const shown = isExtreme || process.env.SCREENSHOTS !== undefined ? themes : mainThemes.slice(0, 1);
    await checkIn(panel, name, size, { shown, rules: isExtreme ? undefined : scrollingRules });
  }
}

interface Check {
  shown: readonly Theme[];
  /** Of axe-core, in the first theme; undefined: all. */
  rules: readonly string[] | undefined;
}

async function checkIn(panel: Shown, name: string, { width, height, zoom }: Size, { shown, rules }: Check): Promise<void> {
  const { page } = panel;
  const size = `${width}${zoom === 1 ? "" : `-zoom${zoom * 100}`}`;
  await page.setViewportSize({ width, height });
  const zooming = zoom === 1 ? undefined : await page.context().newCDPSession(page);
  await zooming?.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: zoom, mobile: false });
  await expect.poll(() => readMisfits(page), { message: `${name} in ${size} pixels` }).toEqual([]);
  for (const [index, theme] of shown.entries()) {
    await panel.setTheme(theme);
    await expect
      .poll(() => readViolations(page, index === 0 ? rules : colourRules), { message: `${name} in ${theme} and ${size} pixels` })
      .toEqual([]);
    await panel.screenshot(`${name}-${size}-${theme}`);
  }
  await zooming?.detach();
}
