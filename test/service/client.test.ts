/** The client against the built-in service over a real socket: every capability, and every simulated fault. */
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createServiceClient } from "../../src/client/createServiceClient.ts";
import type { ReceivedFile, ServiceClient } from "../../src/client/serviceClient.ts";
import { ServiceError } from "../../src/client/serviceError.ts";
import type { MediaKind } from "../../src/contract/kind.ts";
import { responseText } from "../../src/contract/responseText.ts";
import type { OutputChange } from "../../src/output/outputChange.ts";
import { type RunningService, startService } from "../../src/service/startService.ts";

let service: RunningService;
let client: ServiceClient;
let folder = "";

beforeAll(async () => {
  service = await startService({ faults: true, tokensPerSecond: 0 });
  client = createServiceClient({ baseUrl: service.url, key: async () => service.key, timeouts: { retry: 1, poll: 5 } });
});
afterAll(async () => {
  await client.close();
  await service.close();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "client-service-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const textAppended = (changes: readonly OutputChange[]) =>
  changes.map((change) => (change.type === "textAppended" ? change.text : "")).join("");

async function thrown(call: Promise<unknown>): Promise<ServiceError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ServiceError) return error;
  throw new Error("The call did not end in a ServiceError.");
}

/** The files of a completed media task. */
async function finishMedia(kind: MediaKind, id: string): Promise<ReceivedFile[]> {
  for (;;) {
    const { task, files, error } = await client.pollMedia(kind, id, folder);
    if (task.status === "completed") return files;
    if (task.status === "failed") throw new Error(error?.message ?? "failed");
  }
}

/** A service that delays each word. */
async function startSlowService() {
  const running = await startService({ tokensPerSecond: 5 });
  const slowClient = createServiceClient({ baseUrl: running.url, key: async () => running.key });
  return {
    client: slowClient,
    async [Symbol.asyncDispose]() {
      await slowClient.close();
      await running.close();
    },
  };
}

async function modelFor(kind: string): Promise<string> {
  const models = await client.listModels();
  return models.find((model) => model.id.includes(kind) && !model.id.startsWith("fault"))?.id ?? "";
}

describe("the catalogue", () => {
  test("lists models, and describes one", async () => {
    const models = await client.listModels();
    expect(models.length).toBeGreaterThan(3);
    const [first] = models;
    expect(await client.getModel(first?.id ?? "")).toEqual(first);
    expect(await thrown(client.getModel("nothing"))).toMatchObject({ kind: "modelNotFound", status: 404, param: "model" });
  });

  test("is refused with a wrong key", async () => {
    const stranger = createServiceClient({ baseUrl: service.url, key: async () => "wrong" });
    expect(await thrown(stranger.listModels())).toMatchObject({ kind: "invalidKey", status: 401, code: "invalid_api_key" });
    await stranger.close();
  });
});

describe("a Response", () => {
  test("is returned complete, can be fetched again and deleted", async () => {
    const model = await modelFor("text");
    const result = await client.createResponse({ model, input: "Describe a lighthouse." });
    expect(result.outcome).toBe("completed");
    expect(result.response?.usage?.total_tokens).toBeGreaterThan(0);
    const id = result.id ?? "";
    expect((await client.pollResponse(id)).end?.response).toEqual(result.response);
    expect(await client.deleteTask(id)).toMatchObject({ id, deleted: true });
    expect(await thrown(client.deleteTask(id))).toMatchObject({ kind: "notFound" });
  });

  test("streams, and its deltas add up to its text", async () => {
    const stream = client.streamResponse({ model: await modelFor("text"), input: "Describe a lighthouse." });
    let text = "";
    for await (const changes of stream) text += textAppended(changes);
    const { outcome, response } = await stream.end;
    expect(outcome).toBe("completed");
    const parts = (response?.output ?? []).filter((item) => item.type === "message").flatMap((item) => item.content ?? []);
    expect(parts.map((part) => part.text).join("")).toBe(text);
    expect(text.length).toBeGreaterThan(20);
  });

  test("that is left in the middle is aborted, and never looks complete", async () => {
    await using slow = await startSlowService();
    const stream = slow.client.streamResponse({ model: await modelFor("text"), input: "Describe a lighthouse." });
    for await (const changes of stream) if (textAppended(changes) !== "") break;
    expect(await stream.end).toMatchObject({ outcome: "aborted", response: { status: "in_progress" } });
  });
});

