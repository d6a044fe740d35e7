/** Texts that other programs write into sounds and videos, or move within an image, with the values that exiftool and ffprobe read. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { findOnPath } from "../../../../../scripts/findBrowser.ts";
import { sourceOfBytes } from "../../../../../src/media/files/byteSource.ts";
import { finishBytes } from "../../../../../src/media/metadata/finishFile.ts";
import { readFileMetadata } from "../../../../../src/media/metadata/readFileMetadata.ts";
import { makeJpeg, makePng } from "../samples.ts";

const has = (program: string) => findOnPath([program]) !== undefined;
const graph = JSON.stringify({
  1: { class_type: "KSampler", inputs: { seed: 7, steps: 20, model: ["2", 0], positive: ["3", 0], latent_image: ["5", 0] } },
  2: { class_type: "CheckpointLoaderSimple", inputs: { ckpt_name: "own.safetensors" } },
  3: { class_type: "CLIPTextEncode", inputs: { text: "a red fox" } },
  5: { class_type: "EmptyLatentImage", inputs: {} },
});
const parameters = "a red fox\nNegative prompt: blurry\nSteps: 20, Sampler: Euler, Seed: 7, Model: own";

function inFolder<Result>(use: (folder: string) => Result): Result {
  const folder = mkdtempSync(path.join(tmpdir(), "generation-studio-"));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const video = ["-f", "lavfi", "-i", "color=red:s=64x64:d=0.5"];
const sound = ["-f", "lavfi", "-i", "sine=d=0.5:r=48000"];

/** A file of ffmpeg, and the value that a program reads from it. */
function write(name: string, input: readonly string[], tags: Readonly<Record<string, string>>, ...flags: readonly string[]) {
  return inFolder((folder) => {
    const file = path.join(folder, name);
    const metadata = Object.entries(tags).flatMap(([tag, value]) => ["-metadata", `${tag}=${value}`]);
    execFileSync("ffmpeg", ["-v", "error", ...input, ...metadata, ...flags, file]);
    // Those of Ogg belong to its stream.
    const entries = ["-show_entries", "format_tags:stream_tags", "-of", "json"];
    const { format, streams } = JSON.parse(execFileSync("ffprobe", ["-v", "error", ...entries, file], { encoding: "utf8" }));
    return { bytes: readFileSync(file), probed: Object.values<string>({ ...streams?.[0]?.tags, ...format.tags }) };
  });
}

const originOf = async (bytes: Uint8Array) => (await readFileMetadata(sourceOfBytes(bytes)))?.origin;

describe.skipIf(!has("ffmpeg") || !has("ffprobe"))("a text in a file of ffmpeg (skipped without ffmpeg)", () => {
  test.each([
    ["film.webm", { PROMPT: graph, WORKFLOW: "{}" }, []],
    ["film.mkv", { prompt: graph, workflow: "{}" }, []],
    ["film.webm", { comment: JSON.stringify({ prompt: graph, workflow: "{}" }) }, []],
    ["film.mp4", { comment: JSON.stringify({ prompt: graph }) }, []],
    ["film.mp4", { description: JSON.stringify({ prompt: graph }) }, []],
    ["film.mp4", { synopsis: JSON.stringify({ prompt: graph }) }, []],
    ["film.mp4", { prompt: graph }, ["-movflags", "use_metadata_tags"]],
    ["film.mov", { comment: JSON.stringify({ prompt: graph }) }, []],
    ["film.mov", { comment: JSON.stringify({ prompt: graph }) }, ["-movflags", "use_metadata_tags"]],
  ])("%s with %o is ComfyUI's", async (name, tags, flags) => {
    const { bytes, probed } = write(name, video, tags, ...flags);
    for (const value of Object.values(tags)) expect(probed).toContain(value);
    expect(await originOf(bytes)).toMatchObject({ tool: "ComfyUI", model: "own.safetensors", prompt: "a red fox", kind: "video" });
  });

  test.each([
    ["film.mp4", video, { comment: parameters }, "video"],
    ["film.webm", video, { comment: parameters }, "video"],
    ["sound.wav", sound, { comment: parameters }, "audio"],
    ["sound.mka", sound, { comment: parameters }, "audio"],
  ])("%s with parameters is a %s", async (name, input, tags, kind) => {
    const { bytes, probed } = write(name, input, tags);
    expect(probed).toContain(parameters);
    expect(await originOf(bytes)).toMatchObject({ model: "own", prompt: "a red fox", negativePrompt: "blurry", kind });
  });

  const suno = "made with suno; created=2026-02-25T03:57:12Z; id=6ec687e6-b51d-4a4b-9472-27bd8be77ffa";
  test.each(["song.mp3", "song.ogg", "song.wav", "song.m4a"])("%s with Suno's description is Suno's", async (name) => {
    for (const tag of name === "song.ogg" ? ["description", "comment"] : ["comment"]) {
      const { bytes, probed } = write(name, sound, { [tag]: suno });
      expect(probed).toContain(suno);
      const origin = await originOf(bytes);
      expect(origin).toMatchObject({ tool: "Suno", kind: "audio", isByGenerator: true });
      expect(origin?.fields).toContainEqual(["id", "6ec687e6-b51d-4a4b-9472-27bd8be77ffa"]);
    }
  });

  const label = JSON.stringify({ AIGC: { Label: "1", ContentProducer: "HUABABSpeech7E01", ProduceID: "f123" } });
  test.each([
    ["a.mp3", sound, "audio", []],
    ["a.flac", sound, "audio", []],
    ["a.opus", sound, "audio", []],
    ["a.webm", video, "video", []],
    ["a.mp4", video, "video", ["-movflags", "use_metadata_tags"]],
  ] as const)("%s with the label of China is generated", async (name, input, kind, flags) => {
    const { bytes, probed } = write(name, input, { AIGC: label }, ...flags);
    expect(probed).toContain(label);
    expect(await originOf(bytes)).toMatchObject({ tool: "HUABABSpeech7E01", kind, isByGenerator: true });
  });

  test("a mark of an MP3 that ffmpeg converts to Opus or FLAC is read from its comment", async () => {
    const { bytes: mp3 } = write("a.mp3", sound, {});
    const stated = { model: "speaker/große", isProcedural: false, embedded: { prompt: "Hello", kind: "audio" as const } };
    const marked = await finishBytes(mp3, stated);
    for (const name of ["b.opus", "b.flac"]) {
      const converted = inFolder((folder) => {
        const [from, to] = [path.join(folder, "a.mp3"), path.join(folder, name)];
        writeFileSync(from, marked);
        execFileSync("ffmpeg", ["-v", "error", "-i", from, to]);
        return readFileSync(to);
      });
      expect(await originOf(converted)).toMatchObject({ model: "speaker/große", prompt: "Hello" });
    }
  });
});

