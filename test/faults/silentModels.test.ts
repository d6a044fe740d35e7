/**
 * A provider with `timeout: 1200` sends the head of its answer, and is silent for more than five minutes: every type of provider waits for
 * it, and every client of the service too. All doors wait at the same time.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { createOpenAI } from "@ai-sdk/openai";
import { ChatOpenAI } from "@langchain/openai";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { generateText } from "ai";
import OpenAI from "openai";
import { expect, onTestFinished, test } from "vitest";
import { createServiceClient } from "../../src/client/createServiceClient.ts";
import { startService } from "../../src/service/startService.ts";
import { startAgent } from "../service/agent.ts";
import { mainProgram } from "../service/mainProgram.ts";
import { callService, type TestService } from "../service/testService.ts";
import { mediaNames, silence, startSilentUpstream } from "./silentUpstream.ts";

const limit = silence + 120_000;

interface Parts {
  service: TestService;
  model: string;
  folder: string;
}

/** Each resolves with a text that contains that of the model. */
const doors: Readonly<Record<string, (parts: Parts) => Promise<string>>> = {
  async "Node.js's fetch, whole, until the wait is not over"({ service, model }) {
    for (;;) {
      const { status, body } = await service.post("/api/v1/responses", { model, input: "Hello" });
      if (status !== 504) return JSON.stringify(body);
    }
  },
  v2: async ({ service, model }) => {
    const { body } = await service.post("/api/v2", { ai: { model }, content: [{ type: "input_text", text: "Hello v2" }] });
    await expect
      .poll(() => service.get(`/api/v2/status/${body.task_id}`), { timeout: limit, interval: 2_000 })
      .toMatchObject({ body: { contents: { status: 2 } } });
    return JSON.stringify((await service.get(`/api/v2/status/${body.task_id}`)).body);
  },
  async "openai, chat completions in a stream"({ service, model }) {
    const stream = await openai(service).chat.completions.create({ model, messages: [{ role: "user", content: "Stream" }], stream: true });
    let text = "";
    for await (const { choices } of stream) text += choices[0]?.delta.content ?? "";
    return text;
  },
  async "openai, whole chat completions, asked again after each wait"({ service, model }) {
    for (;;) {
      try {
        const answer = await openai(service).chat.completions.create({ model, messages: [{ role: "user", content: "Whole" }] });
        return answer.choices[0]?.message.content ?? "";
      } catch (error) {
        expect(error).toMatchObject({ status: 504 });
      }
    }
  },
  "a client that leaves after 20 s without a byte": ({ service, model }) =>
    readPatiently(service, { model, input: "Patience", stream: true }, 20_000),
  async "openai, a stream of a Response"({ service, model }) {
    return (await openai(service).responses.stream({ model, input: "Stream" }).finalResponse()).output_text;
  },
  async "the AI SDK, whole"({ service, model }) {
    const provider = createOpenAI({ baseURL: `${service.url}/api/v1`, apiKey: service.key });
    return (await generateText({ model: provider.responses(model), prompt: "AI SDK", maxRetries: 4 })).text;
  },
  async "LangChain, whole"({ service, model }) {
    const configuration = { baseURL: `${service.url}/api/v1` };
    return (await new ChatOpenAI({ model, apiKey: service.key, useResponsesApi: true, configuration }).invoke("LangChain")).text;
  },
  async "the extension's client, whole"({ service, model }) {
    return JSON.stringify(await clientOf(service).createResponse({ model, input: "Whole client" }));
  },
  async "the extension's client, in a stream"({ service, model }) {
    const stream = clientOf(service).streamResponse({ model, input: "Stream client" });
    const changes: unknown[] = [];
    for await (const more of stream) changes.push(more);
    return JSON.stringify([changes, await stream.end]);
  },
  async "an agent"({ service, model, folder }) {
    const data = path.join(folder, "agent");
    const { client } = await startAgent({
      args: ["--base-url", service.url, "--data", data],
      roots: [folder],
      key: service.key,
      isProcess: true,
      onTestFinished,
    });
    // The limits of the SDK's client, which begin anew with each sign of life.
    const options = { timeout: 60_000, resetTimeoutOnProgress: true, onprogress: () => undefined };
    const call = async (name: string, args: object) =>
      JSON.stringify(await client.callTool({ name, arguments: { ...args } }, CallToolResultSchema, options));
    let answer = await call("generate_text", { prompt: "Agent", model });
    for (let id = taskId(answer); id !== undefined; id = taskId(answer)) answer = await call("get_task", { task_id: id, wait_seconds: 50 });
    return answer;
  },
  async "the command line"({ service, model, folder }) {
    const file = path.join(folder, "late.gen.md");
    await writeFile(file, `---\nmodel: ${model}\n---\nCommand line\n`);
    const env = { ...process.env, GENERATION_STUDIO_API_KEY: service.key, NO_PROXY: "127.0.0.1" };
    const { stdout } = await promisify(execFile)(process.execPath, [mainProgram, "prompt", "run", file, "--base-url", service.url], {
      env,
    });
    return stdout;
  },
};

