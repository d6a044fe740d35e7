/** Saves processor time of a workbench in a browser without a graphics card. */
import type { BrowserContext, Page } from "playwright-core";

/**
 * - The workbench's animations are off, as with the setting `workbench.reduceMotion` in part: a progress bar alone makes the browser draw
 *   the window sixty times a second. Webviews keep theirs.
 * - The server's messages are read from the socket, not through a `Blob` that the browser's main process keeps for each.
 * - The window is transparent, which the browser need not draw; nothing else changes. See `drawWindow`.
 */
export async function saveProcessorTime(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    if (window !== window.top) return;
    const styles = new CSSStyleSheet();
    styles.replaceSync("html { opacity: 0; } *, *::before, *::after { animation: none !important; transition: none !important; }");
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, styles];

    window.WebSocket = class extends WebSocket {
      constructor(...given: ConstructorParameters<typeof WebSocket>) {
        super(...given);
        this.binaryType = "arraybuffer";
      }
    };
    // The workbench passes each message to it.
    const read = FileReader.prototype.readAsArrayBuffer;
    FileReader.prototype.readAsArrayBuffer = function readAsArrayBuffer(data: Blob | ArrayBuffer) {
      if (data instanceof Blob) {
        read.call(this, data);
        return;
      }
      Object.defineProperty(this, "result", { value: data, configurable: true });
      queueMicrotask(() => this.dispatchEvent(new ProgressEvent("load")));
    };
  });
}

/** Makes a window visible, e.g. for a screenshot. @internal */
export async function drawWindow(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.style.setProperty("opacity", "1"));
}
