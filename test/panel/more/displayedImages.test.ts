/** Images are decoded as Chromium displays them: their size, their orientation and their colours. So are thumbnails, and masks have that size. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { displayedSize } from "../../../src/contract/imageSize.ts";
import { decodeImage } from "../../../src/media/images/decodeImage.ts";
import { encodePng } from "../../../src/media/images/encodePng.ts";
import { makeThumbnail } from "../../../src/media/images/makeThumbnail.ts";
import { findFaultOfFiles } from "../../../src/media/images/maskFault.ts";
import { readImageHeader } from "../../../src/media/images/readImageHeader.ts";
import { insertChunk, pngChunk } from "../../unit/media/images/pngChunk.ts";
import { exifWithOrientation, withOrientation } from "../../unit/media/images/withOrientation.ts";
import { sharedBrowser } from "../browser.ts";

const [width, height] = [96, 48];
/** Red, green, blue and yellow quarters. */
const colours = [
  [220, 20, 20],
  [20, 180, 20],
  [20, 20, 220],
  [220, 200, 20],
] as const;
const pixels = Uint8Array.from({ length: width * height * 3 }, (_, at) => {
  const pixel = Math.floor(at / 3);
  const quarter = (pixel % width < width / 2 ? 0 : 1) + (pixel < (width * height) / 2 ? 0 : 2);
  return colours[quarter]?.[at % 3] ?? 0;
});
const png = encodePng({ width, height, channels: 3, data: pixels });
const ppm = Buffer.concat([Buffer.from(`P6\n${width} ${height}\n255\n`), pixels]);

const folder = mkdtempSync(path.join(tmpdir(), "generation-studio-"));
const has = (program: string) => spawnSync(program, ["-version"]).error === undefined;

/** @param args `in` and `out` stand for the files. */
function make(program: string, input: Uint8Array, ending: string, args: readonly string[]): Uint8Array {
  const [from, to] = [path.join(folder, "in"), path.join(folder, `out.${ending}`)];
  const named = program === "exiftool" ? `${from}.${ending}` : ending === "jpg" ? from : `${from}.png`;
  rmSync(to, { force: true });
  writeFileSync(named, input);
  execFileSync(
    program,
    args.map((arg) => (arg === "in" ? named : arg === "out" ? to : arg)),
    { stdio: "ignore" },
  );
  return readFileSync(to);
}

const jpeg = (...args: string[]) => make("cjpeg", ppm, "jpg", ["-quality", "95", ...args, "-outfile", "out", "in"]);
const avif = (...args: string[]) => make("avifenc", png, "avif", ["-s", "9", "--min", "0", "--max", "5", ...args, "in", "out"]);
const webp = (...args: string[]) => make("cwebp", png, "webp", ["-quiet", ...args, "in", "-o", "out"]);

const withoutAdobe = (file: Uint8Array) => {
  const bytes = Buffer.from(file);
  const at = bytes.indexOf("Adobe") - 4;
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 16)]);
};
const withFill = (file: Uint8Array) => {
  const bytes = Buffer.from(file);
  const at = bytes.indexOf(Buffer.from([0xff, 0xdb]));
  return Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff, 0xff, 0xff]), bytes.subarray(at)]);
};
const exif = (orientation: number) => pngChunk("eXIf", exifWithOrientation(orientation));

interface Row {
  name: string;
  program?: "avifenc" | "cjpeg" | "cwebp" | "exiftool";
  file(): Uint8Array;
}

