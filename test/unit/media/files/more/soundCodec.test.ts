/** Codecs of sounds in videos, as ffprobe names them. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { isSilentInDesktop, isUnseenMedia, isViewedByEditor } from "../../../../../src/contract/viewedByEditor.ts";
import { sourceOfBytes } from "../../../../../src/media/files/byteSource.ts";
import { findSoundCodec } from "../../../../../src/media/files/soundCodec.ts";
import { hasDecoder, probe } from "../../../demo/decoder.ts";

/** ffmpeg's names of what we name. */
const named: Readonly<Record<string, string>> = {
  AAC: "aac",
  "AC-3": "ac3",
  "E-AC-3": "eac3",
  ALAC: "alac",
  FLAC: "flac",
  MP3: "mp3",
  Opus: "opus",
  PCM: "pcm_s16le",
  Vorbis: "vorbis",
};

function film(ending: string, codec: string, hasVideo: boolean): Uint8Array {
  const folder = mkdtempSync(path.join(tmpdir(), "generation-studio-"));
  try {
    const file = path.join(folder, `film.${ending}`);
    const video = hasVideo ? ["-f", "lavfi", "-i", "color=red:s=64x64:d=0.5"] : [];
    const flags = ["-v", "error", ...video, "-f", "lavfi", "-i", "sine=d=0.5:r=48000", "-strict", "-2", "-c:a", codec, file];
    execFileSync("ffmpeg", flags);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.skipIf(!hasDecoder).each([
  ["mp4", "aac", true],
  ["mp4", "libmp3lame", true],
  ["mp4", "libopus", true],
  ["mp4", "ac3", true],
  ["mp4", "eac3", true],
  ["mp4", "flac", true],
  ["mp4", "alac", true],
  ["mov", "aac", true],
  ["mov", "pcm_s16le", true],
  ["m4a", "aac", false],
  ["webm", "libopus", true],
  ["webm", "libvorbis", true],
  ["mkv", "aac", true],
  ["mkv", "flac", true],
  ["mkv", "libmp3lame", true],
  ["mka", "libopus", false],
])("the sound of a %s with %s is the one that ffprobe reads (skipped without ffmpeg)", async (ending, codec, hasVideo) => {
  const bytes = film(ending, codec, hasVideo);
  const found = await findSoundCodec(sourceOfBytes(bytes));
  expect(named[found ?? ""]).toBe(probe(bytes).streams.at(-1)?.codec_name);
});

test("a file without a sound, and one of another format, have none", async () => {
  for (const bytes of [Buffer.from("RIFF....WAVEfmt "), Buffer.alloc(0), Buffer.from("\0\0\0\x08ftyp", "latin1")])
    expect(await findSoundCodec(sourceOfBytes(bytes))).toBeUndefined();
});

test.each([
  ["a.mp4", true, false],
  ["a.ogg", true, false],
  ["A.PNG", true, false],
  ["a.opus", false, true],
  ["a.flac", false, true],
  ["a.m4a", false, true],
  ["a.aac", false, true],
  ["a.mov", false, true],
  ["a.mkv", false, true],
  ["a.jxl", false, true],
  ["notes.md", false, false],
  ["a.unknown", false, false],
])("%s is shown by VS Code: %s, and else is media without an editor: %s", (name, isViewed, isUnseen) => {
  expect([isViewedByEditor(name), isUnseenMedia(name)]).toEqual([isViewed, isUnseen]);
});

test("AAC and Opus of videos are silent on the desktop, Vorbis and MP3 are not", () => {
  expect(["AAC", "Opus", "Vorbis", "MP3", "FLAC"].map(isSilentInDesktop)).toEqual([true, true, false, false, false]);
});
