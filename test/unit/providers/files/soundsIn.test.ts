/** Sounds in the forms in which services send them, or their parts. Sources: the references of the services that are named, for each form. */
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { sourceOf, wholeOf } from "../../../../src/providers/fileContent.ts";
import { collectFiles, createFileTaker } from "../../../../src/providers/files/answeredFiles.ts";
import { readContent } from "../../../../src/providers/files/readContent.ts";
import { soundsIn } from "../../../../src/providers/files/soundsIn.ts";

/** Begins as MP3 files do; long enough for its base64 to be taken out of an answer. */
const mp3 = Buffer.concat([Buffer.from("494433040000000000", "hex"), randomBytes(200_001)]);
const [first, second, third] = [mp3.subarray(0, 100_000), mp3.subarray(100_000, 200_003), mp3.subarray(200_003)];
const parts = [first, second, third];
const samples = Buffer.from(Int16Array.from({ length: 40_000 }, (_, at) => 9_000 * Math.sin(at / 9)).buffer);
const base64 = (bytes: Buffer) => bytes.toString("base64");
const lines = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join("");
const events = (...values: unknown[]) => values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join("");
const json = (value: unknown) => JSON.stringify(value);

/** As an answer of a known length is read. */
async function read(answer: string) {
  const bytes = Buffer.from(answer);
  const { result, files } = await collectFiles("audio", async () => {
    const taker = createFileTaker(bytes.length);
    taker?.add(bytes);
    return taker?.end() ?? bytes;
  });
  const { contents: sounds } = await soundsIn(result, files, undefined);
  return Promise.all(
    sounds.map(async ({ content, mediaType }) => {
      const whole =
        typeof content === "string"
          ? (await readContent(content, () => Promise.reject(new Error("No link.")))).bytes
          : await wholeOf("content" in content ? content.content : content);
      if (typeof content !== "string" && "content" in content && "close" in content.content) await content.content.close();
      return { bytes: Buffer.from(await sourceOf(whole).read(0, whole.byteLength)), mediaType };
    }),
  );
}

test.each<[form: string, answer: string]>([
  ["lines of ElevenLabs", lines(...parts.map((part) => ({ audio_base64: base64(part), alignment: { characters: ["a"] } })))],
  ["lines of Hume", lines(...parts.map((part, at) => ({ type: "audio", audio: base64(part), chunk_index: at, audio_format: "mp3" })))],
  ["lines of Inworld", lines(...parts.map((part) => ({ result: { audioContent: base64(part) } })))],
  ["lines whose last one has no sound", lines(...parts.map((part) => ({ code: 0, data: base64(part) })), { code: 20_000_000, data: null })],
  ["a JSON array", json(parts.map((part) => ({ candidates: [{ content: { parts: [{ inlineData: { data: base64(part) } }] } }] })))],
  [
    "events of Cartesia",
    events(...parts.map((part) => ({ type: "chunk", data: base64(part), done: false })), { type: "done", done: true }),
  ],
  ["events of Neuphonic", events(...parts.map((part) => ({ status_code: 200, data: { audio: base64(part) } })))],
  ["events without empty lines", events(...parts.map((audio) => ({ audio: base64(audio) }))).replaceAll("\n\n", "\n")],
  [
    "events whose lines end as on Windows, with a byte order mark",
    `\ufeff${events(...parts.map((part) => ({ audio: base64(part) }))).replaceAll("\n", "\r\n")}`,
  ],
  [
    "events of several lines",
    `event: audio\n${parts.map((part) => `data: {\ndata:   "audio": "${base64(part)}",\ndata:   "words": [\ndata: ]}\n\n`).join("")}`,
  ],
  ["events after one that is broken", `data: {"audio\n\n${events(...parts.map((part) => ({ audio: base64(part) })))}`],
  ["events of many small parts", events(...(base64(mp3).match(/.{1,400}/g) ?? []).map((audio) => ({ audio })))],
  [
    "events of base64 alone",
    `data: ping\n\n${parts
      .slice(0, 2)
      .map((part) => `data: ${base64(part)}\n\n`)
      .join("")}data: ${json({ audio: base64(third) })}\n\n`,
  ],
  [
    "events of MiniMax",
    events(...parts.map((part) => ({ data: { audio: part.toString("hex"), status: 1 } })), { data: { audio: "", status: 2 } }),
  ],
  [
    "events of MiniMax with the whole sound at the end",
    events(...parts.map((part) => ({ data: { audio: part.toString("hex"), status: 1 } })), {
      data: { audio: mp3.toString("hex"), status: 2 },
    }),
  ],
  ["hexadecimal digits", json({ data: { audio: mp3.toString("hex"), status: 2 } })],
  ["Resemble's JSON", json({ success: true, audio_content: base64(mp3), sample_rate: 24_000 })],
  ["Speechify's JSON", json({ audio_data: base64(mp3), audio_format: "mp3" })],
  ["Murf's JSON", json({ audioFile: "", encodedAudio: base64(mp3) })],
  ["base64 alone", base64(mp3)],
  ["base64 as a JSON string", json(base64(mp3))],
])("%s", async (_, answer) => {
  const sounds = await read(answer);
  expect(sounds).toHaveLength(1);
  expect(sounds[0]?.bytes.equals(mp3)).toBe(true);
});

