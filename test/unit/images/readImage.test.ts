/** Reads the format, size and colours of several image formats. */
import { describe, expect, it } from "vitest";
import { dominantColours } from "../../../src/demo/image/dominantColours.ts";
import { encodePng } from "../../../src/images/encodePng.ts";
import { readImage } from "../../../src/images/readImage.ts";
import { encodePattern, hasDecoder } from "../demo/decoder.ts";

const bytes = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

describe("reading a picture", () => {
  it.skipIf(!hasDecoder).each([
    ["png", "PNG"],
    ["mjpeg", "JPEG"],
  ])("finds size and pixels of a %s that ffmpeg wrote (skipped without ffmpeg)", (codec, format) => {
    const image = readImage(encodePattern(codec, "96x48"));
    expect(image).toMatchObject({ format, width: 96, height: 48 });
    expect(image?.pixels && dominantColours(image.pixels)[0]).toMatchObject({ name: "red", share: 1 });
  });

  it.skipIf(!hasDecoder).each([
    ["gif", "GIF"],
    ["bmp", "BMP"],
  ])("finds the size of a %s (skipped without ffmpeg)", (codec, format) => {
    expect(readImage(encodePattern(codec, "96x48"))).toMatchObject({ format, width: 96, height: 48, pixels: undefined });
  });

  it("finds the size of each kind of WebP", () => {
    const riff = (chunk: string) => bytes(`RIFF\0\0\0\0WEBP${chunk}`.padEnd(40, "\0"));
    expect(readImage(riff("VP8X\0\0\0\0\0\0\0\0\x5f\0\0\x2f\0\0"))).toMatchObject({ format: "WebP", width: 96, height: 48 });
    expect(readImage(riff("VP8L\0\0\0\0\x2f\x5f\xc0\x0b\0"))).toMatchObject({ width: 96, height: 48 });
    expect(readImage(riff("VP8 \0\0\0\0\0\0\0\x9d\x01\x2a\x60\0\x30\0"))).toMatchObject({ width: 96, height: 48 });
  });

  it("reads every colour type of PNG that it writes", () => {
    const rgb = encodePng({ width: 2, height: 1, channels: 3, data: Uint8Array.of(1, 2, 3, 250, 251, 252) });
    expect(readImage(rgb)?.pixels?.data).toEqual(Uint8Array.of(1, 2, 3, 255, 250, 251, 252, 255));
    const rgba = encodePng({ width: 1, height: 2, channels: 4, data: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8) });
    expect(readImage(rgba)?.pixels?.data).toEqual(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8));
  });

  it("has no pixels, and no error, for a damaged or cut file", () => {
    const png = encodePng({ width: 40, height: 40, channels: 3, data: new Uint8Array(4800) });
    for (let length = 0; length < png.length - 24; length += 7) expect(readImage(png.slice(0, length))?.pixels).toBeUndefined();
    const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, ...new Uint8Array(40));
    expect(readImage(jpeg)?.pixels).toBeUndefined();
  });

  it("does not decode a small file that claims to be huge", () => {
    const png = encodePng({ width: 2, height: 1, channels: 3, data: new Uint8Array(6) });
    new DataView(png.buffer).setUint32(16, 200_000);
    new DataView(png.buffer).setUint32(20, 200_000);
    expect(readImage(png)?.pixels).toBeUndefined();
  });

  it("is undefined for what is no picture", () => {
    expect(readImage(bytes("just some words, long enough to be looked at"))).toBeUndefined();
  });
});
