import type { BrowserContext } from "playwright-core";

/**
 * Turns off the workbench's animations, as the setting `workbench.reduceMotion` does in part: a progress bar alone makes a browser without
 * a graphics card draw the window sixty times a second. Webviews keep theirs.
 */
export async function stopAnimations(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    if (window !== window.top) return;
    const styles = new CSSStyleSheet();
    styles.replaceSync("*, *::before, *::after { animation: none !important; transition: none !important; }");
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, styles];
  });
}
