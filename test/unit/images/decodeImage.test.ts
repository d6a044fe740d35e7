/** Reads the size and the pixels of several image formats. */
import { describe, expect, it } from "vitest";
import { dominantColours } from "../../../src/demo/image/dominantColours.ts";
import { decodeImage } from "../../../src/images/decodeImage.ts";
import { decodeWebp } from "../../../src/images/decodeWebp.ts";
import { encodePng } from "../../../src/images/encodePng.ts";
import { readImageHeader } from "../../../src/images/readImageHeader.ts";
import { encodeImage, encodePattern, hasDecoder } from "../demo/decoder.ts";

const bytes = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

describe("reading an image", () => {
  it.skipIf(!hasDecoder).each([
    ["png", "png"],
    ["mjpeg", "jpg"],
  ])("returns size and pixels of a %s written by ffmpeg (skipped without ffmpeg)", (codec, format) => {
    const image = encodePattern(codec, "96x48");
    expect(readImageHeader(image)).toEqual({ format, width: 96, height: 48 });
    const pixels = decodeImage(image);
    expect(pixels && dominantColours(pixels)[0]).toMatchObject({ name: "red", share: 1 });
  });

  it.skipIf(!hasDecoder).each([
    ["gif", "gif"],
    ["bmp", "bmp"],
  ])("returns the size of a %s (skipped without ffmpeg)", (codec, format) => {
    const image = encodePattern(codec, "96x48");
    expect(readImageHeader(image)).toEqual({ format, width: 96, height: 48 });
    expect(decodeImage(image)).toBeUndefined();
  });

  it("returns the size of each type of WebP", () => {
    const riff = (chunk: string) => bytes(`RIFF\0\0\0\0WEBP${chunk}`.padEnd(40, "\0"));
    expect(readImageHeader(riff("VP8X\0\0\0\0\0\0\0\0\x5f\0\0\x2f\0\0"))).toMatchObject({ format: "webp", width: 96, height: 48 });
    expect(readImageHeader(riff("VP8L\0\0\0\0\x2f\x5f\xc0\x0b\0"))).toMatchObject({ width: 96, height: 48 });
    expect(readImageHeader(riff("VP8 \0\0\0\0\0\0\0\x9d\x01\x2a\x60\0\x30\0"))).toMatchObject({ width: 96, height: 48 });
  });

  it.skipIf(!hasDecoder)("returns the pixels of a WebP written by ffmpeg, lossy and lossless (skipped without ffmpeg)", () => {
    const data = Uint8Array.from({ length: 64 * 48 * 4 }, (_, at) => (at % 4 === 3 ? 255 : (at * 7 + Math.floor(at / 256) * 5) % 200));
    const png = encodePng({ width: 64, height: 48, channels: 4, data });
    expect(decodeWebp(encodeImage(png, "a.webp", "-lossless", "1"))).toEqual({ width: 64, height: 48, data });
    const lossy = decodeWebp(encodeImage(png, "a.webp", "-quality", "95"));
    expect(lossy).toMatchObject({ width: 64, height: 48 });
    const differences = lossy?.data.map((value, at) => Math.abs(value - (data[at] ?? 0)));
    expect((differences?.reduce((sum, value) => sum + value, 0) ?? 0) / data.length).toBeLessThan(40);
  });

  it("returns no pixels and no error for data that is not a WebP or is truncated", () => {
    expect(decodeWebp(bytes(`RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\x5f\xc0\x0b\0`.padEnd(40, "\0")))).toBeUndefined();
    expect(decodeWebp(encodePng({ width: 1, height: 1, channels: 4, data: Uint8Array.of(1, 2, 3, 4) }))).toBeUndefined();
  });

  it("reads every colour type of PNG that the writer supports", () => {
    const rgb = encodePng({ width: 2, height: 1, channels: 3, data: Uint8Array.of(1, 2, 3, 250, 251, 252) });
    expect(decodeImage(rgb)?.data).toEqual(Uint8Array.of(1, 2, 3, 255, 250, 251, 252, 255));
    const rgba = encodePng({ width: 1, height: 2, channels: 4, data: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8) });
    expect(decodeImage(rgba)?.data).toEqual(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8));
  });

  it("returns no pixels and no error for a damaged or truncated file", () => {
    const png = encodePng({ width: 40, height: 40, channels: 3, data: new Uint8Array(4800) });
    for (let length = 0; length < png.length - 24; length += 7) expect(decodeImage(png.slice(0, length))).toBeUndefined();
    const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, ...new Uint8Array(40));
    expect(decodeImage(jpeg)).toBeUndefined();
  });

  it("does not decode a small file with a huge declared size", () => {
    const png = encodePng({ width: 2, height: 1, channels: 3, data: new Uint8Array(6) });
    new DataView(png.buffer).setUint32(16, 200_000);
    new DataView(png.buffer).setUint32(20, 200_000);
    expect(decodeImage(png)).toBeUndefined();
  });

  it("returns undefined for data that is not an image", () => {
    const words = bytes("just some words, long enough to be looked at");
    expect(readImageHeader(words)).toBeUndefined();
    // A file of zeros starts like a TGA, which has no signature.
    expect(readImageHeader(new Uint8Array(300))).toBeUndefined();
    expect(readImageHeader(bytes("<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'/>"))).toBeUndefined();
    expect(decodeImage(words)).toBeUndefined();
  });
});
