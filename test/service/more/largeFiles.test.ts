/** Results of more than 1 MiB: complete through both interfaces, and complete or absent after a kill. */
import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rename, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";
import { type Engine, sendJson, startEngine } from "../../providers/engine.ts";
import { startServiceProcess } from "../serviceProcess.ts";
import { callService, readMediaFile, readV2Status } from "../testService.ts";

/** A size whose base64 has padding and whose last chunk is incomplete. */
const image = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), randomBytes(5 * 1024 ** 2 + 1)]);
const accepted = z.object({ id: z.string() });

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "generation-studio-service-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** An engine that generates the image, and the options of a service in front of it. */
async function startPainter(data: string): Promise<{ engine: Engine; options: string[] }> {
  const engine = await startEngine({
    "GET /v1/models": sendJson({ data: [{ id: "painter" }] }),
    "POST /v1/images/generations": sendJson({ created: 1, data: [{ b64_json: image.toString("base64") }] }),
  });
  const bench = { type: "openai-compatible", baseURL: `${engine.url}/v1`, models: { painter: { kinds: ["image"] } } };
  const config = join(data, "providers.json");
  await writeFile(config, JSON.stringify({ providers: { bench } }));
  return { engine, options: ["--data", data, "--config", config, "--key", "key"] };
}

const body = { model: "bench/painter", prompt: "A heron" };

const v2Body = { type: "out_image", ai: { model: "bench/painter" }, content: [{ type: "input_text", text: "A heron" }] };

async function listPaths(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

async function listFiles(data: string): Promise<string[]> {
  const found = await readdir(join(data, "files"), { recursive: true, withFileTypes: true }).catch(() => []);
  return found.filter((entry) => entry.isFile()).map(({ name }) => name);
}

test("a large image arrives complete as base64 and by its link, also after a restart, and is deleted with its task", async () => {
  const data = await makeFolder();
  const { options } = await startPainter(data);
  const first = await startServiceProcess(...options);
  const made = await callService(first.url, first.key, async () => undefined).make("images", body);
  expect(readMediaFile(made).equals(image)).toBe(true);
  const readAgain = callService(first.url, first.key, async () => undefined).get(`/api/v1/images/${made.body.id}`);
  expect(readMediaFile(await readAgain).equals(image)).toBe(true);
  await first.end("SIGTERM");
  const second = await startServiceProcess(...options);
  const call = callService(second.url, second.key, async () => undefined);
  expect(readMediaFile(await call.get(`/api/v1/images/${made.body.id}`)).equals(image)).toBe(true);

  const asked = {
    type: "out_image",
    ai: { model: "bench/painter", image_size: "512" },
    content: [{ type: "input_text", text: "A heron" }],
  };
  const { files } = readV2Status(await call.makeV2(asked)).contents;
  const link = `${second.url}${files[0]?.path}`;
  expect(Buffer.from(await (await fetch(link)).arrayBuffer()).equals(image)).toBe(true);
  for (const [start, end] of [
    [0, 1],
    [200_000, 400_001],
    [image.length - 10, image.length],
  ] as const) {
    const part = await fetch(link, { headers: { range: `bytes=${start}-${end - 1}` } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(image.subarray(start, end))).toBe(true);
  }
  expect(await listFiles(data)).toHaveLength(2);
  expect((await call.delete(`/api/v1/responses/${made.body.id}`)).body).toMatchObject({ deleted: true });
  expect(await listFiles(data)).toHaveLength(1);
  expect((await call.get(`/api/v1/images/${made.body.id}`)).status).toBe(404);
});

test("while the folder of files is away, answers with files are 503, and no provider is asked for a result", async () => {
  const data = await makeFolder();
  const { options, engine } = await startPainter(data);
  const service = await startServiceProcess(...options);
  const call = callService(service.url, service.key, async () => undefined);
  const [made, truncated] = [await call.make("images", body), await call.make("images", body)];
  const folder = join(data, "files");
  const [first = ""] = await listPaths(folder);
  const size = (await stat(first)).size;
  await truncate(first, size - 1);
  const answers = await Promise.all([made, truncated].map(({ body: { id } }) => call.get(`/api/v1/images/${id}`)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 503]);
  await truncate(first, size);
  const { files } = readV2Status(await call.makeV2({ ...v2Body, response_format: "url" })).contents;
  await rename(folder, `${folder}-away`);
  await writeFile(folder, "");
  for (const { body: given } of [made, truncated]) {
    expect(await call.get(`/api/v1/images/${given.id}`)).toMatchObject({ status: 503, body: { error: { code: "api_error" } } });
  }
  const link = `${service.url}${files[0]?.path}`;
  for (const headers of [{}, { range: "bytes=0-1" }]) expect((await fetch(link, { headers })).status).toBe(503);
  await expect.poll(async () => (await call.get("/readyz")).body).toMatchObject({ missing: ["files"] });
  const asked = engine.countOf("/v1/images/generations");
  const waiting = await call.post("/api/v1/images", body);
  await expect.poll(service.log).toContain("a result could not be stored");
  expect(engine.countOf("/v1/images/generations")).toBe(asked);
  await rm(folder);
  await rename(`${folder}-away`, folder);
  expect(readMediaFile(await call.settle(`/api/v1/images/${waiting.body.id}`)).equals(image)).toBe(true);
  expect((await call.get(`/api/v1/images/${made.body.id}`)).status).toBe(200);
  await expect.poll(async () => (await call.get("/readyz")).status).toBe(200);
});

test("a service killed while it stores results leaves complete files of completed tasks, and other files are removed", async () => {
  const data = await makeFolder();
  const { options, engine } = await startPainter(data);
  const ids: string[] = [];
  for (let kill = 0; kill < 4; kill += 1) {
    const service = await startServiceProcess(...options);
    const { post } = callService(service.url, service.key, async () => undefined);
    const answers = await Promise.all(Array.from({ length: 4 }, () => post("/api/v1/images", body)));
    ids.push(...answers.map((answer) => accepted.parse(answer.body).id));
    await sleep(kill * 25);
    await service.end("SIGKILL");
  }
  const service = await startServiceProcess(...options);
  const call = callService(service.url, service.key, async () => undefined);
  const states = await Promise.all(ids.map((id) => call.settle(`/api/v1/images/${id}`)));
  for (const state of states) {
    if (state.body.status === "completed") expect(readMediaFile(state).equals(image)).toBe(true);
    else expect(state.body).toMatchObject({ status: "failed", error: { message: expect.stringContaining("may have been billed") } });
  }
  expect(engine.countOf("/v1/images/generations")).toBeLessThanOrEqual(ids.length);
  const completed = states.filter(({ body: { status } }) => status === "completed").length;
  const database = new DatabaseSync(join(data, "generation-service.db"), { readOnly: true });
  onTestFinished(() => database.close());
  expect(database.prepare("SELECT count(location) AS count FROM files").get()).toEqual({ count: completed });
  // The cleanup at the start may still be running.
  await expect.poll(() => listFiles(data)).toHaveLength(completed);
});