const rows: Row[] = [
  { name: "JPEG", program: "cjpeg", file: () => jpeg() },
  { name: "progressive JPEG", program: "cjpeg", file: () => jpeg("-progressive") },
  { name: "grey JPEG", program: "cjpeg", file: () => jpeg("-grayscale") },
  { name: "JPEG of RGB with Adobe's marker", program: "cjpeg", file: () => jpeg("-rgb") },
  { name: "JPEG of RGB without Adobe's marker", program: "cjpeg", file: () => withoutAdobe(jpeg("-rgb")) },
  { name: "JPEG with arithmetic coding", program: "cjpeg", file: () => jpeg("-arithmetic") },
  { name: "JPEG with fill bytes", program: "cjpeg", file: () => withFill(jpeg()) },
  ...[1, 2, 3, 4, 5, 6, 7, 8].flatMap((orientation): Row[] => [
    { name: `JPEG with orientation ${orientation}`, program: "cjpeg", file: () => withOrientation(jpeg(), orientation) },
    { name: `PNG with orientation ${orientation}`, file: () => insertChunk(png, "IDAT", exif(orientation)) },
    { name: `WebP with orientation ${orientation}`, program: "cwebp", file: () => withExif(webp("-q", "95"), orientation) },
    { name: `AVIF with orientation ${orientation} in its Exif`, program: "exiftool", file: () => turned(avif(), "avif", orientation) },
  ]),
  { name: "PNG with an orientation behind its pixels", file: () => insertChunk(png, "IEND", exif(6)) },
  { name: "WebP", program: "cwebp", file: () => webp("-q", "95") },
  { name: "lossless WebP", program: "cwebp", file: () => webp("-lossless") },
  ...["0", "1", "2", "3"].flatMap((angle): Row[] => [
    { name: `AVIF with irot ${angle}`, program: "avifenc", file: () => avif("--irot", angle) },
    { name: `AVIF with irot ${angle} and imir 0`, program: "avifenc", file: () => avif("--irot", angle, "--imir", "0") },
    { name: `AVIF with irot ${angle} and imir 1`, program: "avifenc", file: () => avif("--irot", angle, "--imir", "1") },
  ]),
  { name: "AVIF of 10 bits", program: "avifenc", file: () => avif("-d", "10") },
];

/** A simple WebP as an extended one with Exif. Source: RFC 9649, 2.7. */
function withExif(file: Uint8Array, orientation: number): Uint8Array {
  const chunk = (type: string, content: Uint8Array) => {
    const head = Buffer.from(`${type}\0\0\0\0`);
    head.writeUInt32LE(content.length, 4);
    return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
  };
  const extended = Buffer.from([8, 0, 0, 0, width - 1, 0, 0, height - 1, 0, 0]);
  const parts = [Buffer.from("WEBP"), chunk("VP8X", extended), file.subarray(12), chunk("EXIF", exifWithOrientation(orientation))];
  return chunk("RIFF", Buffer.concat(parts));
}

function turned(file: Uint8Array, ending: string, orientation: number): Uint8Array {
  return make("exiftool", file, ending, ["-o", "out", "-n", `-Orientation=${orientation}`, "in"]);
}

describe("an image is decoded as Chromium displays it", () => {
  let page: Page;

  beforeAll(async () => {
    page = await (await sharedBrowser()).newPage();
  }, 60_000);

  afterAll(async () => {
    await page.close();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const { name, program, file } of rows)
    it.skipIf(program !== undefined && !has(program))(
      `${name}${program === undefined ? "" : ` (skipped without ${program})`}`,
      async () => {
        const bytes = file();
        const shown = await page.evaluate(show, Buffer.from(bytes).toString("base64"));
        const header = readImageHeader(bytes);
        expect(header && displayedSize(header)).toEqual({ width: shown.width, height: shown.height });
        const thumbnail = await makeThumbnail(bytes, 100_000);
        const mask = encodePng({ width: shown.width, height: shown.height, channels: 3, data: new Uint8Array(pixels.length) });
        expect(findFaultOfFiles(bytes, mask)).toBeUndefined();
        for (const image of [await decodeImage(bytes), thumbnail && (await decodeImage(thumbnail.bytes))]) {
          expect(image).toMatchObject({ width: shown.width, height: shown.height });
          for (const [index, { x, y, colour }] of shown.corners.entries())
            for (const [part, value] of colour.entries()) {
              const ours = image?.data[(y * shown.width + x) * 4 + part] ?? -99;
              expect(Math.abs(ours - value), `corner ${index}: ${ours} instead of ${value}`).toBeLessThan(10);
            }
        }
      },
    );
});

/** In the browser: the size of a file, and the colours near its corners. */
async function show(base64: string) {
  const image = new Image();
  const type = base64.startsWith("iVBO") ? "png" : base64.startsWith("/9j") ? "jpeg" : base64.startsWith("UklG") ? "webp" : "avif";
  image.src = `data:image/${type};base64,${base64}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  const { naturalWidth, naturalHeight } = image;
  Object.assign(canvas, { width: naturalWidth, height: naturalHeight });
  const context = canvas.getContext("2d");
  context?.drawImage(image, 0, 0);
  const corners = [0.2, 0.8].flatMap((across) =>
    [0.2, 0.8].map((down) => {
      const [x, y] = [Math.floor(naturalWidth * across), Math.floor(naturalHeight * down)];
      return { x, y, colour: [...(context?.getImageData(x, y, 1, 1).data.subarray(0, 3) ?? [])] };
    }),
  );
  return { width: naturalWidth, height: naturalHeight, corners };
}
