/** What is pasted or dropped: texts with a picture of them, folders, transparent images, and formats that models do not read. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sharedBrowser } from "./browser.ts";
import { conversationOf } from "./conversations.ts";
import { openPanelPage, type PanelPage } from "./panelPage.ts";

describe("the panel takes", () => {
  let browser: Browser;
  let panel: PanelPage;
  beforeAll(async () => {
    browser = await sharedBrowser();
    panel = await openPanelPage(browser);
    await panel.show(conversationOf([]));
  });
  beforeEach(() => void panel.sent.splice(0));

  const input = () => panel.page.getByRole("textbox", { name: "Message" });
  /** Whether the page leaves the paste to the browser, which inserts the text. */
  const paste = (texts: Record<string, string>, file = "image.png") =>
    input().evaluate(
      (element, [data, name]) => {
        const transfer = new DataTransfer();
        for (const [type, text] of Object.entries(data)) transfer.setData(type, text);
        transfer.items.add(new File(["bytes"], name, { type: "image/png" }));
        return element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true, cancelable: true }));
      },
      [texts, file] as const,
    );

  const cells = "<html><body><table><tr><td>1</td><td>2</td></tr></table></body></html>";
  const word = '<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><p class=MsoNormal>See https://a.example</p></body></html>';
  test.each<[string, Record<string, string>]>([
    ["cells of a spreadsheet", { "text/plain": "1\t2\n", "text/html": cells }],
    ["one cell with an address", { "text/plain": "https://a.example", "text/html": "<table><td>https://a.example</td></table>" }],
    ["a paragraph of an Office program", { "text/plain": "See https://a.example", "text/html": word }],
    ["a text of a program without HTML", { "text/plain": "Revenue\t12" }],
  ])("the text of %s, not its picture", async (_, texts) => {
    expect(await paste(texts)).toBe(true);
    expect(panel.sent.filter(({ type }) => type === "attachData")).toEqual([]);
  });

  test.each<[string, Record<string, string>, string]>([
    [
      "an image that a browser copies",
      { "text/html": '<meta charset="utf-8"><img src="https://a.example/a.png" alt="A lamp">' },
      "image.png",
    ],
    [
      "an image that a browser copies with its address",
      { "text/plain": "https://a.example/a.png", "text/html": '<img src="https://a.example/a.png">' },
      "image.png",
    ],
    ["a file that a file manager copies with its name", { "text/plain": "lamp.png" }, "lamp.png"],
    ["a file that a file manager copies with its path", { "text/plain": "/pictures/lamp.png" }, "lamp.png"],
    ["a screenshot", {}, "image.png"],
  ])("%s", async (_, texts, name) => {
    expect(await paste(texts, name)).toBe(false);
    expect(await panel.waitFor("attachData")).toMatchObject({ name });
  });

  test("the other files of a drop with a folder, which it names", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "drop-"));
    await mkdir(path.join(folder, "docs"));
    for (const name of ["a.txt", "b.txt"]) await writeFile(path.join(folder, name), name);
    const files = ["a.txt", "docs", "b.txt"].map((name) => path.join(folder, name));
    const session = await panel.page.context().newCDPSession(panel.page);
    const data = { items: [], files, dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"] as const)
      await session.send("Input.dispatchDragEvent", { type, x: 100, y: 100, data });
    await panel.page.getByText("docs is a folder").waitFor();
    const attached = () => panel.sent.flatMap((message) => (message.type === "attachData" ? [message.name] : []));
    await expect.poll(attached).toEqual(["a.txt", "b.txt"]);
    await panel.screenshot("droppedFolder");
    expect(panel.violations).toEqual([]);
    await rm(folder, { recursive: true });
    await input().fill("x");
    await input().fill("");
  });

  /** The image's media type, and the colour and opacity of its first pixel. */
  const readPixel = (mediaType: string, data: string) =>
    panel.page.evaluate(
      async ([type, base64]) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const image = await createImageBitmap(new Blob([bytes], { type }));
        const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
        context?.drawImage(image, 0, 0);
        return [...(context?.getImageData(0, 0, 1, 1).data ?? [])];
      },
      [mediaType, data] as const,
    );

  /** An image with noise whose first pixel has this opacity. */
  const noise = (opacity: number) =>
    panel.page.evaluate(async (alpha) => {
      const canvas = new OffscreenCanvas(300, 300);
      const context = canvas.getContext("2d");
      for (let at = 0; at < 900; at += 1) {
        if (context) context.fillStyle = `hsl(${(at * 53) % 360} 80% 60%)`;
        context?.fillRect((at % 30) * 10, Math.floor(at / 30) * 10, 10, 10);
      }
      context?.clearRect(0, 0, 40, 40);
      if (context) context.fillStyle = `rgb(255 255 255 / ${alpha})`;
      context?.fillRect(0, 0, 40, 40);
      const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
      return btoa(String.fromCharCode(...bytes));
    }, opacity);

  test.each([
    ["an opaque image as JPEG", 1, "image/jpeg", 255],
    ["a transparent image with its transparency", 0, "image/webp", 0],
    ["a half transparent image with its transparency", 0.5, "image/webp", 127],
  ])("%s, scaled down", async (_, opacity, mediaType, alpha) => {
    await panel.post({ type: "shrinkImage", id: "x", mediaType: "image/png", data: await noise(opacity), bytes: 5000 });
    const smaller = await panel.waitFor("replaceAttachment");
    expect(smaller.mediaType).toBe(mediaType);
    const [red = 0, , , found = 0] = await readPixel(mediaType, smaller.data);
    expect(Math.abs(found - alpha)).toBeLessThan(12);
    if (alpha > 0) expect(red).toBeGreaterThan(200);
  });

  /** A bitmap of one white pixel. Source: BITMAPFILEHEADER, BITMAPINFOHEADER. */
  const bitmap = Buffer.from("Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAAATCwAAEwsAAAAAAAAAAAAA////AA==", "base64");

  test("a bitmap as PNG, and says which image it cannot convert", async () => {
    const ask = { type: "shrinkImage", bytes: 10_000_000, isConverted: true } as const;
    await panel.post({ ...ask, id: "bmp", mediaType: "image/bmp", data: bitmap.toString("base64") });
    const converted = await panel.waitFor("replaceAttachment");
    expect([converted.mediaType, await readPixel("image/png", converted.data)]).toEqual(["image/png", [255, 255, 255, 255]]);
    await panel.post({ ...ask, id: "heic", mediaType: "image/heic", data: Buffer.from("\0\0\0\x18ftypheic").toString("base64") });
    expect(await panel.waitFor("imageNotConverted")).toEqual({ type: "imageNotConverted", id: "heic" });
  });
});
