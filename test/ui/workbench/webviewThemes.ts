/** Shows a webview in other themes than the workbench, whose own change of theme takes a second. */
import type { Frame } from "playwright-core";
import type { Workbench } from "../workbench.ts";
import { type Theme, themes } from "./themes.ts";

/** What VS Code writes into the document of a webview: the theme's colours as CSS variables, and its name and kind. */
interface Appearance {
  style: string;
  className: string;
  data: Record<string, string | undefined>;
}

/** Changes the theme of the workbench and waits for the webview to get it. */
export async function switchTheme(workbench: Workbench, frame: Frame, theme: Theme): Promise<void> {
  await workbench.switchTheme(theme);
  await frame.waitForFunction((id) => document.body.dataset.vscodeThemeId === id, themes[theme].label);
}

/** The values that a webview gets in each theme of the workbench, read from a visible one. */
export async function readAppearances(workbench: Workbench, frame: Frame): Promise<Map<Theme, Appearance>> {
  const read = new Map<Theme, Appearance>();
  for (const theme of ["light", "highContrastDark", "highContrastLight", "dark"] as const) {
    await switchTheme(workbench, frame, theme);
    const appearance = await frame.evaluate(() => ({
      style: document.documentElement.style.cssText,
      className: document.body.className,
      data: { ...document.body.dataset },
    }));
    read.set(theme, appearance);
  }
  return read;
}

/** Gives a webview the values it would get if the workbench changed its theme. */
export async function applyAppearance(frame: Frame, appearance: Appearance | undefined): Promise<void> {
  if (appearance === undefined) throw new Error("Nothing was read for this theme.");
  await frame.evaluate(({ style, className, data }) => {
    document.documentElement.style.cssText = style;
    document.body.className = className;
    for (const [name, value] of Object.entries(data)) if (name.startsWith("vscode")) document.body.dataset[name] = value;
  }, appearance);
}
