/** Generated PNG files have the right size, and other decoders read them. */
import { inflateSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import type { ImageRequest } from "../../../../src/contract/generationRequest.ts";
import { makeImage } from "../../../../src/demo/image/makeImage.ts";
import { decodePng } from "../../../../src/media/images/decodePng.ts";
import { encodePng } from "../../../../src/media/images/encodePng.ts";
import { decodeFrame, hasDecoder, probe } from "../decoder.ts";
import { imageRequest, inputFile } from "../requests.ts";

// Encoding takes seconds on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const sizeOf = (png: Uint8Array) => {
  const view = new DataView(png.buffer, png.byteOffset);
  return [view.getUint32(16), view.getUint32(20)];
};

async function make(changes: Partial<ImageRequest>): Promise<Uint8Array> {
  return (await makeImage(imageRequest(changes))).bytes;
}

/** Fraction of pixels whose colour differs visibly. */
function difference(one: Uint8Array, other: Uint8Array): number {
  let different = 0;
  for (let at = 0; at < one.length; at += 4) {
    const apart = [0, 1, 2].some((channel) => Math.abs((one[at + channel] ?? 0) - (other[at + channel] ?? 0)) > 24);
    if (apart) different += 1;
  }
  return (different * 4) / one.length;
}

const onePlain = (colour: readonly [number, number, number]) => {
  const data = new Uint8Array(64 * 64 * 3);
  for (let at = 0; at < data.length; at += 3) data.set(colour, at);
  return inputFile(encodePng({ width: 64, height: 64, channels: 3, data }), "image/png");
};

describe("an image", () => {
  it.each([
    [{ size: "512" }, [512, 512]],
    [{ size: "1K" }, [1024, 1024]],
    [{ size: undefined }, [1024, 1024]],
    [{ size: "640x360" }, [640, 360]],
    [{ size: "512", aspectRatio: "16:9" }, [512, 288]],
    [{ size: "512", aspectRatio: "9:16" }, [288, 512]],
    [{ size: "512", aspectRatio: "4:3" }, [512, 384]],
  ])("has the requested size %j", async (changes, size) => {
    expect(sizeOf(await make(changes))).toEqual(size);
  });

  it("is complete: its data inflate to as many rows as its header says", async () => {
    const png = Buffer.from(await make({ size: "320x200" }));
    const start = png.indexOf("IDAT");
    const rows = inflateSync(png.subarray(start + 4, start + 4 + png.readUInt32BE(start - 4)));
    expect(rows.length).toBe((320 * 4 + 1) * 200);
  });

  it.skipIf(!hasDecoder)("is decoded by ffmpeg to the pixels that were drawn (skipped without ffmpeg)", async () => {
    const png = await make({ size: "320x200" });
    expect(probe(png).streams[0]).toMatchObject({ codec_name: "png", width: 320, height: 200 });
    expect(Buffer.from(decodeFrame(png)).equals(decodePng(png)?.data ?? new Uint8Array())).toBe(true);
  });

  it("has finer details for a higher quality", async () => {
    const [low, high] = await Promise.all([make({ quality: "low" }), make({ quality: "high" })]);
    expect(high.length).toBeGreaterThan(low.length * 1.2);
  });

  it("has other colours for another time of day", async () => {
    const mean = (png: Uint8Array) => (decodePng(png)?.data ?? new Uint8Array()).reduce((sum, value) => sum + value, 0);
    expect(mean(await make({ prompt: "hills by day" }))).toBeGreaterThan(mean(await make({ prompt: "hills at night" })) * 1.3);
  });

  it("shows its references: other images produce other scenes and prints", async () => {
    const [none, red, blue] = await Promise.all([
      make({}),
      make({ references: [onePlain([220, 30, 30])] }),
      make({ references: [onePlain([30, 60, 220])] }),
    ]);
    const pixels = [none, red, blue].map((png) => decodePng(png)?.data ?? new Uint8Array());
    expect(difference(pixels[0] ?? new Uint8Array(), pixels[1] ?? new Uint8Array())).toBeGreaterThan(0.2);
    expect(difference(pixels[1] ?? new Uint8Array(), pixels[2] ?? new Uint8Array())).toBeGreaterThan(0.2);
    const exactlyRed = Array.from({ length: 512 * 512 }, (_, index) => pixels[1]?.subarray(index * 4, index * 4 + 3) ?? []).filter(
      ([r, g, b]) => r === 220 && g === 30 && b === 30,
    );
    expect(exactlyRed.length).toBeGreaterThan(5000);
  });

  it("of 1024 × 1024 pixels takes less than a second of CPU time", async () => {
    // The first image also compiles the code.
    const seconds: number[] = [];
    for (let times = 0; times < 3; times += 1) {
      const before = process.cpuUsage();
      await make({ size: "1k" });
      seconds.push(process.cpuUsage(before).user / 1e6);
    }
    expect(Math.min(...seconds)).toBeLessThan(1);
  });
});