describe.skipIf(!has("exiftool") || !has("avifenc") || !has("cjxl"))("an image (skipped without exiftool, avifenc and cjxl)", () => {
  const run = (program: string, ...values: string[]) => execFileSync(program, values, { stdio: "pipe", encoding: "utf8" });
  const fields = ["XMP-dc:Description", "XMP-exif:UserComment", "EXIF:UserComment"] as const;

  test.each(["avif", "jxl", "gif", "png", "jpg", "webp"])(
    "of the format %s has the texts that exiftool has written into it",
    async (ending) => {
      for (const field of fields.filter((one) => ending !== "gif" || one.startsWith("XMP"))) {
        const file = inFolder((folder) => {
          const [png, made] = [path.join(folder, "a.png"), path.join(folder, `b.${ending}`)];
          writeFileSync(png, makePng());
          if (ending === "avif") run("avifenc", png, made);
          else if (ending === "jxl") run("cjxl", png, made);
          else run("ffmpeg", "-v", "error", "-i", png, made);
          run("exiftool", "-m", "-q", "-overwrite_original", `-${field}=${parameters}`, made);
          expect(run("exiftool", "-b", `-${field}`, made).replaceAll("\r", "")).toBe(parameters);
          return readFileSync(made);
        });
        expect([field, await originOf(file)]).toMatchObject([field, { model: "own", prompt: "a red fox", negativePrompt: "blurry" }]);
      }
    },
  );

  test.each(["XMP-dc:Description", "EXIF:UserComment"])("whose %s cjxl has compressed has the same text", async (field) => {
    const file = inFolder((folder) => {
      const [jpeg, made] = [path.join(folder, "a.jpg"), path.join(folder, "b.jxl")];
      writeFileSync(jpeg, makeJpeg());
      run("exiftool", "-q", "-overwrite_original", `-${field}=${parameters}`, jpeg);
      run("cjxl", jpeg, made);
      return readFileSync(made);
    });
    expect(file.includes("brob")).toBe(true);
    expect(file.includes("red fox")).toBe(false);
    expect(await originOf(file)).toMatchObject({ model: "own", prompt: "a red fox", negativePrompt: "blurry" });
  });
});

describe("metadata that ImageMagick moves into texts of a PNG", () => {
  const profile = (name: string, bytes: Buffer) => {
    const lines = bytes.toString("hex").match(/.{1,72}/g) ?? [];
    return makePng({ [`Raw profile type ${name}`]: `\n${name}\n${String(bytes.length).padStart(8)}\n${lines.join("\n")}\n` });
  };

  test("XMP and Exif are read, with and without the head of JPEG", async () => {
    const marked = await finishBytes(makePng(), { model: "own/painter", isProcedural: false });
    const packet = Buffer.from(marked.subarray(Buffer.from(marked).indexOf("<?xpacket"), Buffer.from(marked).lastIndexOf("?>") + 2));
    expect(await originOf(profile("xmp", packet))).toMatchObject({ model: "own/painter" });
    const inJpeg = Buffer.concat([Buffer.from("http://ns.adobe.com/xap/1.0/\0"), packet]);
    expect(await originOf(profile("APP1", inJpeg))).toMatchObject({ model: "own/painter" });
    const comment = Buffer.from(`ASCII\0\0\0${parameters}`);
    const exif = Buffer.concat([
      Buffer.from("MM\0*\0\0\0\x08\0\x01\x87\x69\0\x04\0\0\0\x01\0\0\0\x1a\0\0\0\0\0\x01\x92\x86\0\x07", "latin1"),
      u32(comment.length),
      u32(44),
      u32(0),
      comment,
    ]);
    expect(await originOf(profile("exif", Buffer.concat([Buffer.from("Exif\0\0"), exif])))).toMatchObject({
      model: "own",
      prompt: "a red fox",
    });
    expect(await originOf(profile("exif", exif))).toMatchObject({ model: "own", prompt: "a red fox" });
  });
});

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
