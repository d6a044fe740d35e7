/** Independent programs read the metadata of our files, and decode the same pixels and samples as before. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { findOnPath } from "../../../../../scripts/findBrowser.ts";
import { sourceOfBytes } from "../../../../../src/media/files/byteSource.ts";
import { finishBytes } from "../../../../../src/media/metadata/finishFile.ts";
import { readFileMetadata } from "../../../../../src/media/metadata/readFileMetadata.ts";
import { makeSamples } from "../samples.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const hasExiftool = findOnPath(["exiftool"]) !== undefined;
const hasFfmpeg = findOnPath(["ffmpeg"]) !== undefined;
const origin = { model: "painter/große", isProcedural: false };
const embedded = { prompt: 'A <fox> & "snow"\nin Zürich', kind: "image", request: { interface: "v1" } };

let folder: string;
/** Files before and after the change, by the names of their samples. */
const files: { name: string; before: string; after: string }[] = [];

async function add(name: string, bytes: Uint8Array, extension: string): Promise<void> {
  const path = (what: string) => join(folder, `${name.replaceAll(" ", "-")}-${what}.${extension}`);
  await writeFile(path("before"), bytes);
  await writeFile(path("after"), await finishBytes(bytes, { ...origin, embedded }));
  files.push({ name, before: path("before"), after: path("after") });
}

const film = ["-f", "lavfi", "-i", "testsrc=s=64x64:d=2"];
const isMatroska = (name: string) => /webm|mk[av]/.test(name);

