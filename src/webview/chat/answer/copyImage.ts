/** Writes an image of an answer to the clipboard, as PNG, because browsers accept no other format there. */
import type { Panel } from "../panel.ts";

async function toPng(address: string): Promise<Blob> {
  const image = new Image();
  // VS Code serves the files from another origin, with CORS headers that allow all origins.
  image.crossOrigin = "anonymous";
  image.src = address;
  await image.decode();
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return canvas.convertToBlob({ type: "image/png" });
}

/** Milliseconds to wait for the focus to return from VS Code's menu. */
const focusComes = 1000;

/** Browsers allow only the focused page to write to the clipboard. */
async function untilFocused(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  window.addEventListener("focus", () => resolve(), { once: true });
  setTimeout(resolve, focusComes);
  window.focus();
  await promise;
}

/**
 * Returns false if that was refused; the host then offers alternatives. Some browsers allow it only right after a click, so the item gets a
 * promise for the image.
 */
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
