/** Thumbnails of images. */
import { encode as encodeJpeg } from "jpeg-js";
import { describe, expect, it } from "vitest";
import { decodeImage } from "../../../../src/media/images/decodeImage.ts";
import { encodePng } from "../../../../src/media/images/encodePng.ts";
import { makeThumbnail } from "../../../../src/media/images/makeThumbnail.ts";
import { readImageHeader } from "../../../../src/media/images/readImageHeader.ts";

const mostBytes = 256 * 1024;

/** Noise, which encoders hardly compress; always the same. */
function noise(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return state & 0xff;
  });
}

/** Left half red, right half blue. */
function halves(width: number, height: number, channels: 3 | 4): Uint8Array {
  const data = new Uint8Array(width * height * channels);
  for (let at = 0; at < width * height; at += 1)
    data.set(at % width < width / 2 ? [220, 20, 30, 255].slice(0, channels) : [20, 30, 220, 0].slice(0, channels), at * channels);
  return data;
}

describe("a thumbnail", () => {
  it("of a large opaque PNG is a JPEG with its colours and sides", async () => {
    const png = encodePng({ width: 1600, height: 800, channels: 3, data: halves(1600, 800, 3) });
    const thumbnail = await makeThumbnail(png, mostBytes);
    expect(thumbnail?.mediaType).toBe("image/jpeg");
    const small = await decodeImage(thumbnail?.bytes ?? new Uint8Array());
    expect(small).toMatchObject({ width: 768, height: 384 });
    const pixel = (x: number) => [...(small?.data.subarray((192 * 768 + x) * 4, (192 * 768 + x) * 4 + 3) ?? [])];
    for (const [x, colour] of [
      [100, [220, 20, 30]],
      [700, [20, 30, 220]],
    ] as const)
      for (const [index, value] of pixel(x).entries()) expect(Math.abs(value - (colour[index] ?? 0))).toBeLessThan(12);
  });

  it("of a JPEG is a JPEG, and of a small one is not larger", async () => {
    const data = Buffer.from(noise(40 * 30 * 4).map((value, index) => (index % 4 === 3 ? 255 : value)));
    const jpeg = encodeJpeg({ width: 40, height: 30, data }, 90).data;
    expect(readImageHeader((await makeThumbnail(jpeg, mostBytes))?.bytes ?? new Uint8Array())).toMatchObject({
      format: "jpg",
      width: 40,
      height: 30,
    });
  });

  it("of a transparent image stays transparent, without the colours of invisible pixels", async () => {
    const thumbnail = await makeThumbnail(encodePng({ width: 1000, height: 1000, channels: 4, data: halves(1000, 1000, 4) }), mostBytes);
    const small = await decodeImage(thumbnail?.bytes ?? new Uint8Array());
    expect([thumbnail?.mediaType, small?.width]).toEqual(["image/png", 768]);
    const data = small?.data ?? new Uint8Array();
    expect([...data.subarray(0, 4)]).toEqual([220, 20, 30, 255]);
    expect(data[767 * 4 + 3]).toBe(0);
  });

  it("is never larger than requested", async () => {
    const png = encodePng({ width: 900, height: 900, channels: 4, data: noise(900 * 900 * 4) });
    for (const most of [mostBytes, 20_000, 5_000]) expect((await makeThumbnail(png, most))?.bytes.length).toBeLessThanOrEqual(most);
    expect(await makeThumbnail(png, 100)).toBeUndefined();
  });

  it("of an image one pixel high is one pixel high", async () => {
    const png = encodePng({ width: 4000, height: 1, channels: 3, data: new Uint8Array(12_000) });
    expect(readImageHeader((await makeThumbnail(png, mostBytes))?.bytes ?? new Uint8Array())).toMatchObject({ width: 768, height: 1 });
  });

  it("is undefined for a damaged file or another format", async () => {
    const png = encodePng({ width: 40, height: 40, channels: 3, data: new Uint8Array(4800) });
    expect(await makeThumbnail(png.slice(0, 60), mostBytes)).toBeUndefined();
    expect(await makeThumbnail(new TextEncoder().encode("RIFF....WEBPVP8X and more than thirty bytes of it"), mostBytes)).toBeUndefined();
  });
});