test.each<[form: string, answer: string, mediaType: string]>([
  ["MiniMax", json({ data: { audio: samples.toString("hex") }, extra_info: { audio_sample_rate: 32_000 } }), "audio/pcm;rate=32000"],
  ["Neuphonic", events({ data: { audio: base64(samples), sampling_rate: 22_050 } }), "audio/pcm;rate=22050"],
  ["Gemini", json([{ inlineData: { mimeType: "audio/L16;rate=24000", data: base64(samples) } }]), "audio/L16;rate=24000"],
  ["a type without a rate", json({ mime_type: "audio/pcm", sample_rate: 16_000, audio: base64(samples) }), "audio/pcm;rate=16000"],
  ["Cartesia's encoding", events({ data: base64(samples), encoding: "pcm_mulaw", sample_rate: 8_000 }), "audio/PCMU;rate=8000"],
  ["A-law", json({ audio: base64(samples), output_format: "alaw_8000" }), "audio/PCMA;rate=8000"],
  ["floating point", json({ audio: base64(samples), format: "pcm_f32le", sample_rate: 44_100 }), "audio/pcm;rate=44100;encoding=pcm_f32le"],
])("samples have the form and the rate that are stated beside them: %s", async (_, answer, mediaType) => {
  const [sound] = await read(answer);
  expect(sound?.mediaType).toBe(mediaType);
  expect(sound?.bytes.equals(samples)).toBe(true);
});

test("each of several sounds is kept", async () => {
  const sounds = await read(json({ audios: [base64(mp3), base64(first)] }));
  expect(sounds.map(({ bytes }) => bytes.length)).toEqual([mp3.length, first.length]);
});

test("silence is base64, although its letters are hexadecimal digits", async () => {
  const silence = Buffer.alloc(90_000);
  const [sound] = await read(events({ audio: base64(silence) }, { audio: base64(silence) }));
  expect(sound?.bytes.equals(Buffer.concat([silence, silence]))).toBe(true);
});

const link = "https://files.example/a.mp3";
test.each<[form: string, answer: unknown, contents: readonly string[]]>([
  ["links", [link, `${link}?2`], [link, `${link}?2`]],
  ["objects with links", [{ url: link }], [link]],
  ["base64", [base64(first)], [base64(first)]],
])("a JSON array of %s is a list of sounds", async (_, answer, contents) => {
  const { contents: sounds } = await soundsIn(Buffer.from(json(answer)), new Map(), undefined);
  expect(sounds.map(({ content }) => content)).toEqual(contents);
});
