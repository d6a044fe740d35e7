/** The orientation of formats that browsers do not show: what exiftool reads of files by ffmpeg and avifenc. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { findOnPath } from "../../../../../scripts/findBrowser.ts";
import { displayedSize } from "../../../../../src/contract/imageSize.ts";
import { encodePng } from "../../../../../src/media/images/encodePng.ts";
import { readImageHeader } from "../../../../../src/media/images/readImageHeader.ts";

const folder = mkdtempSync(path.join(tmpdir(), "generation-studio-turned-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string) => path.join(folder, name);
const [input, tiff, avif, heic] = [file("in.png"), file("a.tiff"), file("a.avif"), file("a.heic")];
writeFileSync(input, encodePng({ width: 48, height: 32, channels: 3, data: new Uint8Array(48 * 32 * 3).fill(90) }));
const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: ["ignore", "pipe", "ignore"] }).toString();
const exiftool = (...args: string[]) => run("exiftool", "-n", ...args);
const has = (...programs: string[]) => programs.every((program) => findOnPath([program]) !== undefined);

describe.skipIf(!has("ffmpeg", "exiftool"))("TIFF (skipped without ffmpeg and exiftool)", () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])("with orientation %i", (orientation) => {
    run("ffmpeg", "-v", "error", "-y", "-i", input, tiff);
    exiftool("-overwrite_original", `-Orientation=${orientation}`, tiff);
    const [width, height, read] = exiftool("-s3", "-ImageWidth", "-ImageHeight", "-Orientation", tiff).trim().split("\n").map(Number);
    expect(readImageHeader(readFileSync(tiff))).toEqual({ format: "tiff", width, height, ...(read && { orientation: read }) });
  });
});

describe.skipIf(!has("avifenc", "exiftool"))("HEIC (skipped without avifenc and exiftool)", () => {
  test.each(["0", "1", "2", "3"])("with irot %s", (angle) => {
    run("avifenc", "-s", "10", "--irot", angle, input, avif);
    // The boxes of both formats are the same.
    writeFileSync(heic, Buffer.from(readFileSync(avif).toString("latin1").replaceAll("avif", "heic"), "latin1"));
    const [type, width, height, rotation] = exiftool("-s3", "-FileType", "-ImageWidth", "-ImageHeight", "-Rotation", heic)
      .trim()
      .split("\n");
    expect(type).toBe("HEIC");
    const size = { width: Number(width), height: Number(height) };
    const header = readImageHeader(readFileSync(heic));
    expect(header).toMatchObject({ format: "heif", ...size });
    const isAcross = Number(rotation) % 180 === 90;
    expect(header && displayedSize(header)).toEqual(isAcross ? { width: size.height, height: size.width } : size);
  });
});
