import type { Locator } from "playwright-core";

/** Milliseconds until the image is there; whoever waits looks for another one then. */
const patience = 5000;

/** Pixels of the file, once the browser has read it. */
export function readImageWidth(image: Locator): Promise<number> {
  const read = async (element: Node) => {
    if (!(element instanceof HTMLImageElement)) throw new TypeError("This is no image.");
    await element.decode();
    return element.naturalWidth;
  };
  return image.evaluate(read, undefined, { timeout: patience });
}
