/** Local programs as models. */
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";
import { findOnPath } from "../../../scripts/findBrowser.ts";
import { decodePng } from "../../../src/media/images/decodePng.ts";
import { encodePng } from "../../../src/media/images/encodePng.ts";
import { encodeWav } from "../../../src/media/sounds/encodeWav.ts";
import { readConfiguration } from "../../../src/providers/readConfiguration.ts";
import { errorBody, invalidRequest, readMediaFile, startTestService } from "../../service/testService.ts";

const start = (models: Record<string, unknown>) =>
  startTestService({ configuration: readConfiguration(JSON.stringify({ providers: { tools: { type: "command", models } } })) });

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-commands-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** ffprobe's description of a file. */
async function probe(bytes: Buffer, name: string): Promise<string> {
  const file = path.join(await temporaryFolder(), name);
  await writeFile(file, bytes);
  const { stdout } = spawnSync("ffprobe", [
    "-v",
    "error",
    "-show_entries",
    "stream=codec_name,width,height:format=duration",
    "-of",
    "csv",
    file,
  ]);
  return stdout.toString();
}

const espeak = {
  kinds: ["audio"],
  run: ["espeak-ng", "--stdin", "--stdout", "-v", "{voice}"],
  output: { format: "wav" },
  capabilities: { voice: ["en", "en-us", "de"] },
};

test("espeak-ng speaks the text on its standard input", async () => {
  const service = await start({ espeak });
  const made = await service.make("audios", { model: "tools/espeak", input: "The tide comes in.", voice: "en", format: "wav" });
  expect(made.body).toMatchObject({ status: "completed", format: "wav" });
  const probed = await probe(readMediaFile(made), "speech.wav");
  expect(probed).toContain("pcm_s16le");
  expect(Number(/format,([\d.]+)/.exec(probed)?.[1])).toBeGreaterThan(0.5);
});

test.each([
  ["mp3", "mp3"],
  ["opus", "opus"],
  ["flac", "flac"],
])("a command's WAV output is converted to %s", async (format, codec) => {
  const service = await start({ espeak });
  const made = await service.make("audios", { model: "tools/espeak", input: "The tide comes in.", voice: "en", format });
  expect(made.body).toMatchObject({ status: "completed", format });
  const probed = await probe(readMediaFile(made), `speech.${format}`);
  expect(probed).toContain(codec);
  expect(Number(/format,([\d.]+)/.exec(probed)?.[1])).toBeGreaterThan(0.5);
});

test("a program gets only the variables that it needs and those of the configuration", async () => {
  const before = { ...process.env };
  onTestFinished(() => {
    process.env = before;
  });
  Object.assign(process.env, { PGPASSWORD: "secret", OPENAI_API_KEY: "secret", DATABASE: "postgres://ada:secret@db", LANG: "C.UTF-8" });
  const models = { env: { kinds: ["text"], run: ["env"], output: { format: "txt" } } };
  const environment = { OMP_NUM_THREADS: "2", MODEL_KEY: `\${MODEL_KEY}` };
  const configuration = readConfiguration(JSON.stringify({ providers: { tools: { type: "command", models, environment } } }));
  const service = await startTestService({ configuration, environment: { MODEL_KEY: "own" } });
  const answer = await service.post("/api/v1/responses", { model: "tools/env", input: "Hello" });
  const printed = JSON.stringify(answer.body.output);
  expect(printed).not.toContain("secret");
  for (const line of [`PATH=${process.env.PATH}`, "LANG=C.UTF-8", "OMP_NUM_THREADS=2", "MODEL_KEY=own"]) expect(printed).toContain(line);
});

test.each([["-w/etc/x"], ["--help"], ["-"], [" -w"], ["@/etc/passwd"], ["+x"], ["/?"], ["\u2212w"], ["a\0b"]])(
  "the voice %j, which a program could read as an option, is refused",
  async (voice) => {
    const echo = { kinds: ["audio"], run: ["printf", "%s", "{voice}"], output: { format: "wav" } };
    const service = await start({ echo });
    const answer = await service.post("/api/v1/audios", { model: "tools/echo", input: "Hello", voice, format: "wav" });
    expect(answer).toMatchObject({ status: 400, body: invalidRequest("voice") });
  },
);

test("a value within a word, and one with a hyphen inside, is passed on", async () => {
  const echo = { kinds: ["audio"], run: ["printf", "%s", "--voice={voice}"], output: { format: "wav" } };
  const service = await start({ echo });
  const answer = await service.post("/api/v1/audios", { model: "tools/echo", input: "Hello", voice: "-en-us", format: "wav" });
  expect(answer.status).toBe(202);
});

const canListen = findOnPath(["pocketsphinx_continuous"]) !== undefined;
const sentences = ["good morning everybody", "the weather is nice today", "one two three four five"];

