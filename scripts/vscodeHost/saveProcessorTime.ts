/** Saves processor time of a workbench that nobody looks at, in a browser without a graphics card. */
import type { BrowserContext } from "playwright-core";

/** The option `style` of a screenshot: makes the window visible while it is taken. @internal */
export const drawn = "html { opacity: 1 !important; }";

/**
 * - The window is transparent, so that the browser need not draw it; nothing else changes.
 * - The server's messages are read from the socket, not through a `Blob` that the browser's main process keeps for each.
 */
export async function saveProcessorTime(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    if (window !== window.top) return;
    const styles = new CSSStyleSheet();
    styles.replaceSync("html { opacity: 0; }");
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
