/** What a model with vision is shown of an answer. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { decodeImage } from "../../../src/media/images/decodeImage.ts";
import { encodePng } from "../../../src/media/images/encodePng.ts";
import { isSeen, readImages } from "../../../src/promptTests/files/readImages.ts";

const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0;
const folder = mkdtempSync(path.join(tmpdir(), "generation-studio-shown-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const { signal } = new AbortController();

function write(name: string, bytes: Uint8Array | string) {
  writeFileSync(path.join(folder, name), bytes);
  return { format: path.extname(name).slice(1), path: path.join(folder, name) };
}
const read = async (...files: { format: string; path: string | undefined }[]) => {
  const found = await readImages(files, signal);
  if ("fault" in found) return found.fault;
  return found.uris.map((uri) => [uri.slice(0, uri.indexOf(",")), Buffer.from(uri.slice(uri.indexOf(",") + 1), "base64")] as const);
};
/** Noise, which PNG does not compress. */
const noise = (side: number) => {
  const data = createHash("shake256", { outputLength: side * side * 3 })
    .update("noise")
    .digest();
  return encodePng({ width: side, height: side, channels: 3, data });
};

test("an image is shown as it is, and smaller if all together are too large for a request", async () => {
  const small = noise(8);
  expect(await read(write("a.png", small))).toEqual([["data:image/png;base64", Buffer.from(small)]]);
  const large = write("b.png", noise(500));
  const one = await read(large);
  expect(one[0]?.[0]).toBe("data:image/png;base64");
  const ten = await read(...Array<typeof large>(10).fill(large));
  expect(typeof ten === "string" ? ten : ten.map(([type]) => type)).toEqual(Array(10).fill("data:image/jpeg;base64"));
  const [[, shown] = []] = typeof ten === "string" ? [] : ten;
  expect(await decodeImage(shown ?? new Uint8Array())).toMatchObject({ width: 500, height: 500 });
});

test("what cannot be shown is said", async () => {
  expect(await read({ format: "png", path: path.join(folder, "gone.png") })).toBe("The file of the answer is no longer there.");
  expect(await read({ format: "png", path: undefined })).toBe("The file of the answer is no longer there.");
  expect(await read(write("a.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>"))).toBe(
    "Images of this format (svg) or size cannot be shown to a model.",
  );
  expect(await read(...Array(11).fill({ format: "png", path: "a.png" }))).toBe("A model can be shown 10 files at most.");
  expect(["png", "avif", "mp4", "webm", "mp3", "txt", ""].map((format) => isSeen({ format }))).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

test.runIf(hasFfmpeg)("of a video, nine frames are shown in rows", async () => {
  const name = path.join(folder, "v.mp4");
  const source = ["-f", "lavfi", "-i", "testsrc=size=64x48:rate=9:duration=1"];
  spawnSync("ffmpeg", ["-y", "-v", "error", ...source, "-c:v", "mpeg4", name]);
  const found = await read({ format: "mp4", path: name });
  expect(typeof found === "string" ? found : await decodeImage(found[0]?.[1] ?? new Uint8Array())).toMatchObject({
    width: 960,
    height: 720,
  });
});

test("without FFmpeg, a video cannot be shown", async () => {
  const before = process.env.PATH;
  onTestFinished(() => {
    process.env.PATH = before;
  });
  process.env.PATH = "";
  expect(await read(write("w.mp4", "no video"))).toBe("The frames of a video are shown with FFmpeg, which is not installed here.");
});
