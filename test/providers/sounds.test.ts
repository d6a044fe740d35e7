/** Sounds in the forms in which servers send them: samples without a header, events, joined files, and other formats than asked for. */
import { expect, test } from "vitest";
import { sourceOfBytes } from "../../src/media/files/byteSource.ts";
import { findDuration } from "../../src/media/files/duration.ts";
import { wavHead } from "../../src/media/files/rawSamples.ts";
import { readWavSound } from "../../src/media/files/wavSound.ts";
import { encodeAudio } from "../../src/media/sounds/encodeAudio.ts";
import { readMediaFile, startTestService } from "../service/testService.ts";
import { start } from "./compatibleService.ts";
import { type Answer, sendJson, startEngine } from "./engine.ts";

const rate = 24_000;
/** Half a second of a tone, signed 16 bits. */
function tone(samplesPerSecond = rate, order: "LE" | "BE" = "LE"): Buffer {
  const bytes = Buffer.alloc(samplesPerSecond);
  for (let at = 0; at < samplesPerSecond / 2; at += 1) {
    const value = Math.round(9_000 * Math.sin((at * 2 * Math.PI * 440) / samplesPerSecond));
    if (order === "LE") bytes.writeInt16LE(value, at * 2);
    else bytes.writeInt16BE(value, at * 2);
  }
  return bytes;
}
const samples = tone();
const withWavHead = (content: Buffer) =>
  Buffer.concat([wavHead({ rate, channels: 1, bits: 16, endianness: "little" }, content.length), content]);
const wav = withWavHead(samples);
const tenTimes = (content: Buffer) => Buffer.concat(Array.from({ length: 10 }, () => content));
/** As a program writes it to a pipe. */
const endless = Buffer.from(wav);
endless.writeUInt32LE(0xffff_ffff, 4);
endless.writeUInt32LE(0xffff_ffff, 40);

const flac = await encodeAudio(new Float32Array(rate / 2), "flac", "silence");

const send =
  (bytes: Uint8Array | string, type: string): Answer =>
  (_, response) =>
    void response.writeHead(200, { "content-type": type }).end(bytes);
const events = (...data: unknown[]) =>
  send(data.map((one) => `data: ${typeof one === "string" ? one : JSON.stringify(one)}\n\n`).join(""), "text/event-stream");
const halves = [samples.subarray(0, 7_001), samples.subarray(7_001)].map((part) => part.toString("base64"));
const gemini = (data: string | undefined) => ({
  candidates: [{ content: { parts: [{ inlineData: { mimeType: "audio/L16;codec=pcm;rate=24000", data } }] } }],
});

async function speak(answer: Answer, format: string) {
  const { service } = await start({ "POST /v1/audio/speech": answer }, { models: { m: { kinds: ["audio"], price: { second: 1 } } } });
  return service.make("audios", { model: "local/m", input: "Hello", voice: "a", format });
}

// Sources: RFC 2586 and what Gemini, Watson and OpenAI document of their samples; OpenAI, "Create speech", `stream_format`.
test.each<[string, Answer, rate: number]>([
  ["samples of the type audio/pcm", send(samples, "audio/pcm"), rate],
  ["samples of another rate", send(tone(16_000), "audio/pcm;rate=16000"), 16_000],
  ["Gemini's type L16", send(samples, "audio/L16;codec=pcm;rate=24000"), rate],
  ["L16 in the order of RFC 2586", send(tone(rate, "BE"), "audio/L16;rate=24000"), rate],
  ["L16 with its order", send(tone(rate, "BE"), "audio/l16;rate=24000;endianness=big-endian"), rate],
  ["samples that are called WAV", send(samples, "audio/wav"), rate],
  ["samples without a type", send(samples, "application/octet-stream"), rate],
  ["a WAV file", send(wav, "audio/wav"), rate],
  ["a WAV file without its sizes", send(endless, "audio/wav"), rate],
  [
    "OpenAI's events",
    events(...halves.map((audio) => ({ type: "speech.audio.delta", audio })), { type: "speech.audio.done", usage: { total_tokens: 9 } }),
    rate,
  ],
  ["deltas", events(...halves.map((delta) => ({ type: "response.audio.delta", delta })), "[DONE]"), rate],
  ["Gemini's events", events(...halves.map(gemini)), rate],
  ["events of chat completions", events(...halves.map((data) => ({ choices: [{ delta: { audio: { data } } }] })), "[DONE]"), rate],
])("WAV is stored for %s", async (_, answer, expected) => {
  const made = await speak(answer, "wav");
  expect(made.body).toMatchObject({ status: "completed", format: "wav" });
  const sound = await readWavSound(sourceOfBytes(readMediaFile(made)));
  expect(sound).toMatchObject({ sampleRate: expected, channels: 1, bitsPerSample: 16, seconds: 0.5 });
  const file = readMediaFile(made);
  const from = sound?.samples.from ?? 0;
  expect(file.subarray(from, from + expected).equals(tone(expected))).toBe(true);
});