/** Formats that the demo does not write. */
const encodings: readonly { name: string; extension: string; flags: readonly string[] }[] = [
  { name: "vorbis", extension: "ogg", flags: ["-f", "lavfi", "-i", "sine=d=1", "-c:a", "libvorbis"] },
  { name: "mp3 with id3v2.4", extension: "mp3", flags: ["-f", "lavfi", "-i", "sine=d=1", "-id3v2_version", "4", "-metadata", "title=T"] },
  { name: "mp3 without id3", extension: "mp3", flags: ["-f", "lavfi", "-i", "sine=d=1", "-write_id3v2", "0"] },
  {
    name: "fragmented mp4",
    extension: "mp4",
    flags: ["-f", "lavfi", "-i", "testsrc=s=64x64:d=1", "-movflags", "frag_keyframe+empty_moov"],
  },
  { name: "mov", extension: "mov", flags: ["-f", "lavfi", "-i", "testsrc=s=64x64:d=1", "-metadata", "title=T"] },
  { name: "m4a", extension: "m4a", flags: ["-f", "lavfi", "-i", "sine=d=1"] },
  { name: "aac", extension: "aac", flags: ["-f", "lavfi", "-i", "sine=d=1"] },
  { name: "aiff", extension: "aiff", flags: ["-f", "lavfi", "-i", "sine=d=1", "-metadata", "title=T"] },
  { name: "speex", extension: "spx", flags: ["-f", "lavfi", "-i", "sine=d=1:r=16000", "-c:a", "libspeex"] },
  {
    name: "animated avif",
    extension: "avif",
    flags: ["-f", "lavfi", "-i", "testsrc=s=64x64:d=0.5:r=4", "-c:v", "libaom-av1", "-cpu-used", "8"],
  },
  { name: "animated png", extension: "apng", flags: [...film, "-plays", "0"] },
  { name: "gif", extension: "gif", flags: ["-f", "lavfi", "-i", "testsrc=s=64x64:d=1:r=4"] },
  { name: "webm of ffmpeg", extension: "webm", flags: [...film, "-c:v", "libvpx", "-metadata", "title=T"] },
  { name: "webm with cues in front", extension: "webm", flags: [...film, "-c:v", "libvpx", "-cues_to_front", "1"] },
  { name: "webm without space", extension: "webm", flags: [...film, "-c:v", "libvpx", "-live", "1"] },
  { name: "mkv with checksums", extension: "mkv", flags: [...film, "-c:v", "libx264", "-metadata", "title=T"] },
  { name: "mka", extension: "mka", flags: ["-f", "lavfi", "-i", "sine=d=1", "-c:a", "flac"] },
  { name: "flac of ffmpeg", extension: "flac", flags: ["-f", "lavfi", "-i", "sine=d=1", "-metadata", "title=T"] },
];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "generation-studio-readers-"));
  for (const { name, bytes } of await makeSamples()) await add(name, bytes, name.split(" ").at(-1) ?? "");
  for (const { name, extension, flags } of hasFfmpeg ? encodings : []) {
    const file = join(folder, `made.${extension}`);
    execFileSync("ffmpeg", ["-y", "-v", "error", ...flags, "-fflags", "+bitexact", file]);
    await add(name, await readFile(file), extension);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.skipIf(!hasExiftool)("exiftool (skipped without it)", () => {
  const read = (paths: readonly string[]): Record<string, unknown>[] => {
    const options = ["-api", "LargeFileSupport=1", "-a", "-validate", "-all", "-json", "-G1"];
    return JSON.parse(spawnSync("exiftool", [...options, ...paths], { encoding: "utf8" }).stdout) as Record<string, unknown>[];
  };

  test("reads the metadata in every file without a warning", () => {
    const [before, after] = [read(files.map((file) => file.before)), read(files.map((file) => file.after))];
    for (const [index, { name }] of files.entries()) {
      const facts = after[index] ?? {};
      expect([name, facts["ExifTool:Warning"]]).toEqual([name, undefined]);
      // It does not read the comments of Speex.
      if (name === "speex") continue;
      // It reads their first tags only.
      if (isMatroska(name)) continue;
      if (name.startsWith("flac") || name === "opus" || name === "vorbis") {
        expect([name, facts["Vorbis:Xmp"]]).toEqual([name, expect.stringContaining("trainedAlgorithmicMedia")]);
        continue;
      }
      expect([name, facts]).toMatchObject([
        name,
        {
          "XMP-xmp:CreatorTool": "Generation Studio",
          "XMP-iptcExt:DigitalSourceType": "http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia",
          "XMP-iptcExt:AISystemUsed": origin.model,
          "XMP-iptcExt:AIPromptInformation": embedded.prompt,
        },
      ]);
      // Only the file itself and its name differ.
      const other = Object.entries(before[index] ?? {}).filter(
        ([key]) => !/^(?:SourceFile|System:|ExifTool:|File:(?:FileType|ID3Size)$|RIFF:|.*(?:Duration|AvgBitrate|MediaData))/.test(key),
      );
      expect([name, facts]).toMatchObject([name, Object.fromEntries(other)]);
    }
  });
});

describe.skipIf(!hasFfmpeg || findOnPath(["mkvinfo"]) === undefined)("mkvinfo (skipped without it)", () => {
  const read = (path: string) => execFileSync("mkvinfo", ["--all", "--positions", path], { encoding: "utf8" });
  /** What the seek head says, and where its elements are, both from the start of the segment's content. */
  const locationsIn = (path: string) => {
    const lines = read(path).split("\n");
    const [head = -1] = lines.flatMap((line) => /^\|\+ Seek head at (\d+)/.exec(line)?.[1] ?? []).map(Number);
    const names = { KaxInfo: "Segment information", KaxTracks: "Tracks", KaxTags: "Tags", KaxCues: "Cues" };
    const stated = [...read(path).matchAll(/\((Kax\w+)\)[\s\S]*?Seek position: (\d+)/g)];
    const real = (name: string) =>
      lines.flatMap((line) => (line.startsWith(`|+ ${name} at `) ? Number(line.split(" ").at(-1)) - head : []));
    return stated.map(([, id, location]) => [id, real(names[id as keyof typeof names]).includes(Number(location))]);
  };

  test("finds every element where the seek head says, and the packet", () => {
    for (const { name, after } of files.filter((file) => isMatroska(file.name))) {
      expect([name, read(after)]).toEqual([name, expect.stringContaining("Name: XMP")]);
      const locations = locationsIn(after);
      if (name !== "live webm" && name !== "webm without space")
        expect([name, locations.map(([id]) => id)]).toEqual([name, expect.arrayContaining(["KaxTags", "KaxCues"])]);
      expect([name, locations]).toEqual([name, locations.map(([id]) => [id, true])]);
    }
  });
});

describe.skipIf(!hasFfmpeg)("ffmpeg (skipped without it)", () => {
  test("decodes the same pixels and samples", () => {
    for (const { name, before, after } of files) {
      const output = ["-f", "md5", "-"];
      const values = ["-v", "fatal", "-i", before, "-i", after, "-map", "0", ...output, "-map", "1", ...output];
      const [first, second] = execFileSync("ffmpeg", values, { encoding: "utf8" }).trim().split("\n");
      expect([name, second]).toEqual([name, first]);
      expect(first).toMatch(/^MD5=[0-9a-f]{32}$/);
    }
  });

  test("reads the packet of WebM and Matroska, also after a second change", async () => {
    for (const { name, before, after } of files.filter((file) => isMatroska(file.name))) {
      const twice = after.replace("-after", "-twice");
      await writeFile(twice, await finishBytes(await finishBytes(await readFile(before), origin), { ...origin, embedded }));
      for (const path of [after, twice]) {
        const { format } = JSON.parse(execFileSync("ffprobe", ["-v", "error", "-show_format", "-of", "json", path], { encoding: "utf8" }));
        expect([name, format.tags.XMP]).toEqual([name, expect.stringMatching(/trainedAlgorithmicMedia[\s\S]*große[\s\S]*A &#60;fox&#62;/)]);
      }
      // In the middle: by the locations of clusters that the cues state.
      const [first, second] = [before, twice].map((path) =>
        execFileSync("ffmpeg", ["-v", "fatal", "-ss", "1", "-i", path, "-f", "md5", "-"], { encoding: "utf8" }),
      );
      expect([name, second]).toEqual([name, first]);
    }
  });

  test("writes ComfyUI's fields in the form that is read here", async () => {
    const graph = JSON.stringify({
      3: { class_type: "KSampler", inputs: { seed: 5, positive: ["6", 0] } },
      6: { class_type: "CLIPTextEncode", inputs: { text: "a red fox" } },
    });
    const inputs = { video: ["-f", "lavfi", "-i", "testsrc=s=64x64:d=1"], sound: ["-f", "lavfi", "-i", "sine=d=1"] };
    const made = [
      ["comfy.mp4", ...inputs.video, "-movflags", "use_metadata_tags"],
      ["comfy.mp3", ...inputs.sound],
      ["comfy.flac", ...inputs.sound],
      ["comfy.opus", ...inputs.sound],
    ] as const;
    for (const [file, ...flags] of made) {
      const path = join(folder, file);
      execFileSync("ffmpeg", ["-y", "-v", "error", ...flags, "-metadata", `prompt=${graph}`, path]);
      const metadata = await readFileMetadata(sourceOfBytes(await readFile(path)));
      expect([file, metadata?.origin]).toMatchObject([file, { tool: "ComfyUI", prompt: "a red fox", fields: [["seed", "5"]] }]);
    }
  });
});
