/** The colour profile of an image is that of its copies, in every format where the standard puts it. */
import { deflateSync } from "node:zlib";
import { encode as encodeJpeg } from "jpeg-js";
import { expect, test } from "vitest";
import { upscale } from "../../../../src/demo/upscale/upscale.ts";
import { readColourProfile } from "../../../../src/media/images/colourProfile.ts";
import { decodeImage } from "../../../../src/media/images/decodeImage.ts";
import { encodePng } from "../../../../src/media/images/encodePng.ts";
import { extendRaster } from "../../../../src/media/images/extendRaster.ts";
import { makeThumbnail } from "../../../../src/media/images/makeThumbnail.ts";
import { readImageHeader } from "../../../../src/media/images/readImageHeader.ts";
import { insertChunk, pngChunk } from "./pngChunk.ts";

/** The colour space stands at 16. Source: ICC.1:2022, 7.2. */
function profileOf(space: string): Buffer {
  const bytes = Buffer.alloc(400, 7);
  bytes.write(space, 16, "latin1");
  return bytes;
}
const rgb = profileOf("RGB ");
const pixels = { width: 2, height: 1, data: new Uint8Array(8).fill(200) };

function png(profile: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from("Display P3\0\0", "latin1"), deflateSync(profile)]);
  return insertChunk(encodePng({ ...pixels, channels: 4 }), "IDAT", pngChunk("iCCP", content));
}

/** In two parts, the second one first. */
function jpeg(profile: Buffer): Buffer {
  const part = (number: number, content: Buffer) => {
    const body = Buffer.concat([Buffer.from("ICC_PROFILE\0", "latin1"), Buffer.from([number, 2]), content]);
    const head = Buffer.from([0xff, 0xe2, 0, 0]);
    head.writeUInt16BE(body.length + 2, 2);
    return Buffer.concat([head, body]);
  };
  const file = Buffer.from(encodeJpeg(pixels, 90).data);
  return Buffer.concat([file.subarray(0, 2), part(2, profile.subarray(300)), part(1, profile.subarray(0, 300)), file.subarray(2)]);
}

function webp(profile: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(profile.length);
  return Buffer.concat([Buffer.from(`RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0${"\0".repeat(10)}ICCP`, "latin1"), size, profile]);
}

function avif(profile: Buffer): Buffer {
  const box = (type: string, ...contents: Buffer[]) => {
    const body = Buffer.concat(contents);
    const head = Buffer.alloc(8);
    head.writeUInt32BE(body.length + 8);
    head.write(type, 4, "latin1");
    return Buffer.concat([head, body]);
  };
  const colours = [box("colr", Buffer.from("nclx\0\x01\0\x0d\0\x06\x80", "latin1")), box("colr", Buffer.from("prof"), profile)];
  const meta = box("meta", Buffer.alloc(4), box("iprp", box("ipco", ...colours)));
  return Buffer.concat([box("ftyp", Buffer.from("avif\0\0\0\0avif", "latin1")), meta]);
}

test.each([
  ["png", png],
  ["jpg", jpeg],
  ["webp", webp],
  ["avif", avif],
])("of %s", (format, write) => {
  const read = (profile: Buffer) => readColourProfile(write(profile), format);
  expect(Buffer.from(read(rgb) ?? []).equals(rgb)).toBe(true);
  // Pixels are decoded as RGB, for which those of other colours do not hold.
  expect(read(profileOf("CMYK"))).toBeUndefined();
  expect(read(profileOf("GRAY"))).toBeUndefined();
  for (const end of [20, 60, 200]) expect(() => readColourProfile(write(rgb).subarray(0, end), format)).not.toThrow();
});

test.each([
  ["png", png],
  ["jpg", jpeg],
])("of %s is that of the enlarged, turned, extended and small image", async (_, write) => {
  const decoded = await decodeImage(write(rgb));
  if (decoded === undefined) throw new TypeError("Not decoded.");
  const extended = encodePng({ ...extendRaster(decoded, { top: 1, right: 0, bottom: 0, left: 0 }), channels: 4 });
  const { bytes } = await upscale({ kind: "upscale", bytes: write(rgb) });
  const thumbnail = await makeThumbnail(write(rgb), 100_000);
  for (const file of [extended, bytes, thumbnail?.bytes ?? extended.subarray(0, 0)])
    expect(Buffer.from(readColourProfile(file, readImageHeader(file)?.format ?? "") ?? []).equals(rgb)).toBe(true);
});
