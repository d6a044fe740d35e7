/** Prompt tests of speech: a speech recognizer behind an OpenAI-compatible engine transcribes the speech of espeak-ng. */
import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";
import { findOnPath } from "../../../scripts/findBrowser.ts";
import { readConfiguration } from "../../../src/providers/readConfiguration.ts";
import { mainProgram } from "../../service/mainProgram.ts";
import { startTestService } from "../../service/testService.ts";
import { type Answer, chunk, finishChunk, sendEvents, startEngine } from "../engine.ts";

const canListen = ["pocketsphinx_continuous", "espeak-ng", "ffmpeg"].every((program) => findOnPath([program]) !== undefined);
const sentences = ["good morning everybody", "the weather is nice today", "one two three four five"];

const askedSchema = z.object({
  messages: z.array(z.object({ content: z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]) })),
});
const audioSchema = z.object({ input_audio: z.object({ data: z.string(), format: z.literal("wav") }) });

/** Recognizes one of the sentences in the audio of a request. */
async function recognizer(folder: string): Promise<Answer> {
  const grammar = path.join(folder, "sentences.gram");
  await writeFile(grammar, `#JSGF V1.0;\ngrammar sentences;\npublic <sentence> = ${sentences.join(" | ")};\n`);
  let count = 0;
  return async (request, response) => {
    count += 1;
    const [spoken, sampled] = [path.join(folder, `spoken-${count}.wav`), path.join(folder, `sampled-${count}.wav`)];
    const parts = askedSchema.parse(request.json).messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
    const [audio] = parts.filter(({ type }) => type === "input_audio");
    await writeFile(spoken, Buffer.from(audioSchema.parse(audio).input_audio.data, "base64"));
    spawnSync("ffmpeg", ["-v", "error", "-y", "-i", spoken, "-ar", "16000", sampled]);
    const heard = spawnSync("pocketsphinx_continuous", ["-infile", sampled, "-jsgf", grammar, "-logfn", "/dev/null"]);
    const transcript = JSON.stringify({ transcript: heard.stdout.toString().trim() });
    await sendEvents([chunk({ role: "assistant", content: transcript }), finishChunk("stop")])(request, response);
  };
}

test.skipIf(!canListen)("the words of speech are checked, and each file is transcribed once (skipped without pocketsphinx)", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-transcripts-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const completions = "/v1/chat/completions";
  const engine = await startEngine({ [`POST ${completions}`]: await recognizer(folder) });
  const run = ["espeak-ng", "--stdin", "--stdout", "-v", "{voice}", "-s", "130"];
  const espeak = { kinds: ["audio"], run, output: { format: "wav" }, capabilities: { voice: ["en-us"] } };
  const ears = { type: "openai-compatible", baseURL: `${engine.url}/v1`, models: { sphinx: { kinds: ["text"] } } };
  const providers = { tools: { type: "command", models: { espeak } }, ears };
  const service = await startTestService({ configuration: readConfiguration(JSON.stringify({ providers })) });
  await writeFile(
    path.join(folder, "voice.gen.md"),
    [
      "---",
      "kind: audio",
      "model: tools/espeak",
      "voice: en-us",
      "format: wav",
      "transcriber: ears/sphinx",
      `vars: { words: ${sentences[2]} }`,
      "tests:",
      `  - vars: { words: ${sentences[0]} }`,
      `    assert: [ { transcript: "Good morning, everybody!" }, { transcript: { contains: morning } }, { not-transcript: ${sentences[1]} } ]`,
      `  - vars: { words: ${sentences[1]} }`,
      `    assert: [ { transcript: ${sentences[2]} }, { transcript: { contains: [weather, morning] } } ]`,
      "---",
      "{{words}}",
    ].join("\n"),
  );
  const testIt = async (...args: string[]) => {
    const child = spawn(
      process.execPath,
      [mainProgram, "prompt", "test", "voice.gen.md", "--base-url", service.url, "--cache", "cache", ...args],
      {
        cwd: folder,
        env: { ...process.env, GENERATION_STUDIO_API_KEY: service.key, NO_PROXY: "127.0.0.1" },
      },
    );
    const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
    const [output, errors, status] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
    return { output, errors, status };
  };
  const first = await testIt();
  expect(first).toMatchObject({ status: 1, errors: "" });
  expect(first.output).toMatch(/^✓ voice\.gen\.md: Case 1 .*\n {2}heard by ears\/sphinx: good morning everybody/m);
  expect(first.output).toContain(
    'Expected the words "one two three four five" with an error rate of at most 0.2. ears/sphinx heard, with one of 1: "the weather is nice today"',
  );
  expect(first.output).toContain('Expected words that contain ["weather","morning"]. ears/sphinx heard: "the weather is nice today"');
  expect(engine.countOf(completions)).toBe(2);
  const second = await testIt("--max-cost", "0", "--reporter", "json");
  expect(engine.countOf(completions)).toBe(2);
  expect(JSON.parse(second.output)).toMatchObject({
    results: [
      { state: "passed", judgements: [{ transcriber: "ears/sphinx", words: sentences[0], isCached: true }] },
      { state: "failed", judgements: [{ words: sentences[1], isCached: true }] },
    ],
  });
});