test.skipIf(!canListen)("a speech recognizer recognizes the speech of espeak-ng (skipped without pocketsphinx)", async () => {
  const service = await start({ espeak: { ...espeak, run: [...espeak.run, "-s", "130"] } });
  const folder = await temporaryFolder();
  const [spoken, sampled, grammar] = ["spoken.wav", "sampled.wav", "sentences.gram"].map((name) => path.join(folder, name));
  await writeFile(grammar ?? "", `#JSGF V1.0;\ngrammar sentences;\npublic <sentence> = ${sentences.join(" | ")};\n`);
  for (const input of sentences) {
    const made = await service.make("audios", { model: "tools/espeak", input, voice: "en-us", format: "wav" });
    await writeFile(spoken ?? "", readMediaFile(made));
    spawnSync("ffmpeg", ["-v", "error", "-y", "-i", spoken ?? "", "-ar", "16000", sampled ?? ""]);
    const heard = spawnSync("pocketsphinx_continuous", ["-infile", sampled ?? "", "-jsgf", grammar ?? "", "-logfn", "/dev/null"]);
    expect(heard.stdout.toString().trim()).toBe(input);
  }
});

test("a field that the command does not use is refused by name", async () => {
  const service = await start({ espeak });
  const refuse = async (body: object) =>
    (await service.post("/api/v1/audios", { model: "tools/espeak", input: "x", voice: "en", format: "wav", ...body })).body;
  expect(await refuse({ voice: "fr" })).toEqual(invalidRequest("voice"));
  expect(await refuse({ format: "aac" })).toEqual(invalidRequest("format"));
  expect(await refuse({ speed: 2 })).toEqual(invalidRequest("speed"));
});

test("ffmpeg writes a video to the file that {output} names", async () => {
  const run = [
    "ffmpeg",
    "-v",
    "error",
    "-f",
    "lavfi",
    "-i",
    "testsrc=size=64x64:rate=10:duration={duration}",
    "-pix_fmt",
    "yuv420p",
    "{output}",
  ];
  const service = await start({ video: { kinds: ["video"], run, output: { format: "mp4" } } });
  const made = await service.make("videos", { model: "tools/video", prompt: "a test pattern", duration: 2 });
  expect(made.body).toMatchObject({ status: "completed" });
  expect(await probe(readMediaFile(made), "clip.mp4")).toMatch(/h264,64,64[\s\S]*format,2\.0/);
});

test("a command gets its arguments without a shell, and a text model prints its answer", async () => {
  const service = await start({ echo: { kinds: ["text"], run: ["cat"], output: { format: "txt" } } });
  const { body } = await service.post("/api/v1/responses", { model: "tools/echo", input: "$(id) `id` ; id" });
  expect(body).toMatchObject({ output: [{ content: [{ text: "$(id) `id` ; id" }] }] });
});

test("audio is charged by the second, according to the duration of the file", async () => {
  const file = path.join(await temporaryFolder(), "silence.wav");
  await writeFile(file, encodeWav([new Float32Array(16_000)], 8_000, "silence"));
  const speaker = { kinds: ["audio"], run: ["cat", file], output: { format: "wav" }, price: { second: 0.25 } };
  const service = await start({ speaker });
  const made = await service.makeV2({ ai: { model: "tools/speaker" }, type: "out_audio", content: [{ type: "input_text", text: "x" }] });
  expect(made.body).toMatchObject({ contents: { cost: { amount: 0.5 } } });
});

test("a command that takes too long, or writes too much, fails", async () => {
  const service = await start({
    slow: { kinds: ["text"], run: ["sleep", "60"], output: { format: "txt" }, timeout: 0.2 },
    large: { kinds: ["text"], run: ["head", "-c", "5000", "/dev/zero"], output: { format: "txt" }, maximumBytes: 1000 },
    missing: { kinds: ["text"], run: ["no-such-program"], output: { format: "txt" } },
  });
  const fail = async (model: string) => (await service.post("/api/v1/responses", { model: `tools/${model}`, input: "x" })).body;
  expect(await fail("slow")).toEqual(errorBody("timeout", "timeout", null));
  expect(await fail("large")).toMatchObject({ error: { message: expect.stringContaining("too large") } });
  expect(await fail("missing")).toMatchObject({ error: { message: expect.stringContaining("cannot be started") } });
});

test("processes that a command has started end with its task", async () => {
  const folder = await temporaryFolder();
  const file = path.join(folder, "pid");
  const service = await start({
    group: { kinds: ["image"], run: ["sh", "-c", `sleep 300 & echo $! > ${file}; wait`], output: { format: "png" } },
  });
  const { body } = await service.post("/api/v1/images", { model: "tools/group", prompt: "x" });
  await expect.poll(() => readFile(file, "utf8").catch(() => "")).toMatch(/\d+\n/);
  const pid = Number(await readFile(file, "utf8"));
  expect((await service.delete(`/api/v1/responses/${body.id}`)).status).toBe(200);
  await expect.poll(() => isRunning(pid)).toBe(false);
});

/** A killed process that nobody has waited for (a zombie) no longer runs. */
async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return status !== "" && !/\) Z /.test(status);
}

const readme = await readFile(new URL("../../../docs/providers.md", import.meta.url), "utf8");
const readmeLines = [...readme.matchAll(/\| `("\w+": \{ "type": "command".*\})` \|/g)].map(([, line = ""]) => line);

