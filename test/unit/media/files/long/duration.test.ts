/** The duration of files from real encoders, and of other files. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { createMp3Encoder } from "wasm-media-encoders";
import { findOnPath } from "../../../../../scripts/findBrowser.ts";
import { formatOfName } from "../../../../../src/contract/fileFormats.ts";
import { sourceOfBytes } from "../../../../../src/media/files/byteSource.ts";
import { findDuration } from "../../../../../src/media/files/duration.ts";
import { recognize } from "../../../../../src/media/files/recognize.ts";
import { audioFormats } from "../../../../../src/media/sounds/audioFormats.ts";
import { encodeAudio, speechRate } from "../../../../../src/media/sounds/encodeAudio.ts";

const durationOf = (bytes: Uint8Array, format: string) => findDuration(sourceOfBytes(bytes), format);
const tone = Float32Array.from({ length: speechRate * 1.5 }, (_, index) => Math.sin(index / 20) / 2);

test.each(audioFormats)("a sound of 1.5 seconds as %s", async (format) => {
  const seconds = await durationOf(await encodeAudio(tone, format, "demo"), format);
  // Frame-based encoders add silence at the beginning and the end.
  expect(seconds).toBeGreaterThan(1.45);
  expect(seconds).toBeLessThan(1.65);
});

test("an MP3 of variable rate without a frame that counts the others", async () => {
  const encoder = await createMp3Encoder();
  encoder.configure({ channels: 1, sampleRate: 44_100, vbrQuality: 2 });
  const silenceAndTone = Float32Array.from({ length: 441_000 }, (_, at) =>
    at < 220_500 ? 0 : Math.sin(at / 10) * Math.sin(at / (300 + (at % 977))),
  );
  const frames = Buffer.from(encoder.encode([silenceAndTone]));
  const file = Buffer.concat([frames, Buffer.from(encoder.finalize())]);
  expect(file.includes("Xing")).toBe(false);
  expect(await durationOf(file, "mp3")).toBeCloseTo(10, 0);
});

test("a WAV from a pipe, whose header declares more data than there is", async () => {
  const wav = Buffer.from(await encodeAudio(tone, "wav", "demo"));
  wav.writeUInt32LE(0x7fff_f000, wav.indexOf("data") + 4);
  expect(await durationOf(wav, "wav")).toBeCloseTo(1.5, 5);
});

test("frames of AAC are added up", async () => {
  const frame = Buffer.alloc(100);
  // ADTS without a checksum: 44.1 kHz, and 100 bytes a frame.
  Buffer.from([0xff, 0xf1, 0x50, 0x80, 0x0c, 0x9f, 0xfc]).copy(frame);
  expect(await durationOf(Buffer.concat(Array.from({ length: 43 }, () => frame)), "aac")).toBeCloseTo((43 * 1024) / 44_100, 5);
});

const box = (name: string, body: Buffer) => {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(body.length + 8);
  return Buffer.concat([size, Buffer.from(name, "latin1"), body]);
};

test.each([
  ["short", 0, 16],
  ["long", 1, 20],
])("a video has its duration in a %s header", async (_, version, clock) => {
  const header = Buffer.alloc(112);
  header[0] = version;
  header.writeUInt32BE(600, version === 1 ? clock : 12);
  if (version === 1) header.writeBigUInt64BE(2_700n, 24);
  else header.writeUInt32BE(2_700, 16);
  const file = Buffer.concat([box("ftyp", Buffer.from("isom")), box("mdat", Buffer.alloc(50)), box("moov", box("mvhd", header))]);
  expect(await durationOf(file, "mp4")).toBe(4.5);
});

/** Ticks of all ones: unknown. */
test.each([
  ["short", 0],
  ["long", 1],
])("a %s header without a duration leaves it to the tracks", async (_, version) => {
  const header = Buffer.alloc(112, 0xff);
  header[0] = version;
  header.writeUInt32BE(600, version === 1 ? 20 : 12);
  const media = Buffer.alloc(24);
  media.writeUInt32BE(1000, 12);
  media.writeUInt32BE(4_500, 16);
  const track = box("trak", box("mdia", box("mdhd", media)));
  const file = Buffer.concat([box("ftyp", Buffer.from("isom")), box("moov", Buffer.concat([box("mvhd", header), track]))]);
  expect(await durationOf(file, "mp4")).toBe(4.5);
});

test("a fragmented video states its duration in its extension", async () => {
  const header = Buffer.alloc(112);
  header.writeUInt32BE(600, 12);
  const extension = Buffer.alloc(8);
  extension.writeUInt32BE(2_700, 4);
  const movie = Buffer.concat([box("mvhd", header), box("mvex", box("mehd", extension))]);
  expect(await durationOf(Buffer.concat([box("ftyp", Buffer.from("isom")), box("moov", movie)]), "mp4")).toBe(4.5);
});

