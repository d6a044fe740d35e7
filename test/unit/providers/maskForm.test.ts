/** Masks as users and programs write them, in the two forms that engines take. */
import { crc32, deflateSync } from "node:zlib";
import { encode as encodeJpeg } from "jpeg-js";
import { describe, expect, test } from "vitest";
import { decodePng } from "../../../src/media/images/decodePng.ts";
import { encodePng } from "../../../src/media/images/encodePng.ts";
import { transparentMask, uprightMasked, whiteMask } from "../../../src/providers/maskForm.ts";
import { withOrientation } from "../media/images/withOrientation.ts";

/** Sixteen pixels a side, because JPEG mixes those of eight; the left half is to change. */
const side = 16;
const isLeft = (pixel: number) => pixel % side < side / 2;
const pixels = (channels: number, colour: (isChanged: boolean) => number[]) =>
  Uint8Array.from({ length: side * side }, (_, pixel) => pixel).reduce(
    (data, pixel) => {
      data.set(colour(isLeft(pixel)).slice(0, channels), pixel * channels);
      return data;
    },
    new Uint8Array(side * side * channels),
  );
const rgba = (colour: (isChanged: boolean) => number[]) => encodePng({ width: side, height: side, channels: 4, data: pixels(4, colour) });
const rgb = (colour: (isChanged: boolean) => number[]) => encodePng({ width: side, height: side, channels: 3, data: pixels(3, colour) });
const grey = (value: number) => [value, value, value, 255];