// Sources: as above; ElevenLabs, "Stream speech with timing", whose lines of JSON have no type of their own.
/** More than what is held in memory, also of the lines of JSON. */
const long = Buffer.concat(Array.from({ length: 140 }, () => samples));
const longParts = long.toString("base64").match(/.{1,20000}/g) ?? [];
test.each<[string, Answer]>([
  ["events", events(...longParts.map((audio) => ({ type: "speech.audio.delta", audio })), { type: "speech.audio.done" })],
  [
    "lines of JSON",
    send(longParts.map((part) => `${JSON.stringify({ audio_base64: part, alignment: null })}\n`).join(""), "application/json"),
  ],
])("a long sound in small parts is stored as it was sent: %s", async (_, answer) => {
  const file = readMediaFile(await speak(answer, "wav"));
  const stored = await readWavSound(sourceOfBytes(file));
  expect(stored).toMatchObject({ sampleRate: rate, channels: 1, seconds: 70 });
  const from = stored?.samples.from ?? 0;
  expect(file.subarray(from, from + long.length).equals(long)).toBe(true);
});

// Source: Gemini API, "Speech generation": base64 in JSON, which Google's package decodes, with a header before samples. A second has 64 KiB.
test.each<[string, mimeType: string, sound: Buffer, rate: number]>([
  ["half a second of samples", "audio/L16;codec=pcm;rate=24000", samples, rate],
  ["five seconds of samples", "audio/L16;codec=pcm;rate=24000", tenTimes(samples), rate],
  ["fifty seconds of samples", "audio/L16;codec=pcm;rate=24000", tenTimes(tenTimes(samples)), rate],
  ["samples of another rate", "audio/L16;codec=pcm;rate=16000", tenTimes(tone(16_000)), 16_000],
  ["a WAV file", "audio/wav", withWavHead(tenTimes(samples)), rate],
])("the speech of Gemini is stored as it was sent: %s", async (_, mimeType, sound, expected) => {
  const answer = { candidates: [{ content: { parts: [{ inlineData: { mimeType, data: sound.toString("base64") } }] } }] };
  const engine = await startEngine({ "POST /v1beta/models/tts:generateContent": sendJson(answer) });
  const far = { type: "google" as const, baseURL: `${engine.url}/v1beta`, apiKey: "k", models: { tts: { kinds: ["audio" as const] } } };
  const service = await startTestService({ configuration: { providers: { far } } });
  const file = readMediaFile(await service.make("audios", { model: "far/tts", input: "Hello", voice: "Kore", format: "wav" }));
  const stored = await readWavSound(sourceOfBytes(file));
  expect(stored).toMatchObject({ sampleRate: expected, channels: 1, bitsPerSample: 16 });
  const sent = mimeType === "audio/wav" ? sound.subarray(44) : sound;
  const from = stored?.samples.from ?? 0;
  expect(file.subarray(from, from + sent.length).equals(sent)).toBe(true);
});

/** The tone with another value for each sample. */
const changed = (bytes: number, write: (sample: number, target: Buffer) => void) =>
  Buffer.concat(
    Array.from({ length: samples.length / 2 }, (_, at) => {
      const target = Buffer.alloc(bytes);
      write(samples.readInt16LE(at * 2), target);
      return target;
    }),
  );
