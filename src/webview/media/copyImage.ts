/** Writes an image to the clipboard, as PNG, because browsers accept no other format there. */

async function toPng(source: string | Blob): Promise<Blob> {
  if (typeof source === "string") return drawPng(source);
  const address = URL.createObjectURL(source);
  try {
    return await drawPng(address);
  } finally {
    URL.revokeObjectURL(address);
  }
}

async function drawPng(address: string): Promise<Blob> {
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
 * `source`: the image, or its address. Returns false if that was refused, and calls `refused`, with which the host offers
 * something else. Some browsers allow it only right after a click, so the item gets a promise for the image.
 */
export async function copyImage(source: string | Promise<string | Blob>, refused: () => void): Promise<boolean> {
  try {
    if (!document.hasFocus()) await untilFocused();
    await navigator.clipboard.write([new ClipboardItem({ "image/png": Promise.resolve(source).then(toPng) })]);
    return true;
  } catch {
    refused();
    return false;
  }
}