/** A PNG with these chunks between header and end. Source: PNG specification, third edition, 5.3. */
function png(depth: number, colourType: number, chunks: readonly [type: string, body: Uint8Array][]): Uint8Array {
  const chunk = (type: string, body: Uint8Array) => {
    const typed = Buffer.concat([Buffer.from(type, "latin1"), body]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(body.length);
    sum.writeUInt32BE(crc32(typed));
    return Buffer.concat([length, typed, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([depth, colourType], 8);
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    ...chunks.map(([type, body]) => chunk(type, body)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Index 1 where the image is to change. */
const indexes = deflateSync(
  Buffer.concat(Array.from({ length: side }, () => Buffer.from([0, ...Array.from({ length: side }, (_, x) => (isLeft(x) ? 1 : 0))]))),
);
const bits = deflateSync(Buffer.concat(Array.from({ length: side }, () => Buffer.from([0, 0xff, 0x00]))));
const rows = (pixel: (isChanged: boolean) => number[]) =>
  deflateSync(
    Buffer.concat(Array.from({ length: side }, () => Buffer.from([0, ...Array.from({ length: side }, (_, x) => pixel(isLeft(x))).flat()]))),
  );
const deep = rows((isChanged) => [9, 9, 9, 9, 9, 9, ...(isChanged ? [0, 0] : [255, 255])]);
const greyAlpha = rows((isChanged) => [9, isChanged ? 0 : 255]);
const palette = Buffer.from([0, 0, 0, 255, 255, 255]);

const masks: [string, Uint8Array][] = [
  ["transparent where it changes", rgba((isChanged) => [0, 0, 0, isChanged ? 0 : 255])],
  ["transparent where it changes, with colours below", rgba((isChanged) => [200, 10, 90, isChanged ? 0 : 255])],
  ["white on black, with an alpha channel that is opaque", rgba((isChanged) => grey(isChanged ? 255 : 0))],
  ["white on black", rgb((isChanged) => grey(isChanged ? 255 : 0))],
  ["a JPEG, white on black", encodeJpeg({ width: side, height: side, data: pixels(4, (isChanged) => grey(isChanged ? 255 : 0)) }, 95).data],
  [
    "a palette of black and white",
    png(8, 3, [
      ["PLTE", palette],
      ["IDAT", indexes],
    ]),
  ],
  [
    "a palette with a transparent entry",
    png(8, 3, [
      ["PLTE", palette],
      ["tRNS", Buffer.from([255, 0])],
      ["IDAT", indexes],
    ]),
  ],
  ["transparent where it changes, with 16 bits for each channel", png(16, 6, [["IDAT", deep]])],
  ["grey with alpha", png(8, 4, [["IDAT", greyAlpha]])],
  ["one bit for each pixel", png(1, 0, [["IDAT", bits]])],
];

describe.each(masks)("a mask that is %s", (_, mask) => {
  const read = (bytes: Uint8Array | undefined, channel: number) => {
    const { data = new Uint8Array() } = decodePng(bytes ?? new Uint8Array()) ?? {};
    return [data[channel], data[(side - 1) * 4 + channel], data[(side * side - side) * 4 + channel]];
  };

  test("is white there for engines that change what is white", async () => {
    const [left = 0, right = 255, below = 0] = read(await whiteMask(mask), 0);
    expect(left).toBeGreaterThan(250);
    expect(below).toBeGreaterThan(250);
    expect(right).toBeLessThan(5);
  });

  test("is transparent there for engines that change what is transparent", async () => {
    const [left = 255, right = 0, below = 255] = read(await transparentMask(mask), 3);
    expect(left).toBeLessThan(5);
    expect(below).toBeLessThan(5);
    expect(right).toBeGreaterThan(250);
  });
});

test("a soft edge stays soft", async () => {
  const soft = rgba(() => [0, 0, 0, 100]);
  expect(decodePng((await whiteMask(soft)) ?? soft)?.data.slice(0, 3)).toEqual(Uint8Array.of(155, 155, 155));
  const dark = rgb(() => grey(100));
  expect(decodePng((await transparentMask(dark)) ?? dark)?.data[3]).toBe(155);
});

test("a mask with transparent pixels is sent as it is, and one that cannot be decoded is none", async () => {
  const mask = rgba((isChanged) => [0, 0, 0, isChanged ? 0 : 255]);
  expect(await transparentMask(mask)).toBe(mask);
  expect(await whiteMask(Buffer.from("no image"))).toBeUndefined();
  expect(await transparentMask(Buffer.from("no image"))).toBeUndefined();
  // A WebP of one transparent pixel, and a GIF, which is not decoded here.
  const webp = Buffer.from("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==", "base64");
  expect(decodePng((await transparentMask(webp)) ?? webp)?.data[3]).toBe(0);
  const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
  expect(await transparentMask(gif)).toBe(gif);
  expect(await transparentMask(Buffer.from([0xff, 0xd8, 0, 0]))).toBeUndefined();
});

test.each([
  ["as the image is displayed", 2, 4],
  ["as the image is stored", 4, 2],
])("an image that is displayed turned is sent upright with its mask, which has its pixels %s", async (_, width, height) => {
  // Four columns and two rows are stored, and displayed turned clockwise: the stored left column is the displayed upper row.
  const image = withOrientation(jpeg(4, 2), 6);
  const isLeftStored = (pixel: number) => (width === 4 ? pixel % 4 === 0 : pixel < 2);
  const data = Uint8Array.from({ length: 32 }, (_value, at) => (at % 4 === 3 && !isLeftStored(at >> 2) ? 255 : 0));
  const file = (bytes: Uint8Array, mediaType: string) => ({ bytes, mediaType, name: undefined, part: "image" as const });
  const other = file(jpeg(4, 4), "image/jpeg");
  const made = await uprightMasked([file(image, "image/jpeg"), other], file(encodePng({ width, height, channels: 4, data }), "image/png"));
  const [first, second] = made.references;
  expect(second).toBe(other);
  expect(first?.mediaType).toBe("image/png");
  expect(decodePng(first?.bytes ?? image)).toMatchObject({ width: 2, height: 4 });
  const mask = decodePng(made.mask?.bytes ?? image);
  expect(mask).toMatchObject({ width: 2, height: 4 });
  expect([0, 1, 2, 3, 6, 7].map((pixel) => mask?.data[pixel * 4 + 3])).toEqual([0, 0, 255, 255, 255, 255]);
});

test("an image that is displayed as it is stored is sent as it is", async () => {
  const file = { bytes: jpeg(4, 2), mediaType: "image/jpeg", name: undefined, part: "image" as const };
  const mask = { ...file, bytes: rgb(() => grey(0)) };
  expect(await uprightMasked([file], mask)).toEqual({ references: [file], mask });
  expect((await uprightMasked([{ ...file, bytes: withOrientation(jpeg(4, 2), 6) }], undefined)).references[0]?.mediaType).toBe(
    "image/jpeg",
  );
});

function jpeg(width: number, height: number): Uint8Array {
  return encodeJpeg({ width, height, data: new Uint8Array(width * height * 4) }).data;
}
