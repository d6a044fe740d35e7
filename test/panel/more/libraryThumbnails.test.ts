/** Images are scaled once: the next time, the library shows the stored thumbnails. */
import h264 from "h264-mp4-encoder";
import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { findFormat } from "../../../src/contract/fileFormats.ts";
import { largestThumbnail } from "../../../src/library/libraryProtocol.ts";
import { decodeImage } from "../../../src/media/images/decodeImage.ts";
import { encodePng } from "../../../src/media/images/encodePng.ts";
import { sharedBrowser } from "../browser.ts";
import { firstCell, openWhile } from "../libraryInUse.ts";
import { entryAt, type LibraryHost, type LibraryPage } from "../libraryPage.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const [width, height] = [1000, 600];
/** Contains noise, like a photograph, so that the file is not small. */
const pixels = Uint8Array.from({ length: width * height * 3 }, (_, at) => ((at / 3) % width) / 8 + ((at * 2_654_435_761) % 97) / 8);
const data = new Uint8Array(encodePng({ width, height, channels: 3, data: pixels }));

const image = (over: object = {}): Partial<LibraryHost> => ({
  total: 3,
  entry: (index) => ({ ...entryAt(0), number: index + 1, size: data.length, ...over }),
  instead: {
    readContent: () => ({ data }),
  },
});

const sourcesOf = (panel: LibraryPage) =>
  panel.page.locator(".cell img").evaluateAll((images) => images.map((one) => one.getAttribute("src")));
const keptBy = (panel: LibraryPage) => panel.sent.flatMap((message) => (message.type === "keepThumbnail" ? [message.number] : []));
const thumbnail = (number: number) => `http://panel.test/images/small-${number}.png`;

test("a thumbnail of each image is created and sent to the host once", async () => {
  let total = 3;
  const { entry = entryAt, instead } = image();
  const find = () => ({ total, results: total, entries: Array.from({ length: total }, (_, index) => entry(index)), isTrusted: true });
  await openWhile(browser, { entry, instead: { ...instead, find } }, {}, async (panel) => {
    await firstCell(panel);
    await expect.poll(() => keptBy(panel).toSorted()).toEqual([1, 2, 3]);
    const { data: bytes } = await panel.waitFor("keepThumbnail");
    expect(findFormat(bytes)?.mediaType).toBe("image/webp");
    expect(bytes.length).toBeLessThan(Math.min(largestThumbnail, data.length / 2));
    // Another query draws all of them again, one after the other: when the last one is scaled, the others have been decided.
    total = 4;
    await panel.page.getByRole("button", { name: panel.say("stack") }).click();
    await expect.poll(() => keptBy(panel).slice(3)).toEqual([4]);
  });
});

test("stored thumbnails are shown without reading the files", async () => {
  const kept = image();
  const entry: LibraryHost["entry"] = (index) => ({ ...entryAt(0), number: index + 1, size: data.length, thumbnail: thumbnail(index + 1) });
  await openWhile(browser, { ...kept, entry }, {}, async (panel) => {
    await firstCell(panel);
    await expect.poll(() => sourcesOf(panel)).toEqual([1, 2, 3].map(thumbnail));
    await expect
      .poll(() =>
        panel.page.locator(".cell img").evaluateAll((images) => images.every((one) => one instanceof HTMLImageElement && one.complete)),
      )
      .toBe(true);
    const loaded = await panel.page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    expect(loaded.filter((name) => name.includes("/images/") && !name.includes("small"))).toEqual([]);
    expect(panel.sent.filter(({ type }) => type === "readContent" || type === "keepThumbnail")).toEqual([]);
  });
});

test("the file is shown if its thumbnail no longer exists", async () => {
  await openWhile(browser, image({ thumbnail: "data:image/png;base64,AAAA" }), {}, async (panel) => {
    await firstCell(panel);
    await expect.poll(async () => new Set(await sourcesOf(panel))).toEqual(new Set(["http://panel.test/images/0.png"]));
  });
});

test("no thumbnails are created for small files, animated images and changed files", async () => {
  const over = [{ size: 2000 }, { mediaType: "image/gif" }, { size: data.length + 1 }, {}];
  const host = image();
  const entry: LibraryHost["entry"] = (index) => ({ ...entryAt(0), number: index + 1, size: data.length, ...over[index] });
  await openWhile(browser, { ...host, total: over.length, entry }, {}, async (panel) => {
    await firstCell(panel);
    await expect.poll(() => keptBy(panel)).toEqual([4]);
  });
});

/** Half a second of a wide video that is red at its left end, green at its right one and blue in between. */
async function wideVideo(): Promise<Uint8Array<ArrayBuffer>> {
  const [wide, high, end] = [640, 160, 64];
  const frame = Uint8Array.from({ length: wide * high * 4 }, (_, at) => {
    const x = (at >> 2) % wide;
    return [x < end, x >= wide - end, x >= end && x < wide - end, true][at % 4] ? 255 : 0;
  });
  const encoder = await h264.createH264MP4Encoder();
  Object.assign(encoder, { width: wide, height: high, frameRate: 12 });
  encoder.initialize();
  for (let count = 0; count < 6; count += 1) encoder.addFrameRgba(frame);
  encoder.finalize();
  return new Uint8Array(encoder.FS.readFile(encoder.outputFilename));
}

test("a cell shows the whole width of a video, and nothing else in its place", async () => {
  const video = await wideVideo();
  const entry: LibraryHost["entry"] = () => ({
    ...entryAt(2),
    number: 1,
    size: video.length,
    source: "content",
  });
  const readContent = () => ({ data: video });
  await openWhile(browser, { total: 1, entry, instead: { readContent } }, {}, async (panel) => {
    await firstCell(panel);
    await panel.page.locator(".cell .preview").hover();
    const shown = panel.page.locator(".cell video");
    const readRow = async () => {
      const raster = await decodeImage(await shown.screenshot());
      if (raster === undefined) throw new Error("The screenshot cannot be decoded.");
      const middle = Math.floor(raster.height / 2) * raster.width;
      return Array.from({ length: raster.width }, (_, x) => {
        const [red = 0, green = 0, blue = 0] = raster.data.subarray((middle + x) * 4, (middle + x) * 4 + 3);
        return red > 180 && blue < 90 ? "r" : green > 180 && blue < 90 ? "g" : blue > 180 && red < 90 ? "b" : "";
      });
    };
    await expect.poll(async () => (await readRow()).join("").replace(/(.)\1+/g, "$1")).toBe("rbg");
    // One tenth of the width at each end.
    const row = await readRow();
    for (const colour of ["r", "g"]) expect(row.filter((one) => one === colour).length / row.length).toBeCloseTo(0.1, 1);
  });
});
