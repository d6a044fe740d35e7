/** `prompt test`: a model with vision judges images. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";
import { findFormat } from "../../src/contract/fileFormats.ts";
import { readConfiguration } from "../../src/providers/readConfiguration.ts";
import { chat, models } from "../providers/compatibleService.ts";
import { chunk, finishChunk, sendEvents, startEngine, usageChunk } from "../providers/engine.ts";
import { promptRun } from "./promptRun.ts";
import { startTestService } from "./testService.ts";

const partsSchema = z.array(z.looseObject({ image_url: z.optional(z.object({ url: z.string() })) }));
const askedSchema = z.looseObject({ messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })) });

async function open() {
  const verdict = '{"reason": "A heron is seen.", "pass": true, "score": 0.9}';
  const judge = { kinds: ["text"], capabilities: { input: ["image"] }, price: { input: 100, output: 100 } };
  const routes = {
    [chat]: sendEvents([
      chunk({ role: "assistant", content: verdict }),
      finishChunk("stop"),
      usageChunk({ prompt_tokens: 400, completion_tokens: 20, total_tokens: 420 }),
    ]),
  };
  const engine = await startEngine({ ...models, ...routes });
  const local = { type: "openai-compatible", baseURL: `${engine.url}/v1`, models: { "llama-3": judge } };
  const configuration = readConfiguration(JSON.stringify({ providers: { local, demo: { type: "demo" } } }));
  const service = await startTestService({ configuration, superset: true });
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-prompt-pictures-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const run = async (assertion: string, ...fields: string[]) => {
    const front = ["kind: image", "model: demo/demo-image", "judge: local/llama-3", `tests: [ { assert: [ ${assertion} ] } ]`];
    await writeFile(path.join(folder, "heron.gen.md"), ["---", ...front, ...fields, "---", "A heron."].join("\n"));
    const args = ["test", "heron.gen.md", "--cache", "cache", "--base-url", service.url, "--reporter", "json"];
    const { output } = await promptRun(args, { key: service.key, folder });
    return JSON.parse(output).results[0];
  };
  /** The images of each request for a judgement. */
  const shown = () =>
    engine.requests
      .filter(({ path: asked }) => asked === "/v1/chat/completions")
      .map(({ json }) => {
        const content = askedSchema.parse(json).messages.find(({ role }) => role === "user")?.content;
        const urls = partsSchema.parse(content).flatMap(({ image_url: image }) => image?.url ?? []);
        return urls.map((url) => Buffer.from(url.slice(url.indexOf(",") + 1), "base64"));
      });
  return { run, shown, folder };
}

test.each(["v1", "v2"])("over %s, the judge sees the image, is paid, and is not asked again about the same", async (version) => {
  const { run, shown } = await open();
  const first = await run("{ llm-rubric: A heron }", `interface: ${version}`);
  expect(first).toMatchObject({ state: "passed", judgements: [{ judge: "local/llama-3", isPassed: true, score: 0.9, isCached: false }] });
  // Over v1, the answer to a text reports no cost.
  if (version === "v2") {
    expect(first.judgements[0].cost).toBeCloseTo((420 * 100) / 1e6, 9);
    expect(first.cost).toBeCloseTo(first.answersCost + 0.042, 9);
  }
  expect(shown().map((images) => images.map((bytes) => findFormat(bytes)?.kind))).toEqual([["image"]]);
  expect(await run("{ llm-rubric: A heron }", `interface: ${version}`)).toMatchObject({
    state: "passed",
    judgements: [{ isCached: true }],
  });
  expect(shown()).toHaveLength(1);
});

test("an image that is no longer there could not be judged, and the judge is neither asked nor paid", async () => {
  const { run, shown, folder } = await open();
  expect(await run("{ format: png }")).toMatchObject({ state: "passed", judgements: [] });
  await rm(path.join(folder, "cache/files"), { recursive: true });
  const { state, judgements, reasons, cost, cached } = await run("{ llm-rubric: A heron }");
  expect([state, judgements, shown(), cost, cached]).toEqual(["failed", [], [], 0, 1]);
  expect(String(reasons)).toContain("The answer could not be judged: The file of the answer is no longer there.");
});