/** Of a task that goes on. */
const taskId = (answer: string) => /Task (\S+): (?:pending|processing)/.exec(answer)?.[1];

const openai = ({ url, key }: TestService) => new OpenAI({ baseURL: `${url}/api/v1`, apiKey: key });
const clientOf = ({ url, key }: TestService) => createServiceClient({ baseUrl: url, key: async () => key });

test("a silence of more than five minutes between the head and the rest ends no answer", { timeout: limit + 60_000 }, async () => {
  const upstream = await startSilentUpstream();
  const running = await startService({ configuration: upstream.configuration, superset: true });
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-silence-"));
  onTestFinished(async () => {
    await running.close();
    upstream.engine.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const service = callService(running.url, running.key, running.close);
  const [model = ""] = upstream.texts;
  const byDoor = Object.entries(doors).map(([name, open]) => [name, open({ service, model, folder })] as const);
  const byProvider = upstream.texts.map((id) => [id, streamed(service, id)] as const);
  const byMedia = mediaNames.map((name) => [name, made(service, name)] as const);
  const began = performance.now();
  const rows = [...byDoor, ...byProvider, ...byMedia].map(async ([name, answer]) => {
    const text = await answer.catch(String);
    return [name, /Done\.|"completed"/.test(text) ? "answered" : text, performance.now() - began > silence - 5_000 ? "late" : "early"];
  });
  const results = await Promise.all(rows);
  expect(results).toEqual(results.map(([name]) => [name, "answered", "late"]));
});

/** Node.js's `fetch` ends a stream after 300 s without a byte. */
async function streamed({ url, headers }: TestService, model: string): Promise<string> {
  const body = JSON.stringify({ model, input: `Hello ${model}`, stream: true });
  return (await fetch(`${url}/api/v1/responses`, { method: "POST", headers, body })).text();
}

/** Rejects after so many milliseconds without a byte. */
function readPatiently({ url, headers }: TestService, body: object, patience: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}/api/v1/responses`,
      { method: "POST", headers, timeout: patience },
      (answer) => void text(answer).then(resolve, reject),
    );
    sent.once("timeout", () => sent.destroy(new Error("no byte")));
    sent.once("error", reject);
    sent.end(JSON.stringify(body));
  });
}

async function made(service: TestService, name: string): Promise<string> {
  const [path, body] = name.startsWith("speech")
    ? ["audios", { input: "Hello", voice: "a", format: "wav" }]
    : [name.startsWith("image") ? "images" : "videos", { prompt: "A fox" }];
  const { body: accepted } = await service.post(`/api/v1/${path}`, { model: `${name}/m`, ...body });
  const poll = () => service.get(`/api/v1/${path}/${accepted.id}`);
  await expect
    .poll(poll, { timeout: limit, interval: 2_000 })
    .toMatchObject({ body: { status: expect.stringMatching(/completed|failed/) } });
  return JSON.stringify((await poll()).body);
}