const floats = changed(4, (sample, target) => target.writeFloatLE(sample / 32_768));
const ofRfc3190 = changed(3, (sample, target) => target.writeIntBE(sample * 256, 0, 3));

test.each<[type: string, sent: Buffer, bits: number, channels: number]>([
  ["audio/pcm;rate=24000;encoding=pcm_f32le", floats, 32, 1],
  ["audio/x-raw, format=F32LE, rate=24000, channels=1", floats, 32, 1],
  ["audio/L24;rate=24000", ofRfc3190, 24, 1],
  ['audio/pcm;rate="12000";channels=2', samples, 16, 2],
])("WAV is stored for %s", async (type, sent, bitsPerSample, channels) => {
  const sound = await readWavSound(sourceOfBytes(readMediaFile(await speak(send(sent, type), "wav"))));
  expect(sound).toMatchObject({ bitsPerSample, channels, seconds: 0.5, encoding: bitsPerSample === 32 ? "float" : "integer" });
});

// Values of the tables of ITU-T G.711, in steps of 16 bits.
test.each([
  ["audio/basic", [0xff, 0x80, 0x00, 0xf0], [0, 32_124, -32_124, 120]],
  ["audio/PCMU;rate=8000", [0xff, 0x80, 0x00, 0xf0], [0, 32_124, -32_124, 120]],
  ["audio/x-alaw;rate=8000", [0xd5, 0x55, 0xaa, 0x2a], [8, -8, 32_256, -32_256]],
])("the samples of %s are stored as ones of 16 bits", async (type, bytes, expected) => {
  const sent = Buffer.from(Array.from({ length: 4_000 }, (_, at) => bytes[at % bytes.length] ?? 0));
  const file = readMediaFile(await speak(send(sent, type), "wav"));
  const sound = await readWavSound(sourceOfBytes(file));
  expect(sound).toMatchObject({ sampleRate: 8_000, bitsPerSample: 16, seconds: 0.5 });
  expect(expected.map((_, at) => file.readInt16LE((sound?.samples.from ?? 0) + at * 2))).toEqual(expected);
});

test.each<[string, Answer]>([
  ["samples of the type audio/pcm", send(samples, "audio/pcm")],
  ["samples of telephony", send(Buffer.alloc(4_000, 0xf0), "audio/basic")],
  ["a WAV file", send(wav, "audio/wav")],
  ["a WAV file without its sizes", send(endless, "audio/wav")],
  ["joined WAV files", send(Buffer.concat([endless, endless]), "audio/wav")],
  ["events with a WAV file", events({ type: "speech.audio.delta", audio: wav.toString("base64") })],
  ["lines with a WAV file", send(`${JSON.stringify({ audio_base64: wav.toString("base64") })}\n{"audio_base64":""}\n`, "application/json")],
  ["hexadecimal digits of a FLAC file", sendJson({ data: { audio: Buffer.from(flac).toString("hex"), status: 2 } })],
  ["base64 of a FLAC file", send(Buffer.from(flac).toString("base64"), "text/plain")],
])("the format that was asked for is stored for %s", async (name, answer) => {
  const made = await speak(answer, "mp3");
  expect(made.body).toMatchObject({ status: "completed", format: "mp3" });
  const seconds = await findDuration(sourceOfBytes(readMediaFile(made)), "mp3");
  // An MP3 file has whole frames, and silence at its ends.
  expect(Math.abs((seconds ?? 0) - (name.startsWith("joined") ? 1 : 0.5))).toBeLessThan(0.2);
});

test("a WAV file that is said to be samples is a WAV file", async () => {
  const made = await speak(send(wav, "audio/pcm;rate=16000"), "pcm");
  expect(made.body).toMatchObject({ status: "completed", format: "wav" });
});

test.each([
  ["audio/pcm", 2],
  ["audio/pcm;rate=16000", 3],
  ["audio/L16;rate=48000;channels=2", 0.5],
])("samples that were asked for have their own format and price: %s", async (type, amount) => {
  const { service } = await start(
    { "POST /v1/audio/speech": send(samples, type) },
    { models: { m: { kinds: ["audio"], price: { second: 4 } } } },
  );
  const made = await service.makeV2({
    type: "out_audio",
    ai: { model: "local/m", audio_voice: "a", audio_format: "pcm" },
    content: [{ type: "input_text", text: "Hello" }],
  });
  expect(made.body).toMatchObject({ contents: { cost: { amount }, files: [{ mime_type: type, size: samples.length }] } });
});

