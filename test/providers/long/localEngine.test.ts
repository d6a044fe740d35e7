/**
 * The local engine as a user gets it: installed from npm's registry, then without a network, with a model that lies on the disk. The model
 * continues each word with one that follows it in the README.
 */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import type { PullProgress } from "../../../src/contract/processMessages.ts";
import { describeLocalModel } from "../../../src/providers/local/describeLocalModel.ts";
import { createLocalProvider } from "../../../src/providers/local/localProvider.ts";
import { startTestService, type TestService } from "../../service/testService.ts";
import { writeBigramModel } from "../bigramModel.ts";
import { deltasOf, streamEvents } from "../events.ts";
import { countTurns, importAgents, turnClients } from "../turnClients.ts";

const model = "local/bigrams";
let folder: string;
let data: string;
let file: string;
let readme: string;
let service: TestService;
const turns = countTurns();
const { npm_config_registry: registry } = process.env;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "local-engine-"));
  data = path.join(folder, "data");
  file = path.join(folder, "bigrams.gguf");
  readme = await readFile(new URL("../../../README.md", import.meta.url), "utf8");
  await writeFile(file, writeBigramModel(readme));
  const configuration = { type: "local" as const, models: { bigrams: { file } } };
  const provider = createLocalProvider({ name: "local", configuration, data, network: {} });
  await expect(provider.listModels(AbortSignal.timeout(60_000))).rejects.toThrow("llama.cpp is not installed");
  const progress: PullProgress[] = [];
  expect(await provider.store?.pull("bigrams", (one) => progress.push(one), AbortSignal.timeout(280_000))).toBe("bigrams");
  expect(progress.at(-1)?.done).toBe(progress.at(-1)?.total);
  await provider.close();
  await importAgents();
  // From here on, npm cannot be reached.
  process.env.npm_config_registry = "http://127.0.0.1:1";
  service = await startTestService({
    configuration: { providers: { local: configuration } },
    data,
    superset: true,
    observer: turns.observer,
  });
}, 300_000);
afterAll(async () => {
  if (registry === undefined) delete process.env.npm_config_registry;
  else process.env.npm_config_registry = registry;
  await service?.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Each word follows the one before it somewhere in the README. */
function expectChain(text: string): void {
  const words = text.trim().split(/\s+/);
  expect(words.length).toBeGreaterThan(2);
  const known = readme.split(/\s+/).filter((word) => /^[A-Za-z][a-z-]*[.,:]?$/.test(word));
  const pairs = new Set(known.map((word, index) => `${word} ${known[index + 1]}`));
  for (const [index, word] of words.slice(0, -1).entries()) expect(pairs).toContain(`${word} ${words[index + 1]}`);
}

const textsSchema = z.object({ output: z.array(z.object({ content: z.array(z.object({ text: z.string() })) })) });
const textIn = (body: unknown) => textsSchema.parse(body).output[0]?.content[0]?.text ?? "";
const ask = (body: object) => service.post("/api/v1/responses", { model, ...body });

test("streams an answer word by word, and counts its tokens", async () => {
  const events = await streamEvents(service, {
    model,
    instructions: "Be short.",
    input: "Tell me about the service.",
    max_output_tokens: 60,
  });
  expect(deltasOf(events).length).toBeGreaterThan(2);
  expectChain(deltasOf(events).join(""));
  expect(events.at(-1)).toMatchObject({
    response: { usage: { input_tokens: expect.any(Number), output_tokens: expect.any(Number) } },
  });
});

test("ends at a token limit", async () => {
  const { body } = await ask({ input: "Tell me more.", max_output_tokens: 2 });
  expect(body).toMatchObject({ status: "incomplete", incomplete_details: { reason: "max_output_tokens" }, usage: { output_tokens: 2 } });
});

test("repeats an answer with its seed", async () => {
  const answer = async (seed: number) => textIn((await ask({ input: "Tell me something.", seed, max_output_tokens: 30 })).body);
  const [first, again, ...others] = [await answer(7), await answer(7), await answer(1), await answer(2), await answer(3)];
  expect(again).toBe(first);
  expect(new Set([first, ...others]).size).toBeGreaterThan(1);
});

test("calls the function that must be called, with arguments of its schema, and reads its result", async () => {
  const parameters = {
    type: "object",
    properties: {
      city: { anyOf: [{ const: "Oslo" }, { const: "Rome" }] },
      days: { enum: [1, 2] },
      unit: { $ref: "#/$defs/unit" },
    },
    $defs: { unit: { enum: ["C", "F"] } },
    required: ["city"],
    additionalProperties: false,
  };
  const tools = [
    { type: "function", name: "get_weather", description: "Tells the weather.", parameters },
    { type: "function", name: "get_time", parameters: { type: "object", properties: {}, additionalProperties: false } },
  ];
  const choice = { type: "function", name: "get_weather" };
  const { body } = await ask({ input: "The weather?", tools, tool_choice: choice });
  const [call] = z
    .object({ output: z.array(z.looseObject({ name: z.string(), arguments: z.string(), call_id: z.string() })) })
    .parse(body).output;
  expect(call?.name).toBe("get_weather");
  const expected = z.object({
    city: z.enum(["Oslo", "Rome"]),
    days: z.optional(z.literal([1, 2])),
    unit: z.optional(z.enum(["C", "F"])),
  });
  expect(expected.safeParse(JSON.parse(call?.arguments ?? "")).success).toBe(true);
  const output = { type: "function_call_output", call_id: call?.call_id, output: "Snow." };
  const answered = await ask({
    input: [{ role: "user", content: "The weather?" }, call, output],
    tools,
    tool_choice: "none",
    max_output_tokens: 20,
  });
  expect(answered.status).toBe(200);
});

test.each(Object.entries(turnClients))("%s does three turns with a tool", async (_, client) => {
  turns.forget();
  turns.expectThree(await client(service, model, 2));
});

test("writes JSON of a schema", async () => {
  const schema = {
    type: "object",
    properties: { color: { anyOf: [{ const: "red" }, { const: "blue" }] } },
    required: ["color"],
    additionalProperties: false,
  };
  const { body } = await ask({ input: "A color.", text: { format: { type: "json_schema", name: "color", strict: true, schema } } });
  expect(["red", "blue"]).toContain(JSON.parse(textIn(body)).color);
});

test("refuses a prompt that is longer than the context, with both lengths", async () => {
  const { status, body } = await ask({ input: "lighthouse ".repeat(3000) });
  expect(status).toBe(400);
  expect(body).toMatchObject({ error: { code: "context_length_exceeded", message: expect.stringMatching(/prompt has \d+ tokens.*4096/) } });
  const models = await service.get("/api/v1/models");
  expect(models.body).toMatchObject({ data: expect.arrayContaining([expect.objectContaining({ id: model, loaded: true })]) });
});

test("stops when the client leaves, and answers the next request", async () => {
  const leaving = new AbortController();
  const answer = await fetch(`${service.url}/api/v1/responses`, {
    method: "POST",
    headers: service.headers,
    body: JSON.stringify({ model, input: "Tell me everything.", stream: true }),
    signal: leaving.signal,
  });
  await answer.body?.getReader().read();
  leaving.abort();
  expect((await ask({ input: "Tell me about files.", max_output_tokens: 30 })).status).toBe(200);
});

test.runIf(process.platform === "linux")("loses only the answer in progress when its process is killed", async () => {
  const { stdout } = await promisify(execFile)("pgrep", ["-P", String(process.pid), "-f", "engineProcess"]);
  const [pid = 0] = stdout.trim().split("\n").map(Number);
  // Stopped, so that the request is certainly in progress when it is killed.
  process.kill(pid, "SIGSTOP");
  const asked = ask({ input: "Tell me about files.", max_output_tokens: 30 });
  while (true) {
    const { body } = await service.get("/api/v1/models");
    if (JSON.stringify(body).includes(model)) break;
  }
  setTimeout(() => process.kill(pid, "SIGKILL"), 300);
  expect((await asked).body).toMatchObject({ error: { message: expect.stringContaining("SIGKILL") } });
  expect((await ask({ input: "Tell me about files.", max_output_tokens: 30 })).status).toBe(200);
});

test("says why a file cannot be used", async () => {
  const broken = path.join(folder, "broken.gguf");
  // Its head is right, but its weights are missing.
  await writeFile(broken, (await readFile(file)).subarray(0, 200_000));
  const other = await startTestService({
    configuration: { providers: { local: { type: "local", models: { broken: { file: broken } } } } },
    data,
  });
  const { body } = await other.post("/api/v1/responses", { model: "local/broken", input: "Hello." });
  expect(body).toMatchObject({ error: { message: expect.stringContaining("cannot load broken") } });
  await other.close();
});

test("describes a model before it is used", async () => {
  const description = await describeLocalModel(file, { data, network: {}, signal: AbortSignal.timeout(60_000) });
  expect(description).toMatchObject({
    name: "bigrams",
    license: "mit",
    context: 4096,
    engine: 0,
    fitsMemory: true,
    size: (await readFile(file)).length,
  });
  expect(description.tokensPerSecond).toBeGreaterThan(10);
});