const id3 = (size: number, flags = 0) =>
  Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 4, 0, flags, 0, 0, size >> 7, size & 127]), Buffer.alloc(size, 0xff)]);

describe("files that were joined or padded", () => {
  const once = async (format: "mp3" | "opus") => {
    const bytes = Buffer.from(await encodeAudio(tone, format, "demo"));
    return { bytes, seconds: (await durationOf(bytes, format)) ?? 0 };
  };

  test.each<[name: string, join: (mp3: Buffer) => Buffer[], times: number]>([
    ["two files", (mp3) => [mp3, mp3], 2],
    ["two files, each with a tag", (mp3) => [id3(300), mp3, id3(300), mp3], 2],
    ["several tags", (mp3) => [id3(200), id3(100, 0x10), Buffer.from("3DI\x04\0\x10\0\0\0\x64", "latin1"), mp3], 1],
    ["zeros before and behind", (mp3) => [Buffer.alloc(100_000), mp3, Buffer.alloc(70_000)], 1],
    ["zeros between", (mp3) => [mp3, Buffer.alloc(200_000), mp3], 2],
    ["a tag at the end", (mp3) => [mp3, Buffer.from("TAG".padEnd(128, "a"))], 1],
    ["damaged bytes between", (mp3) => [mp3, Buffer.alloc(1_000, 0x55), mp3], 2],
  ])("MP3: %s", async (_, join, times) => {
    const { bytes, seconds } = await once("mp3");
    expect(await durationOf(Buffer.concat(join(bytes)), "mp3")).toBeCloseTo(times * seconds, 1);
  });

  test.each<[name: string, join: (opus: Buffer) => Buffer[], times: number]>([
    ["the same file twice", (opus) => [opus, opus], 2],
    ["files with different numbers", (opus) => [opus, withSerial(opus, 77), withSerial(opus, 78)], 3],
    ["damaged bytes between pages", (opus) => [opus, Buffer.alloc(500, 0x55), opus], 2],
  ])("Opus: %s", async (_, join, times) => {
    const { bytes, seconds } = await once("opus");
    expect(await durationOf(Buffer.concat(join(bytes)), "opus")).toBeCloseTo(times * seconds, 5);
  });
});

describe("a stream without a rate does not hide the others", () => {
  test("in Ogg", async () => {
    const head = Buffer.alloc(28 + 30);
    head.write("OggS\0\x02", "latin1");
    head.writeUInt32LE(99, 14);
    head.set([1, 30], 26);
    head.write("\x01vorbis", 28, "latin1");
    const opus = Buffer.from(await encodeAudio(tone, "opus", "demo"));
    expect(await durationOf(Buffer.concat([head, opus]), "ogg")).toBeCloseTo(1.5, 1);
  });

  test("in AVI", async () => {
    const chunk = (name: string, body: Buffer) => {
      const size = Buffer.alloc(4);
      size.writeUInt32LE(body.length);
      return Buffer.concat([Buffer.from(name, "latin1"), size, body]);
    };
    const stream = (type: string, rate: number, scale: number, length: number) => {
      const head = Buffer.alloc(56);
      head.write(type, "latin1");
      for (const [value, at] of [
        [scale, 20],
        [rate, 24],
        [length, 32],
      ] as const)
        head.writeUInt32LE(value, at);
      return chunk("LIST", Buffer.concat([Buffer.from("strl"), chunk("strh", head)]));
    };
    const streams = [stream("vids", 10, 1, 30), stream("txts", 0, 0, 0), stream("txts", 0, 1, 5)];
    const file = chunk("RIFF", Buffer.concat([Buffer.from("AVI "), chunk("LIST", Buffer.concat([Buffer.from("hdrl"), ...streams]))]));
    expect(await durationOf(file, "avi")).toBe(3);
  });
});

/** The file with another stream number; the pages' checksums are not checked. */
function withSerial(ogg: Buffer, serial: number): Buffer {
  const copy = Buffer.from(ogg);
  for (let at = 0; at >= 0; at = copy.indexOf("OggS", at + 4, "latin1")) copy.writeUInt32LE(serial, at + 14);
  return copy;
}