// Half a second of each. Sources: ElevenLabs, `output_format`; Cartesia, `encoding`; Azure, "Audio outputs"; Deepgram, `encoding`.
test.each<[format: string, sent: string, bytes: number, type: string]>([
  ["ulaw_8000", "application/octet-stream", 4_000, "audio/PCMU;rate=8000"],
  ["ulaw_8000", "audio/basic", 4_000, "audio/basic"],
  ["alaw_8000", "audio/mpeg", 4_000, "audio/PCMA;rate=8000"],
  ["pcm_mulaw", "audio/pcm", 4_000, "audio/PCMU;rate=8000"],
  ["pcm_f32le", "audio/pcm;rate=44100", 88_200, "audio/pcm;rate=44100;encoding=pcm_f32le"],
  ["pcm_s16le", "audio/pcm;rate=44100", 44_100, "audio/pcm;rate=44100"],
  ["raw-8khz-8bit-mono-mulaw", "audio/x-raw", 4_000, "audio/PCMU;rate=8000"],
  ["raw-48khz-16bit-mono-pcm", "application/octet-stream", 48_000, "audio/pcm"],
  ["linear16", "audio/l16;rate=24000", 24_000, "audio/l16;rate=24000"],
])("samples of the format %s, sent as %s, are what they are called", async (format, sent, bytes, type) => {
  const { service } = await start(
    { "POST /v1/audio/speech": send(Buffer.alloc(bytes, 0xf0), sent) },
    { models: { m: { kinds: ["audio"], price: { second: 4 }, capabilities: { format: [format] } } } },
  );
  const made = await service.makeV2({
    type: "out_audio",
    ai: { model: "local/m", audio_voice: "a", audio_format: format },
    content: [{ type: "input_text", text: "Hello" }],
  });
  expect(made.body).toMatchObject({ contents: { cost: { amount: 2 }, files: [{ mime_type: type, size: bytes }] } });
});

test.each([
  ["µ-law", { data: Buffer.alloc(4_000, 0x80).toString("base64"), encoding: "pcm_mulaw", sample_rate: 8_000 }, "integer", 32_124],
  ["A-law", { audio: Buffer.alloc(4_000, 0xaa).toString("base64"), output_format: "alaw_8000" }, "integer", 32_256],
])("WAV is stored for samples that JSON calls %s", async (_, body, encoding, first) => {
  const file = readMediaFile(await speak(sendJson(body), "wav"));
  const sound = await readWavSound(sourceOfBytes(file));
  expect(sound).toMatchObject({ sampleRate: 8_000, bitsPerSample: 16, encoding, seconds: 0.5 });
  expect(file.readInt16LE(sound?.samples.from ?? 0)).toBe(first);
});

test("a type that cannot be a header is not stored", async () => {
  const part = { inlineData: { mimeType: "audio/pcm;rate=16000;x=\r\ny", data: samples.toString("base64") } };
  const answer = events({ candidates: [{ content: { parts: [part] } }] });
  const { service } = await start({ "POST /v1/audio/speech": answer }, { models: { m: { kinds: ["audio"] } } });
  const made = await service.makeV2({
    type: "out_audio",
    ai: { model: "local/m", audio_voice: "a", audio_format: "pcm" },
    content: [{ type: "input_text", text: "Hello" }],
  });
  expect(made.body).toMatchObject({ contents: { files: [{ mime_type: expect.stringMatching(/^[\w/;=-]+$/) }] } });
});

test.each<[string, Answer, string]>([
  ["an error among the events", events({ type: "error", error: { message: "Voice not found" } }), "Voice not found"],
  ["events without a sound", events({ type: "speech.audio.done" }), "contain no sound"],
  ["an error in JSON", sendJson({ error: { message: "Voice not found" } }), "Voice not found"],
])("the task fails with the reason for %s", async (_, answer, message) => {
  expect((await speak(answer, "wav")).body).toMatchObject({ status: "failed", error: { message: expect.stringContaining(message) } });
});
