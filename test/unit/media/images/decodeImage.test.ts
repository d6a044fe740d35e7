/** Reads the size and the pixels of several image formats. */
import { readFileSync } from "node:fs";
import { encode as encodeJpeg } from "jpeg-js";
import { describe, expect, it } from "vitest";
import { dominantColours } from "../../../../src/demo/image/dominantColours.ts";
import { decodeImage } from "../../../../src/media/images/decodeImage.ts";
import { encodePng } from "../../../../src/media/images/encodePng.ts";
import { readImageHeader } from "../../../../src/media/images/readImageHeader.ts";
import { encodeImage, encodePattern, hasDecoder } from "../../demo/decoder.ts";
import { withOrientation } from "./withOrientation.ts";

/** Files and their pixels, by ImageMagick 6.9. */
const pngFixtures: Readonly<Record<string, { file: string; pixels: string }>> = JSON.parse(
  readFileSync(new URL("../../../fixtures/images/png.json", import.meta.url), "utf8"),
);
const bytes = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

describe("reading an image", () => {
  it.skipIf(!hasDecoder).each([
    ["png", "png"],
    ["mjpeg", "jpg"],
  ])("returns size and pixels of a %s written by ffmpeg (skipped without ffmpeg)", async (codec, format) => {
    const image = encodePattern(codec, "96x48");
    expect(readImageHeader(image)).toEqual({ format, width: 96, height: 48 });
    const pixels = await decodeImage(image);
    expect(pixels && dominantColours(pixels)).toMatchObject([{ code: expect.stringMatching(/^#f[de]0[01]0[01]$/), share: 1 }]);
  });

  it.skipIf(!hasDecoder).each([
    ["gif", "gif"],
    ["bmp", "bmp"],
  ])("returns the size of a %s (skipped without ffmpeg)", async (codec, format) => {
    const image = encodePattern(codec, "96x48");
    expect(readImageHeader(image)).toEqual({ format, width: 96, height: 48 });
    expect(await decodeImage(image)).toBeUndefined();
  });

  it("returns the size of each type of WebP", () => {
    const riff = (chunk: string) => bytes(`RIFF\0\0\0\0WEBP${chunk}`.padEnd(40, "\0"));
    expect(readImageHeader(riff("VP8X\0\0\0\0\0\0\0\0\x5f\0\0\x2f\0\0"))).toMatchObject({ format: "webp", width: 96, height: 48 });
    expect(readImageHeader(riff("VP8L\0\0\0\0\x2f\x5f\xc0\x0b\0"))).toMatchObject({ width: 96, height: 48 });
    expect(readImageHeader(riff("VP8 \0\0\0\0\0\0\0\x9d\x01\x2a\x60\0\x30\0"))).toMatchObject({ width: 96, height: 48 });
  });

  it.skipIf(!hasDecoder)("returns the pixels of a WebP written by ffmpeg, lossy and lossless (skipped without ffmpeg)", async () => {
    const data = Uint8Array.from({ length: 64 * 48 * 4 }, (_, at) => (at % 4 === 3 ? 255 : (at * 7 + Math.floor(at / 256) * 5) % 200));
    const png = encodePng({ width: 64, height: 48, channels: 4, data });
    expect(await decodeImage(encodeImage(png, "a.webp", "-lossless", "1"))).toEqual({ width: 64, height: 48, data });
    const lossy = await decodeImage(encodeImage(png, "a.webp", "-quality", "95"));
    expect(lossy).toMatchObject({ width: 64, height: 48 });
    const differences = lossy?.data.map((value, at) => Math.abs(value - (data[at] ?? 0)));
    expect((differences?.reduce((sum, value) => sum + value, 0) ?? 0) / data.length).toBeLessThan(40);
  });

  it("returns no pixels and no error for data that is not a WebP or is truncated", async () => {
    expect(await decodeImage(bytes(`RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\x5f\xc0\x0b\0`.padEnd(40, "\0")))).toBeUndefined();
  });

  it("reads every colour type of PNG that the writer supports", async () => {
    const rgb = encodePng({ width: 2, height: 1, channels: 3, data: Uint8Array.of(1, 2, 3, 250, 251, 252) });
    expect((await decodeImage(rgb))?.data).toEqual(Uint8Array.of(1, 2, 3, 255, 250, 251, 252, 255));
    const rgba = encodePng({ width: 1, height: 2, channels: 4, data: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8) });
    expect((await decodeImage(rgba))?.data).toEqual(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8));
  });

  it("returns no pixels and no error for a damaged or truncated file", async () => {
    const png = encodePng({ width: 40, height: 40, channels: 3, data: new Uint8Array(4800) });
    for (let length = 0; length < png.length - 24; length += 7) await decodeImage(png.slice(0, length));
    expect(await decodeImage(png.slice(0, 45))).toBeUndefined();
    const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, ...new Uint8Array(40));
    expect(await decodeImage(jpeg)).toBeUndefined();
  });

  it("does not decode a small file with a huge declared size", async () => {
    const png = encodePng({ width: 2, height: 1, channels: 3, data: new Uint8Array(6) });
    new DataView(png.buffer).setUint32(16, 200_000);
    new DataView(png.buffer).setUint32(20, 200_000);
    expect(await decodeImage(png)).toBeUndefined();
  });

  it("returns undefined for data that is not an image", async () => {
    const words = bytes("just some words, long enough to be looked at");
    expect(readImageHeader(words)).toBeUndefined();
    // A file of zeros starts like a TGA, which has no signature.
    expect(readImageHeader(new Uint8Array(300))).toBeUndefined();
    expect(readImageHeader(bytes("<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'/>"))).toBeUndefined();
    expect(await decodeImage(words)).toBeUndefined();
  });

  it.each(Object.entries(pngFixtures))("decodes PNG as ImageMagick does: %s", async (_, { file, pixels }) => {
    const image = await decodeImage(Buffer.from(file, "base64"));
    const expected = Buffer.from(pixels, "base64");
    expect(image?.data).toHaveLength(expected.length);
    // It rounds samples of 16 bits differently.
    for (const [index, value] of expected.entries()) expect(Math.abs(value - (image?.data[index] ?? -9))).toBeLessThanOrEqual(1);
  });

  it.each([
    ["stored as RGB, as Adobe's marker says", Buffer.from(rgbJpeg, "base64")],
    ["with arithmetic coding", Buffer.from(arithmeticJpeg, "base64")],
    ["with fill bytes before its markers", withFillBytes(Buffer.from(rgbJpeg, "base64"))],
  ])("decodes a JPEG %s", async (_, file) => {
    const { width, height, data } = (await decodeImage(file)) ?? {};
    expect([width, height]).toEqual([8, 8]);
    for (let at = 0; at < 8 * 8 * 4; at += 4)
      for (const [index, value] of [20, 20, 220].entries()) expect(Math.abs((data?.[at + index] ?? 999) - value)).toBeLessThan(3);
  });

  it("decodes a JPEG of four inks", async () => {
    const data = (await decodeImage(Buffer.from(cmykJpeg, "base64")))?.data ?? new Uint8Array();
    for (const [at, colour] of [
      [0, [255, 0, 0]],
      [(6 * 8 - 1) * 4, [0, 0, 255]],
    ] as const)
      for (const [index, value] of colour.entries()) expect(Math.abs((data[at + index] ?? 128) - value)).toBeLessThan(12);
  });

  it.each([
    // Where the corner with the red pixel is displayed. Source: TIFF 6.0, "Orientation".
    [1, 0, 0],
    [2, 1, 0],
    [3, 1, 1],
    [4, 0, 1],
    [5, 0, 0],
    [6, 1, 0],
    [7, 1, 1],
    [8, 0, 1],
  ])("turns a JPEG with orientation %i", async (orientation, x, y) => {
    const data = new Uint8Array(32 * 16 * 4).fill(255);
    for (let row = 0; row < 8; row += 1) for (let column = 0; column < 8; column += 1) data.set([220, 0, 0, 255], (row * 32 + column) * 4);
    const turned = await decodeImage(withOrientation(encodeJpeg({ width: 32, height: 16, data }, 95).data, orientation));
    const [width, height] = orientation < 5 ? [32, 16] : [16, 32];
    expect(turned).toMatchObject({ width, height });
    const greenAt = (column: number, row: number) => turned?.data[(row * width + column) * 4 + 1];
    for (const [column, row] of [
      [3, 3],
      [width - 4, 3],
      [3, height - 4],
      [width - 4, height - 4],
    ] as const)
      expect((greenAt(column, row) ?? 0) < 60).toBe((column > width / 2 ? 1 : 0) === x && (row > height / 2 ? 1 : 0) === y);
  });

  it("decodes the part of a truncated PNG that is there, if it is enough to see", async () => {
    const data = Uint8Array.from({ length: 64 * 64 * 3 }, (_, index) => (index * 7919) % 251);
    const png = encodePng({ width: 64, height: 64, channels: 3, data });
    const half = await decodeImage(png.slice(0, png.length * 0.6));
    expect(half).toMatchObject({ width: 64, height: 64 });
    expect([...(half?.data.subarray(0, 4) ?? [])]).toEqual([0, 7919 % 251, (2 * 7919) % 251, 255]);
    expect(half?.data.at(-1)).toBe(0);
    expect(await decodeImage(png.slice(0, png.length * 0.1))).toBeUndefined();
  });

  it("allocates nothing for a size that the data cannot have", async () => {
    const png = encodePng({ width: 1, height: 1, channels: 3, data: new Uint8Array(3) });
    new DataView(png.buffer).setUint32(20, 40_000_000);
    const before = process.memoryUsage().arrayBuffers;
    expect(await decodeImage(png)).toBeUndefined();
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000);
  });
});

