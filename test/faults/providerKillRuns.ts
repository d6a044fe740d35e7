/** Kills services between a provider's acceptance and their answer, and collects what later services do with the tasks. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import * as z from "zod/mini";
import { type Answer, chunk, finishChunk, openEngine, sendJson } from "../providers/engineServer.ts";
import { startServiceProcess } from "../service/serviceProcess.ts";
import { callService, type TestService } from "../service/testService.ts";

/** Number of folders in use at the same time. */
const lanes = 2;
/** Milliseconds that the engine takes to answer; the kill happens within this time after its acceptance. */
const answerTime = 40;
const killTime = 80;

export interface KilledTask {
  prompt: string;
  /** Requests for it that the engine accepted. */
  accepted: number;
  /** What its owner finally gets: `completed`, `billed` for a failure that says so, or the status. */
  outcome: string;
}

const acceptedSchema = z.union([z.object({ id: z.string() }), z.object({ task_id: z.string() })]);
const png = Buffer.from("89504e470d0a1a0a0000", "hex").toString("base64");

export async function runProviderKills(kills: number): Promise<KilledTask[]> {
  const engine = await openKilledEngine();
  try {
    const numbers = Array.from({ length: kills }, (_, index) => index).values();
    const results = await Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(engine, numbers, lane)));
    return results.flat();
  } finally {
    engine.close();
  }
}

interface KilledEngine {
  url: string;
  /** By prompt. */
  accepted: Map<string, number>;
  /** Resolves when the engine accepts a request with this prompt. */
  waitFor(prompt: string): Promise<void>;
  close(): void;
}

async function openKilledEngine(): Promise<KilledEngine> {
  const accepted = new Map<string, number>();
  const waiting = new Map<string, () => void>();
  const accept = (prompt: string) => {
    accepted.set(prompt, (accepted.get(prompt) ?? 0) + 1);
    waiting.get(prompt)?.();
  };
  const slowly =
    (answer: Answer): Answer =>
    async (request, response) => {
      accept(/task-\d+-\w+/.exec(request.body.toString())?.[0] ?? "");
      await sleep(answerTime);
      if (!response.destroyed) await answer(request, response);
    };
  const text: Answer = async (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(`data: ${JSON.stringify(chunk({ content: "Half " }))}\n\n`);
    await sleep(answerTime);
    response.end(
      `data: ${JSON.stringify(chunk({ content: "whole" }))}\n\ndata: ${JSON.stringify(finishChunk("stop"))}\n\ndata: [DONE]\n\n`,
    );
  };
  const engine = await openEngine({
    "GET /v1/models": sendJson({ data: [] }),
    "POST /v1/chat/completions": slowly(text),
    "POST /v1/images/generations": slowly(sendJson({ data: [{ b64_json: png }] })),
    "POST /v1/videos": slowly(sendJson({ id: "video", status: "queued" })),
    "GET /v1/videos/video": sendJson({ id: "video", status: "completed" }),
    "GET /v1/videos/video/content": (_, response) => void response.end(Buffer.from("000000186674797069736f6d", "hex")),
  });
  return {
    url: engine.url,
    accepted,
    waitFor: (prompt) => (accepted.has(prompt) ? Promise.resolve() : new Promise((resolve) => waiting.set(prompt, () => resolve()))),
    close: () => engine.close(),
  };
}

/** Runs services on one folder in sequence: each is killed, and the last one finishes the remaining tasks. */
async function runLane(engine: KilledEngine, numbers: Iterator<number>, lane: number): Promise<KilledTask[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-kills-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const models = { writer: { kinds: ["text"] }, painter: { kinds: ["image"] }, filmer: { kinds: ["video"] } };
  const provider = { type: "openai-compatible", baseURL: `${engine.url}/v1`, models };
  await writeFile(path.join(folder, "providers.json"), JSON.stringify({ providers: { local: provider } }));
  const open = async () => {
    const child = await startServiceProcess("--data", folder, "--config", path.join(folder, "providers.json"), "--key", `key-${lane}`);
    return { child, client: callService(child.url, child.key, async () => undefined) };
  };
  const tasks: { prompt: string; path: string }[] = [];
  for (let next = numbers.next(); !next.done; next = numbers.next()) {
    const { child, client } = await open();
    const submitted = await submitAll(client, next.value);
    tasks.push(...submitted);
    // One request has been accepted; the others are before, during or after their answers.
    await Promise.race(submitted.map(({ prompt }) => engine.waitFor(prompt)));
    await sleep(Math.random() * killTime);
    await child.end("SIGKILL");
  }
  const { client } = await open();
  const results: KilledTask[] = [];
  for (const { prompt, path: taskPath } of tasks) {
    const { body } = await client.settle(taskPath);
    results.push({ prompt, accepted: engine.accepted.get(prompt) ?? 0, outcome: outcomeOf(body) });
  }
  return results;
}

async function submitAll(client: TestService, number: number): Promise<{ prompt: string; path: string }[]> {
  const submit = async (kind: string, url: string, bodyOf: (prompt: string) => object, taskPath: string) => {
    const prompt = `task-${number}-${kind}`;
    const { status, body } = await client.post(url, bodyOf(prompt));
    if (status >= 300) throw new Error(`${prompt} was refused: ${status} ${JSON.stringify(body)}`);
    const accepted = acceptedSchema.parse(body);
    return { prompt, path: `${taskPath}/${"id" in accepted ? accepted.id : accepted.task_id}` };
  };
  return Promise.all([
    submit("image", "/api/v1/images", (prompt) => ({ model: "local/painter", prompt }), "/api/v1/images"),
    submit("video", "/api/v1/videos", (prompt) => ({ model: "local/filmer", prompt }), "/api/v1/videos"),
    submit("text", "/api/v2", (text) => ({ ai: { model: "local/writer" }, content: [{ type: "input_text", text }] }), "/api/v2/status"),
  ]);
}

const stateSchema = z.object({
  status: z.optional(z.string()),
  contents: z.optional(z.object({ status: z.number() })),
  error: z.nullish(z.object({ message: z.string() })),
});

function outcomeOf(body: Record<string, unknown>): string {
  const { status, contents, error } = stateSchema.parse(body);
  if (error) return /may have been billed|broke off/.test(error.message) ? "billed" : error.message;
  return contents ? (contents.status === 2 ? "completed" : `state ${contents.status}`) : (status ?? "unknown");
}
