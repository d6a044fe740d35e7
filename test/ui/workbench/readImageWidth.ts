import type { Locator } from "playwright-core";

/** Milliseconds until the image is shown; after that, the caller looks for another one. */
const patience = 5000;

/** Width of the file in pixels, once the browser has loaded it. */
export function readImageWidth(image: Locator): Promise<number> {
  const read = async (element: Node) => {
    if (!(element instanceof HTMLImageElement)) throw new TypeError("This is no image.");
    await element.decode();
    return element.naturalWidth;
  };
  return image.evaluate(read, undefined, { timeout: patience });
}
