/** Generated MP4 files have the right size and duration, and another decoder plays and seeks in them. */
import { describe, expect, it, vi } from "vitest";
import type { VideoRequest } from "../../../../../src/contract/generationRequest.ts";
import { makeVideo } from "../../../../../src/demo/video/makeVideo.ts";
import { encodePng } from "../../../../../src/media/images/encodePng.ts";
import { decodeFrame, hasDecoder, probe } from "../../decoder.ts";
import { inputFile, videoRequest } from "../../requests.ts";

// Encoding takes seconds on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const make = async (changes: Partial<VideoRequest>) => (await makeVideo(videoRequest(changes))).bytes;

/** The video of an unchanged request, generated once. */
let plainVideo: Promise<Uint8Array> | undefined;
const plain = () => {
  plainVideo ??= make({});
  return plainVideo;
};

const meanDifference = (one: Uint8Array, other: Uint8Array) =>
  one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / one.length;

describe.skipIf(!hasDecoder)("a video, played by ffmpeg (skipped without ffmpeg)", () => {
  it.each([
    [{}, 640, 360, 2],
    [{ size: "9:16" }, 360, 640, 2],
    [{ model: "demo-video", quality: "480p", duration: 1 }, 854, 480, 1],
    [{ model: "demo-video", quality: "480p", size: "1:1", duration: 1 }, 480, 480, 1],
    [{ model: "demo-video", quality: "720P", size: "4:3", duration: 1 }, 960, 720, 1],
  ] as const)("for %j has %d × %d pixels and lasts %d seconds", async (changes, width, height, seconds) => {
    const { streams, format } = probe(await (Object.keys(changes).length === 0 ? plain() : make(changes)));
    expect(streams).toHaveLength(1);
    expect(streams[0]).toMatchObject({ codec_name: "h264", pix_fmt: "yuv420p", width, height });
    expect(Number(format.duration)).toBeCloseTo(seconds, 2);
    expect(Number(streams[0]?.nb_read_frames)).toBe(seconds * 12);
  });

  it("moves, and can be played from any position", async () => {
    const video = await make({ duration: 4 });
    const frames = [0, 1.5, 2.5, 3.9].map((seconds) => decodeFrame(video, seconds));
    for (const frame of frames) expect(frame.length).toBe(640 * 360 * 4);
    expect(meanDifference(frames[0] ?? new Uint8Array(), frames[2] ?? new Uint8Array())).toBeGreaterThan(0.5);
  });

  it("shows its reference image", async () => {
    const data = new Uint8Array(48 * 48 * 3);
    for (let at = 0; at < data.length; at += 3) data.set([230, 20, 200], at);
    const reference = inputFile(encodePng({ width: 48, height: 48, channels: 3, data }), "image/png");
    const [without, shown] = [await plain(), await make({ references: [reference] })].map((video) => decodeFrame(video));
    const at = (60 * 640 + 70) * 4;
    expect(Array.from(shown?.subarray(at, at + 3) ?? [])).toEqual([
      expect.closeTo(230, -1.5),
      expect.closeTo(20, -1.5),
      expect.closeTo(200, -1.5),
    ]);
    expect(meanDifference(without ?? new Uint8Array(), shown ?? new Uint8Array())).toBeGreaterThan(5);
  });
});

describe("a video", () => {
  it("does not contain the time of its generation", async () => {
    const video = Buffer.from(await plain());
    for (const name of ["mvhd", "tkhd", "mdhd"]) expect(video.readUInt32BE(video.indexOf(name) + 8)).toBe(0);
  });
});