test("each command of the documentation works as written, with the values that a client has to send", async () => {
  const configuration = readConfiguration(`{ "providers": { ${readmeLines.join(", ")} } }`);
  const service = await startTestService({ configuration, superset: true });
  expect((await service.get("/api/v1/models/voices%2Fespeak")).body).toMatchObject({ capabilities: { voice: ["default"] } });
  for (const voice of ["default", "alloy"]) {
    const spoken = await service.make("audios", { model: "voices/espeak", input: "The tide comes in.", voice, format: "wav" });
    expect(spoken.body).toMatchObject({ status: "completed", format: "wav" });
    expect(await probe(readMediaFile(spoken), "speech.wav")).toContain("pcm_s16le");
  }
  const film = await service.make("videos", { model: "clips/test", prompt: "quit and never come back" });
  expect(film.body).toMatchObject({ status: "completed" });
  expect(await probe(readMediaFile(film), "clip.mp4")).toMatch(/h264|mpeg4/);
});

const noise = {
  kinds: ["image"],
  run: [
    ...["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi"],
    ...["-i", "color=gray:size=16x16,format=rgb24,noise=all_seed={seed}:all_strength=100", "-frames:v", "1", "{output}"],
  ],
  output: { format: "png" },
  price: { image: 0.5 },
};

/** The files of a completed task, decoded. */
const decodeAll = (task: { body: { data?: unknown } }) =>
  z
    .array(z.object({ b64_json: z.string() }))
    .parse(task.body.data)
    .map(({ b64_json }) => decodePng(Buffer.from(b64_json, "base64"))?.data);

test("a command with a seed runs once for each of n images, with the next seed, and each is charged", async () => {
  const service = await start({ noise });
  const ask = async (fields: object) => service.make("images", { model: "tools/noise", prompt: "Noise", ...fields });
  const images = decodeAll(await ask({ seed: 5, n: 3 }));
  expect(images).toHaveLength(3);
  const single = async (seed: number) => decodeAll(await ask({ seed }))[0];
  expect(images).toEqual([await single(5), await single(6), await single(7)]);
  expect(new Set(images.map(String)).size).toBe(3);
  // Without one, each task has a seed of its own.
  expect(decodeAll(await ask({}))[0]).not.toEqual(decodeAll(await ask({}))[0]);

  const ai = { model: "tools/noise", image_seed: "5", image_n: "3" };
  const made = await service.makeV2({
    type: "out_image",
    ai,
    content: [{ type: "input_text", text: "Noise" }],
    response_format: "b64_json",
  });
  const { cost, files } = z
    .object({ cost: z.object({ amount: z.number() }), files: z.array(z.object({ data: z.string() })) })
    .parse(made.body.contents);
  expect(files.map(({ data }) => decodePng(Buffer.from(data, "base64"))?.data)).toEqual(images);
  expect(cost.amount).toBe(1.5);
});

test("a command with a mask changes only what is transparent in it", async () => {
  const paint = {
    kinds: ["image"],
    run: [
      ...["ffmpeg", "-nostdin", "-v", "error", "-i", "{image}", "-i", "{mask}", "-f", "lavfi", "-i", "color=red:size=8x8:duration=1"],
      ...[
        "-filter_complex",
        "[1]format=rgba,alphaextract,negate[m];[2]format=rgba[c];[c][m]alphamerge[o];[0][o]overlay=format=rgb,format=rgb24",
      ],
      ...["-frames:v", "1", "{output}"],
    ],
    output: { format: "png" },
  };
  const service = await start({ paint, noise });
  const draw = (pixel: (x: number) => readonly number[]) => {
    const data = Array.from({ length: 64 }, (_, at) => pixel(at % 8)).flat();
    return `data:image/png;base64,${Buffer.from(encodePng({ width: 8, height: 8, channels: 4, data: Uint8Array.from(data) })).toString("base64")}`;
  };
  const image = [{ type: "input_image", image_url: draw(() => [0, 0, 255, 255]) }];
  const mask = draw((x) => [0, 0, 0, x < 4 ? 0 : 255]);
  const [data = new Uint8Array()] = decodeAll(await service.make("images", { model: "tools/paint", prompt: "Red", image, mask }));
  for (let x = 0; x < 8; x += 1) {
    const [red = 0, , blue = 0] = data.subarray(x * 4, x * 4 + 4);
    expect(x < 4 ? [red > 200, blue < 50] : [red < 50, blue > 200], `column ${x}`).toEqual([true, true]);
  }
  const refuse = async (body: object) => (await service.post("/api/v1/images", { model: "tools/paint", prompt: "Red", ...body })).body;
  expect(await refuse({ mask })).toEqual(invalidRequest("mask"));
  expect(await refuse({ image, seed: 1 })).toEqual(invalidRequest("seed"));
  expect(await refuse({ image, mask: 5 })).toEqual(invalidRequest("mask"));
  expect(await refuse({ model: "tools/noise", n: 11 })).toEqual(invalidRequest("n"));
  expect(await refuse({ model: "tools/noise", image })).toEqual(invalidRequest("image"));
});
