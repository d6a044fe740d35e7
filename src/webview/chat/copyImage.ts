/** Writes an image of an answer to the clipboard, as PNG: browsers take no other format there. */
import type { Panel } from "./panel.ts";

async function toPng(address: string): Promise<Blob> {
  const image = new Image();
  // VS Code serves the files from another origin, and allows every origin to read them.
  image.crossOrigin = "anonymous";
  image.src = address;
  await image.decode();
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return canvas.convertToBlob({ type: "image/png" });
}

/** Milliseconds in which the focus comes back from the menu of VS Code. */
const focusComes = 1000;

/** Browsers let only the page that has the focus write to the clipboard. */
async function untilFocused(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  window.addEventListener("focus", () => resolve(), { once: true });
  setTimeout(resolve, focusComes);
  window.focus();
  await promise;
}

/** false: it was refused, and the host offers what works everywhere. Some browsers allow it only at once after a click, so the image is drawn later. */
export async function copyImage(file: string, { store, host }: Panel): Promise<boolean> {
  try {
    if (!document.hasFocus()) await untilFocused();
    await navigator.clipboard.write([new ClipboardItem({ "image/png": toPng(`${store.state.imageFolder}/${file}`) })]);
    return true;
  } catch {
    host.post({ type: "imageNotCopied", file });
    return false;
  }
}
