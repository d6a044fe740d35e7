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
  /** What the programs put on the clipboard beside a picture, as Chromium hands it over: Windows' HTML Format begins behind its header. */
  const excel = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name=Generator content="Microsoft Excel 15">
<style><!--table {mso-displayed-decimal-separator:"\\.";} .xl63 {mso-number-format:"\\@";}--></style></head><body link="#0563C1"><table border=0 cellpadding=0><!--StartFragment--><col width=64><tr height=20><td class=xl63>A</td><td align=right>1,5</td></tr><!--EndFragment--></table></body></html>`;
  const calc = `<!DOCTYPE html><html><head><meta name="generator" content="LibreOffice 24.8 (Linux)"/><style type="text/css">body,td { font-family:"Liberation Sans" }</style></head><body><table cellspacing="0" border="0"><colgroup width="85"></colgroup><tr><td align="left">A</td><td align="right" sdval="1.5" sdnum="1031;">1,5</td></tr></table></body></html>`;
  const sheets = `<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}--></style><table xmlns="http://www.w3.org/1999/xhtml" data-sheets-root="1"><tbody><tr><td data-sheets-value='{"1":2,"2":"A"}'>A</td></tr></tbody></table>`;
  const docs = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-size:11pt">A text</span></p></b>`;
  const writer = `<!DOCTYPE html><html><head><title></title><meta name="generator" content="LibreOffice 24.8 (Linux)"/></head><body lang="de-DE"><p>Ein Satz</p></body></html>`;
  const rtf = "{\\rtf1\\ansi A}";
  test.each<[string, Record<string, string>]>([
    ["cells of Excel", { "text/plain": "A\t1,5\r\n", "text/html": excel, "text/rtf": rtf }],
    [
      "cells of Excel for the web",
      { "text/plain": "A\t1,5", "text/html": `<div ccp_infra_version='3'><table><tr><td>A</td><td>1,5</td></tr></table></div>` },
    ],
    ["cells of LibreOffice Calc", { "text/plain": "A\t1,5\n", "text/html": calc, "text/rtf": rtf }],
    ["cells of Google Sheets", { "text/plain": "A", "text/html": sheets }],
    ["cells of Numbers, which writes no HTML", { "text/plain": "A\t1,5", "text/rtf": rtf }],
    ["one cell of Numbers with an address", { "text/plain": "https://a.example", "text/rtf": rtf }],
    ["one cell of Numbers with the name of its picture", { "text/plain": "image.png", "text/rtf": rtf }],
    ["a text of Google Docs", { "text/plain": "A text", "text/html": docs }],
    ["a text of LibreOffice Writer", { "text/plain": "Ein Satz", "text/html": writer, "text/rtf": rtf }],
    [
      "a text of Word with a picture in it",
      { "text/plain": "A\r\n", "text/html": word.replace("See", '<img src="file:///a.png">'), "text/rtf": rtf },
    ],
    ["the text of a shape in PowerPoint", { "text/plain": "Title", "text/html": "<html><body><div>Title</div></body></html>" }],
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
    [
      "an image that a browser copies, in a page with styles",
      { "text/plain": "https://a.example/a.png", "text/html": '<style>img { border: 0 }</style><img src="https://a.example/a.png">' },
      "image.png",
    ],
    [
      "a picture of Word",
      { "text/plain": "\r\n", "text/html": `<html><body><p class=MsoNormal><img src="file:///a.png"></p></body></html>`, "text/rtf": rtf },
      "image.png",
    ],
    ["a chart of Excel", { "text/html": `<html><body><img width=480 src="file:///clip_image001.png"></body></html>` }, "image.png"],
    ["a drawing of LibreOffice", { "text/html": "<html><head><title></title></head><body></body></html>" }, "image.png"],
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

  test("a small transparent part of a large image is not black in its JPEG", async () => {
    const data = await panel.page.evaluate(async () => {
      const context = new OffscreenCanvas(3000, 2000).getContext("2d");
      if (!context) return "";
      context.fillStyle = "white";
      context.fillRect(0, 0, 3000, 2000);
      context.clearRect(0, 0, 5, 5);
      for (let at = 0; at < 3000; at += 1) {
        context.fillStyle = `hsl(${(at * 53) % 360} 80% 60%)`;
        context.fillRect((at * 97) % 3000, 100 + ((at * 31) % 1900), 40, 9);
      }
      const bytes = new Uint8Array(await (await context.canvas.convertToBlob()).arrayBuffer());
      return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ""));
    });
    await panel.post({ type: "shrinkImage", id: "x", mediaType: "image/png", data, bytes: 60_000 });
    const smaller = await panel.waitFor("replaceAttachment");
    const [red = 0, green = 0, blue = 0, alpha = 0] = await readPixel(smaller.mediaType, smaller.data);
    expect(alpha === 0 || Math.min(red, green, blue) > 200).toBe(true);
  });

  /** One transparent pixel. */
  test.each([
    ["image/gif", "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"],
    ["image/webp", "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=="],
    [
      "image/png",
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQMAAAAl21bKAAAAA1BMVEUAAACnej3aAAAAAXRSTlMAQObYZgAAAApJREFUCNdjYAAAAAIAAeIhvDMAAAAASUVORK5CYII=",
    ],
  ])("the transparency of a scaled image in the format %s, also if it has a palette", async (mediaType, data) => {
    for (const isConverted of [false, true]) {
      panel.sent.splice(0);
      await panel.post({ type: "shrinkImage", id: mediaType, mediaType, data, bytes: 1000, isConverted });
      const smaller = await panel.waitFor("replaceAttachment");
      expect(smaller.mediaType).toBe(isConverted ? "image/png" : "image/webp");
      expect((await readPixel(smaller.mediaType, smaller.data)).at(3)).toBe(0);
    }
  });

  /** One colour, in 4 × 4 pixels. Of avifenc 0.11 and ImageMagick 6. */
  const samples = [
    [
      "image/avif",
      "AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAACEAAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAAAQAAAAEAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgSAAAAAAABNjb2xybmNseAABAA0AAIAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAACltZGF0EgAKCDgEfYQENACAMhMQAAAAD/o+6PAMepau9yns0C1A",
    ],
    ["image/bmp", "Qk1OAAAAAAAAAD4AAAAoAAAABAAAAAQAAAABAAEAAAAAABAAAAAAAAAAAAAAAAIAAAACAAAAQCDgAP///wAAAAAAAAAAAAAAAAAAAAAA"],
    [
      "image/x-icon",
      "AAABAAEABAQCAAEAAQBQAAAAFgAAACgAAAAEAAAACAAAAAEAAQAAAAAAEAAAAAAAAAAAAAAAAgAAAAIAAABAIOAA////AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    ],
  ] as const;
  const tiff =
    "SUkqAAwAAAAAAAAAEAAAAQMAAQAAAAQAAAABAQMAAQAAAAQAAAACAQMAAQAAAAEAAAADAQMAAQAAAAEAAAAGAQMAAQAAAAMAAAAKAQMAAQAAAAEAAAARAQQAAQAAAAgAAAASAQMAAQAAAAEAAAAVAQMAAQAAAAEAAAAWAQMAAQAAAAQAAAAXAQQAAQAAAAQAAAAcAQMAAQAAAAEAAAApAQMAAgAAAAAAAQA+AQUAAgAAAA4BAAA/AQUABgAAAN4AAABAAQMABgAAANIAAAAAAAAA4OD//yAg//9AQP//hetRAAAAgADD9agAAAAAAs3MTAAAAAABzcxMAAAAgADNzEwAAAAAAo/C9QAAAAAQNxqgAAAAAAIrhwoAAAAgAA==";
  const ask = { type: "shrinkImage", bytes: 10_000_000, isConverted: true } as const;

  test.each(samples)("an image that models do not read as PNG with the same colours: %s", async (mediaType, data) => {
    await panel.post({ ...ask, id: mediaType, mediaType, data });
    const converted = await panel.waitFor("replaceAttachment");
    expect([converted.id, converted.mediaType]).toEqual([mediaType, "image/png"]);
    const bytes = Buffer.from(converted.data, "base64");
    // The signature and the size. Source: PNG specification, "PNG signature" and "IHDR".
    expect(bytes.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([4, 4]);
    const [red = 0, green = 0, blue = 0, alpha] = await readPixel("image/png", converted.data);
    expect(Math.abs(red - 0xe0) + Math.abs(green - 0x20) + Math.abs(blue - 0x40)).toBeLessThan(8);
    expect(alpha).toBe(255);
  });

  test.each([
    ["image/heic", Buffer.from("\0\0\0\x18ftypheic").toString("base64")],
    ["image/tiff", tiff],
  ])("no image that the browser cannot decode, and says so: %s", async (mediaType, data) => {
    await panel.post({ ...ask, id: mediaType, mediaType, data });
    expect(await panel.waitFor("imageNotConverted")).toEqual({ type: "imageNotConverted", id: mediaType });
  });
});