/** Any marker may follow more bytes 0xff. Source: ITU-T T.81, B.1.1.2. */
function withFillBytes(jpeg: Buffer): Buffer {
  const parts: Buffer[] = [jpeg.subarray(0, 2)];
  for (let at = 2; at < jpeg.length; ) {
    const length = jpeg[at + 1] === 0xda ? jpeg.length - at : 2 + jpeg.readUInt16BE(at + 2);
    parts.push(Buffer.from([0xff, 0xff]), jpeg.subarray(at, at + length));
    at += length;
  }
  return Buffer.concat(parts);
}

/** 8 × 8 pixels of 20, 20, 220, written by cjpeg 2.1.5. */
const rgbJpeg =
  "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwADAgIDAgIDAwMDBAMDBAUIBQUEBAUKBwcGCAwKDAwLCgsLDQ4SEA0OEQ4LCxAWEBETFBUVFQwPFxgWFBgSFBUU/8AAEQgACAAIA1IRAEcRAEIRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/aAAwDUgBHAEIAAD8A/N+vzfr71r//2Q==";
const arithmeticJpeg =
  "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/yQARCAAIAAgDASIAAhEBAxEB/8wACgAQEAUBEBEF/9oADAMBAAIRAxEAPwD/AOVGpcNg0RD/2Q==";

/** 8 × 6 pixels from red to blue, in CMYK with Adobe's marker. Written by ImageMagick 6.9. */
const cmykJpeg =
  "/9j/7gAOQWRvYmUAZAAAAAAC/9sAQwACAQEBAQECAQEBAgICAgIEAwICAgIFBAQDBAYFBgYGBQYGBgcJCAYHCQcGBggLCAkKCgoKCgYICwwLCgwJCgoK/9sAQwECAgICAgIFAwMFCgcGBwoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoK/8AAFAgABgAIBAERAAIRAQMRAQQRAP/EABQAAQAAAAAAAAAAAAAAAAAAAAn/xAAeEAAABAcAAAAAAAAAAAAAAAAAAhjRAQYIV1iUpP/EABUBAQEAAAAAAAAAAAAAAAAAAAgJ/8QAHhEAAQIHAQAAAAAAAAAAAAAAAQAYBQdTVZGS0eH/2gAOBAEAAhEDEQQAAD8ARFIEy3OPrwYTZfbOSsMeohsHhFzOo4ljTLXJmJzHYf/Z";
