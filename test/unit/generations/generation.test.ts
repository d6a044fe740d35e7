/** One request of each kind and interface generation against the built-in service: its progress and its one end. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createServiceClient } from "../../../src/client/createServiceClient.ts";
import type { ServiceClient } from "../../../src/client/serviceClient.ts";
import type { TaskRequest, TextWireRequest } from "../../../src/contract/wireRequest.ts";
import type { GenerationEnd } from "../../../src/generations/generation.ts";
import { openTasks } from "../../../src/generations/openTasks.ts";
import type { SendingTasks } from "../../../src/generations/tasks.ts";
import { createTextReader } from "../../../src/output/textReader.ts";
import { type RunningService, startService } from "../../../src/service/startService.ts";

let service: RunningService;
let client: ServiceClient;
let tasks: SendingTasks;
let folder: string;
beforeAll(async () => {
  service = await startService({ tokensPerSecond: 0, faults: true });
  client = createServiceClient({ baseUrl: service.url, key: async () => service.key });
  folder = await mkdtemp(join(tmpdir(), "generation-studio-generate-"));
  tasks = await openTasks({ folder, client: async () => client });
});
afterAll(async () => {
  await tasks.close();
  await client.close();
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const text = (model: string, stream?: boolean): TextWireRequest => ({
  interface: "v1",
  kind: "text",
  body: { model, input: "The tide", ...(stream === undefined ? {} : { stream }) },
});
const image = (model: string): TaskRequest => ({ interface: "v1", kind: "image", body: { model, prompt: "The tide" } });
const v2 = (kind: "text" | "image", model: string): TaskRequest => ({
  interface: "v2",
  kind,
  body: { type: kind === "text" ? "out_text" : "out_image", ai: { model }, content: [{ type: "input_text", text: "The tide" }] },
});

async function run(
  request: TextWireRequest | TaskRequest,
  signal?: AbortSignal,
): Promise<{ seen: string[]; shown: string; end: GenerationEnd }> {
  const options = { baseUrl: service.url, target: { folder: join(folder, "out"), pattern: "{key}" } };
  const generation = await tasks.start(request, signal === undefined ? options : { ...options, signal });
  const readText = createTextReader();
  const seen = new Set<string>();
  let shown = "";
  for await (const changes of generation) {
    for (const change of changes) {
      const piece = readText(change);
      if (change.type === "identified") seen.add(change.type);
      else if (piece !== undefined) seen.add(piece.kind);
      shown += piece?.text ?? "";
    }
  }
  return { seen: [...seen].toSorted(), shown, end: await generation.end };
}

test.each([
  ["streamed text of v1", text("demo-text"), ["identified", "text"], { task: undefined, error: undefined }],
  ["whole text of v1", text("demo-text", false), ["identified", "text"], { task: undefined, error: undefined }],
  ["text of v2", v2("text", "demo-text"), ["identified", "text"], { response: undefined, task: { state: "saved" } }],
  ["an image of v1", image("demo-image"), ["identified"], { response: undefined, task: { state: "saved", artifacts: [{}] } }],
  ["an image of v2", v2("image", "demo-image"), ["identified"], { response: undefined, task: { state: "saved", artifacts: [{}] } }],
])("%s is completed, and what was shown is its text", async (_, request, types, expected) => {
  const { seen, shown, end } = await run(request);
  expect(end).toMatchObject({ outcome: "completed", id: expect.any(String), ...expected });
  expect(seen).toEqual(types);
  expect(shown).toBe(end.text);
  expect(end.text !== "").toBe(request.kind === "text");
});

describe("an end without a complete result has its reason", () => {
  test.each([
    ["a refusal", text("fault-refusal"), "refused", undefined],
    ["an incomplete answer", text("fault-incomplete"), "incomplete", undefined],
    ["an incomplete answer of v2", v2("text", "fault-incomplete"), "incomplete", "badAnswer"],
    ["an error in the stream", text("fault-stream-error"), "failed", "generationFailed"],
    ["a status", text("fault-quota"), "failed", "insufficientQuota"],
    ["a status of a task", image("fault-quota"), "failed", "insufficientQuota"],
    ["a task that fails", image("fault-failed-task"), "failed", "generationFailed"],
  ] as const)("%s", async (_, request, outcome, kind) => {
    const { end } = await run(request);
    expect([end.outcome, end.error?.kind]).toEqual([outcome, kind]);
  });
});

test("a signal that has fired sends nothing", async () => {
  const before = tasks.count();
  await expect(run(image("demo-image"), AbortSignal.abort())).rejects.toMatchObject({ kind: "aborted" });
  expect(tasks.count()).toBe(before);
});

test.each([
  ["text", text("fault-slow")],
  ["a task", image("fault-slow")],
])("a signal that fires stops %s, which may have been accepted", async (_, request) => {
  const controller = new AbortController();
  const stop = () => controller.abort();
  subscribe("http.server.request.start", stop);
  const { end } = await run(request, controller.signal).finally(() => unsubscribe("http.server.request.start", stop));
  expect(end).toMatchObject({ outcome: "aborted", maybeAccepted: true });
});

test("a signal that fires during the POST of a task can wait for its id", async () => {
  const controller = new AbortController();
  const stop = () => controller.abort();
  subscribe("http.server.request.start", stop);
  const target = { folder: join(folder, "out"), pattern: "{key}" };
  const options = { baseUrl: service.url, target, signal: controller.signal, keepsId: true };
  const { end } = await tasks.start(image("fault-slow"), options);
  expect(await end.finally(() => unsubscribe("http.server.request.start", stop))).toMatchObject({
    outcome: "aborted",
    id: expect.any(String),
  });
});
