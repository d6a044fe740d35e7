/** Masks as users and programs write them, in the two forms that engines take. */
import { crc32, deflateSync } from "node:zlib";
import { encode as encodeJpeg } from "jpeg-js";
import { describe, expect, test } from "vitest";
import { decodePng } from "../../../src/images/decodePng.ts";
import { encodePng } from "../../../src/images/encodePng.ts";
import { transparentMask, whiteMask } from "../../../src/providers/maskForm.ts";

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
const palette = Buffer.from([0, 0, 0, 255, 255, 255]);

const masks: [string, Uint8Array][] = [
  ["transparent where it changes", rgba((isChanged) => [0, 0, 0, isChanged ? 0 : 255])],
  ["transparent where it changes, with colours below", rgba((isChanged) => [200, 10, 90, isChanged ? 0 : 255])],
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
  ["one bit for each pixel", png(1, 0, [["IDAT", bits]])],
];

describe.each(masks)("a mask that is %s", (_, mask) => {
  const read = (bytes: Uint8Array | undefined, channel: number) => {
    const { data = new Uint8Array() } = decodePng(bytes ?? new Uint8Array()) ?? {};
    return [data[channel], data[(side - 1) * 4 + channel], data[(side * side - side) * 4 + channel]];
  };

  test("is white there for engines that change what is white", () => {
    const [left = 0, right = 255, below = 0] = read(whiteMask(mask), 0);
    expect(left).toBeGreaterThan(250);
    expect(below).toBeGreaterThan(250);
    expect(right).toBeLessThan(5);
  });

  test("is transparent there for engines that change what is transparent", () => {
    const [left = 255, right = 0, below = 255] = read(transparentMask(mask), 3);
    expect(left).toBeLessThan(5);
    expect(below).toBeLessThan(5);
    expect(right).toBeGreaterThan(250);
  });
});

test("a soft edge stays soft", () => {
  const soft = rgba(() => [0, 0, 0, 100]);
  expect(decodePng(whiteMask(soft) ?? soft)?.data.slice(0, 3)).toEqual(Uint8Array.of(155, 155, 155));
  const dark = rgb(() => grey(100));
  expect(decodePng(transparentMask(dark) ?? dark)?.data[3]).toBe(155);
});

test("a mask with an alpha channel is sent as it is, and one that cannot be decoded is none", () => {
  const mask = rgba(() => [0, 0, 0, 255]);
  expect(transparentMask(mask)).toBe(mask);
  expect(whiteMask(Buffer.from("no image"))).toBeUndefined();
  expect(transparentMask(Buffer.from([0xff, 0xd8, 0, 0]))).toBeUndefined();
});