describe("a media task", () => {
  test.each(["image", "audio"] as const)("(%s) becomes a file with the hash that is told", async (kind) => {
    const model = kind === "image" ? await modelFor("image") : "flite";
    const id =
      kind === "image"
        ? await client.submitTask({ interface: "v1", kind: "image", body: { model, prompt: "A lighthouse", size: "256x256" } })
        : await client.submitTask({ interface: "v1", kind: "audio", body: { model, input: "Hello", voice: "slt", format: "wav" } });
    const files = await finishMedia(kind, id);
    expect(files).toHaveLength(1);
    for (const file of files) {
      const content = readFileSync(file.path);
      expect(content.length).toBe(file.size);
      expect(createHash("sha256").update(content).digest("hex")).toBe(file.sha256);
    }
    expect(await client.deleteTask(id)).toMatchObject({ deleted: true });
  });

  test.each(["url", "b64_json"] as const)("of v2 (%s) becomes a file, with its cost and balance", async (format) => {
    const taskId = await client.submitTask({
      interface: "v2",
      kind: "image",
      body: {
        type: "out_image",
        ai: { model: await modelFor("image"), image_size: "256x256" },
        content: [{ type: "input_text", text: "A lighthouse" }],
        response_format: format,
      },
    });
    for (;;) {
      const { status, files } = await client.pollV2(taskId, folder);
      if (status.contents?.status !== 2) continue;
      expect(files).toHaveLength(1);
      expect(files[0]?.mediaType).toBe("image/png");
      expect(readFileSync(files[0]?.path ?? "").toString("latin1", 1, 4)).toBe("PNG");
      expect(status.contents.cost?.amount).toBeGreaterThan(0);
      expect(status.balance?.balance).toBeTypeOf("number");
      break;
    }
  });

  test("of many megabytes arrives complete", async () => {
    const id = await client.submitTask({ interface: "v1", kind: "image", body: { model: "fault-huge", prompt: "24 MiB" } });
    const [file] = await finishMedia("image", id);
    expect(file?.size).toBe(24 * 1024 * 1024);
    expect(readdirSync(folder)).toHaveLength(1);
  });
});

describe("a model that fails", () => {
  test.each([
    ["fault-400", "modelNotFound"],
    ["fault-408", "timeout"],
    ["fault-429", "rateLimited"],
    ["fault-500", "generationFailed"],
    ["fault-quota", "insufficientQuota"],
  ])("as %s ends a stream and a POST as %s", async (model, kind) => {
    const hurried = { attempts: 1 };
    expect(await client.streamResponse({ model, input: "x" }, hurried).end).toMatchObject({ outcome: "failed", error: { kind } });
    expect(await thrown(client.createResponse({ model, input: "x" }, hurried))).toMatchObject({ kind });
    expect(await thrown(client.submitTask({ interface: "v1", kind: "image", body: { model, prompt: "x" } }, hurried))).toMatchObject({
      kind,
    });
  });

  test.each([
    ["fault-stream-error", "failed"],
    ["fault-incomplete", "incomplete"],
    ["fault-refusal", "refused"],
    ["fault-504", "completed"],
    ["fault-truncated", "completed"],
    ["fault-reset", "completed"],
  ])("as %s ends a stream as %s, and a result that the service finished is fetched", async (model, outcome) => {
    const stream = client.streamResponse({ model, input: "Describe a lighthouse." });
    let text = "";
    for await (const changes of stream) text += textAppended(changes);
    const result = await stream.end;
    expect(result.outcome).toBe(outcome);
    expect(result.id).toBeTypeOf("string");
    if (outcome === "completed") expect(text).toBe(responseText(result.response));
  });

  test.each(["fault-504", "fault-truncated"])("as %s ends a POST that waits as completed", async (model) => {
    expect(await client.createResponse({ model, input: "Describe a lighthouse." })).toMatchObject({ outcome: "completed" });
  });

  test("as fault-reset ends a waiting POST as completed if its id arrived, otherwise as maybe accepted", async () => {
    const result = await client.createResponse({ model: "fault-reset", input: "x" }).catch((error: unknown) => error);
    if (result instanceof ServiceError) expect(result).toMatchObject({ kind: "connectionLost", maybeAccepted: true });
    else expect(result).toMatchObject({ outcome: "completed" });
  });

  test("after acceptance reports it in the task's status", async () => {
    const id = await client.submitTask({ interface: "v1", kind: "image", body: { model: "fault-failed-task", prompt: "x" } });
    for (;;) {
      const { task, files, error } = await client.pollMedia("image", id, folder);
      if (task.status !== "failed") continue;
      expect(error?.message).toBeTypeOf("string");
      expect(files).toEqual([]);
      break;
    }
  });
});