describe.skipIf(findOnPath(["ffmpeg"]) === undefined)("the duration that ffprobe reads (skipped without ffmpeg)", () => {
  const video = ["-f", "lavfi", "-i", "testsrc=duration=3:size=64x64:rate=10", "-pix_fmt", "yuv420p"];
  const sine = ["-f", "lavfi", "-i", "sine=duration=3"];
  const both = [...video.slice(0, 4), ...sine, ...video.slice(4)];
  test.each<[name: string, file: string, ...options: string[]]>([
    ["a fragmented video", "a.mp4", ...video, "-movflags", "frag_keyframe+empty_moov", "-g", "10"],
    [
      "a fragmented video with defaults in each fragment",
      "b.mp4",
      ...video,
      "-movflags",
      "frag_keyframe+empty_moov+default_base_moof+cmaf",
      "-g",
      "10",
    ],
    ["a variable bit rate", "c.mp3", "-f", "lavfi", "-i", "sine=duration=3", "-q:a", "5"],
    ["AIFF-C of packets", "p.aiff", "-f", "lavfi", "-i", "sine=duration=3", "-c:a", "adpcm_ima_qt"],
    ["AIFF-C of logarithmic samples", "u.aiff", "-f", "lavfi", "-i", "sine=duration=3:r=8000", "-c:a", "pcm_mulaw"],
    ["AIFF-C of swapped samples", "s.aiff", "-f", "lavfi", "-i", "sine=duration=3", "-c:a", "pcm_s16le"],
    ["WAV of six channels and 24 bits", "e.wav", "-f", "lavfi", "-i", "sine=duration=3", "-ac", "6", "-c:a", "pcm_s24le"],
    ["WAV of ADPCM", "i.wav", "-f", "lavfi", "-i", "sine=duration=3", "-c:a", "adpcm_ima_wav"],
    ["WAV of 64-bit sizes", "r.wav", "-f", "lavfi", "-i", "sine=duration=3", "-rf64", "always"],
    ["Speex", "s.ogg", "-f", "lavfi", "-i", "sine=duration=3:r=16000", "-c:a", "libspeex"],
    ["Vorbis", "d.ogg", "-f", "lavfi", "-i", "sine=duration=3", "-c:a", "libvorbis"],
    ["FLAC in Ogg", "e.ogg", "-f", "lavfi", "-i", "sine=duration=3", "-c:a", "flac"],
    ["ADPCM in WAV", "f.wav", "-f", "lavfi", "-i", "sine=duration=3", "-c:a", "adpcm_ms"],
    ["MP3 in WAV", "g.wav", "-f", "lavfi", "-i", "sine=duration=3", "-c:a", "libmp3lame"],
    ["samples of logarithmic size in WAV", "h.wav", "-f", "lavfi", "-i", "sine=duration=3", "-c:a", "pcm_mulaw"],
    ["WebM", "i.webm", ...video, "-c:v", "libvpx"],
    ["WebM with only audio", "j.weba", "-f", "lavfi", "-i", "sine=duration=3", "-c:a", "libopus", "-f", "webm"],
    ["Matroska", "k.mkv", ...video],
    ["Wave64", "l.w64", ...sine],
    ["AU of logarithmic samples", "l.au", ...sine, "-c:a", "pcm_mulaw"],
    ["CAF", "l.caf", ...sine],
    ["CAF of packets of one size", "m.caf", ...sine, "-c:a", "adpcm_ima_qt"],
    ["CAF of packets of many sizes", "n.caf", ...sine, "-c:a", "alac"],
    ["MPEG audio of layer II", "l.mp2", ...sine],
    ["MPEG audio of layer II at a low rate", "m.mp2", ...sine, "-ar", "22050", "-b:a", "64k"],
    ["AC-3", "l.ac3", ...sine, "-ar", "44100"],
    ["E-AC-3", "l.eac3", ...sine],
    ["AVI", "l.avi", ...both],
    ["AVI with only a sound", "m.avi", ...sine],
    ["FLV", "l.flv", ...both],
    ["FLV with H.264", "m.flv", ...video, "-c:v", "libx264", "-bf", "0"],
    ["a program stream of MPEG-1", "l.mpg", ...both, "-r", "25"],
    ["a program stream of MPEG-2", "m.mpg", ...both, "-r", "25", "-f", "vob"],
    ["a transport stream", "l.m2t", ...both, "-f", "mpegts"],
    ["a transport stream of a Blu-ray", "m.m2t", ...both, "-f", "mpegts", "-mpegts_m2ts_mode", "1"],
    ["Theora", "l.ogv", ...video],
    ["Theora with Vorbis", "m.ogv", ...both],
  ])("%s", async (_, name, ...options) => {
    const folder = mkdtempSync(path.join(tmpdir(), "duration-"));
    try {
      const file = path.join(folder, name);
      execFileSync("ffmpeg", ["-v", "error", ...options, file]);
      const seconds = Number(
        execFileSync("ffprobe", ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", file]).toString(),
      );
      const bytes = readFileSync(file);
      expect(Math.abs(((await durationOf(bytes, path.extname(name).slice(1))) ?? 0) - seconds)).toBeLessThan(0.08);
      const known = await recognize(sourceOfBytes(bytes));
      expect(formatOfName(name)?.mediaType).toBe(known?.mediaType);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe.skipIf(findOnPath(["ffmpeg"]) === undefined)(
  "a file from a pipe ends with the last packet of ffprobe (skipped without ffmpeg)",
  () => {
    const sine = ["-f", "lavfi", "-i", "sine=duration=3.3"];
    const video = ["-f", "lavfi", "-i", "testsrc=duration=3.3:size=64x64:rate=10"];
    test.each<[name: string, format: string, ...options: string[]]>([
      ["FLAC, whose header has no count of samples", "flac", ...sine, "-f", "flac"],
      ["FLAC of large blocks at another rate", "flac", ...sine, "-ar", "22050", "-frame_size", "16384", "-f", "flac"],
      ["FLAC of 24 bits", "flac", ...sine, "-ar", "96000", "-sample_fmt", "s32", "-f", "flac"],
      ["WebM", "webm", ...video, ...sine, "-pix_fmt", "yuv420p", "-c:v", "libvpx", "-c:a", "libopus", "-f", "webm"],
      [
        "live WebM of short clusters",
        "webm",
        ...video,
        "-pix_fmt",
        "yuv420p",
        "-c:v",
        "libvpx",
        "-live",
        "1",
        "-cluster_time_limit",
        "500",
        "-f",
        "webm",
      ],
      ["WebM with only Vorbis", "weba", ...sine, "-c:a", "libvorbis", "-f", "webm"],
      ["Matroska", "mkv", ...video, "-pix_fmt", "yuv420p", "-c:v", "libx264", "-f", "matroska"],
      ["AVI", "avi", ...video, ...sine, "-f", "avi"],
      ["AU", "au", ...sine, "-f", "au"],
      ["FLV", "flv", ...video, ...sine, "-f", "flv"],
    ])("%s", async (_, format, ...options) => {
      const bytes = execFileSync("ffmpeg", ["-v", "error", ...options, "pipe:1"], { maxBuffer: 2 ** 26 });
      const packets = execFileSync("ffprobe", ["-v", "error", "-show_entries", "packet=pts_time,duration_time", "-of", "csv=p=0", "-"], {
        input: bytes,
      });
      const ends = packets
        .toString()
        .trim()
        .split("\n")
        .map((line) => line.split(",").reduce((sum, part) => sum + (Number(part) || 0), 0));
      expect(Math.abs(((await durationOf(bytes, format)) ?? 0) - Math.max(...ends))).toBeLessThan(0.03);
      if (format === "flac") expect(await durationOf(bytes, format)).toBeCloseTo(3.3, 5);
      // A file that was cut keeps what is whole.
      expect(await durationOf(bytes.subarray(0, bytes.length * 0.9), format)).toBeGreaterThan(0);
    });
  },
);

const findable = [
  "wav",
  "flac",
  "opus",
  "mp3",
  "aac",
  "mp4",
  "webm",
  "ogv",
  "w64",
  "au",
  "caf",
  "mp2",
  "ac3",
  "eac3",
  "amr",
  "avi",
  "flv",
  "mpg",
  "m2t",
];
// Source: RFC 4867, 5.2: silence of half a second, in frames for each channel.
test.each([
  ["one channel", "#!AMR\n", 1, 0x3c, 32],
  ["two channels", "#!AMR_MC1.0\n\0\0\0\x02", 2, 0x3c, 32],
  ["one wide channel", "#!AMR-WB\n", 1, 0x44, 61],
  ["six wide channels", "#!AMR-WB_MC1.0\n\0\0\0\x06", 6, 0x44, 61],
])("the duration of AMR with %s", async (_, head, channels, type, size) => {
  const frame = Buffer.alloc(size);
  frame[0] = type;
  const file = Buffer.concat([Buffer.from(head, "latin1"), ...Array.from({ length: 25 * channels }, () => frame)]);
  expect(await durationOf(file, "amr")).toBeCloseTo(0.5, 9);
});

test.each(findable)("bytes that are no %s have no duration", async (format) => {
  for (const length of [0, 3, 27, 2_000]) {
    expect(await durationOf(Buffer.alloc(length), format)).toBeUndefined();
    expect((await durationOf(Buffer.alloc(length, 0xff), format)) ?? 1).toBeGreaterThan(0);
  }
});
