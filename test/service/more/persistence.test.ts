/** What a service with a data folder keeps after a shutdown, after a kill, and with a second service on the same folder. */
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { type ServiceProcess, startServiceProcess } from "../serviceProcess.ts";
import { callService, readV2Status } from "../testService.ts";

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "generation-studio-service-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

const call = (service: ServiceProcess) => callService(service.url, service.key, async () => undefined);
const image = { model: "demo-image", prompt: "A heron", size: "512" };

test("results, balance and key are kept after a shutdown", async () => {
  const data = await makeFolder();
  const first = await startServiceProcess("--data", data);
  const made = await call(first).make("images", image);
  const status = await call(first).makeV2({ ai: { model: "demo-text" }, content: [{ type: "input_text", text: "x" }] });
  expect(await first.end("SIGTERM")).toBe(0);
  const second = await startServiceProcess("--data", data);
  expect(second.key).toBe(first.key);
  expect((await call(second).get(`/api/v1/images/${made.body.id}`)).body).toEqual(made.body);
  const later = await call(second).makeV2({ ai: { model: "demo-text" }, content: [{ type: "input_text", text: "x" }] });
  expect(readV2Status(later).balance.balance).toBeLessThan(readV2Status(status).balance.balance);
});

test("a replaced key keeps the account and its tasks", async () => {
  const data = await makeFolder();
  const first = await startServiceProcess("--data", data, "--key", "old-key");
  const made = await call(first).make("images", image);
  await first.end("SIGTERM");
  const second = await startServiceProcess("--data", data, "--key", "new-key");
  expect((await call(second).get(`/api/v1/images/${made.body.id}`)).status).toBe(200);
  expect((await callService(second.url, "old-key", async () => undefined).get("/api/v1/models")).status).toBe(401);
});

test("a killed process loses no accepted task: the next one completes them, each charged once", async () => {
  const data = await makeFolder();
  const first = await startServiceProcess("--data", data, "--delay", "60000");
  const ids = await Promise.all(
    Array.from(
      { length: 5 },
      async (_, index) => (await call(first).post("/api/v1/images", { ...image, prompt: `Heron ${index}` })).body.id,
    ),
  );
  const v2 = await call(first).post("/api/v2", { ai: { model: "demo-text" }, content: [{ type: "input_text", text: "x" }] });
  expect(await first.end("SIGKILL")).toBe("SIGKILL");
  const second = await startServiceProcess("--data", data);
  for (const id of ids) expect((await call(second).settle(`/api/v1/images/${id}`)).body.status).toBe("completed");
  const status = await call(second).settle(`/api/v2/status/${v2.body.task_id}`);
  expect(status.body).toMatchObject({ contents: { status: 2 } });
});

test("tasks of a killed process are completed without a request from a client", async () => {
  const data = await makeFolder();
  const first = await startServiceProcess("--data", data, "--delay", "60000");
  const { body } = await call(first).post("/api/v1/images", image);
  await first.end("SIGKILL");
  await startServiceProcess("--data", data);
  const database = new DatabaseSync(join(data, "generation-service.db"), { readOnly: true });
  onTestFinished(() => database.close());
  const status = database.prepare("SELECT status FROM tasks WHERE id = ?");
  await expect.poll(() => status.get(String(body.id))?.status).toBe("completed");
});

test("a response whose process was killed while the client waited can be fetched later", async () => {
  const data = await makeFolder();
  const first = await startServiceProcess("--data", data, "--tokens-per-second", "1");
  const answer = await fetch(`${first.url}/api/v1/responses`, {
    method: "POST",
    headers: { authorization: `Bearer ${first.key}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "demo-text", input: "Hello", stream: true }),
  });
  const id = answer.headers.get("x-task-id");
  const broken = expect(answer.text()).rejects.toThrow();
  await first.end("SIGKILL");
  await broken;
  const second = await startServiceProcess("--data", data, "--tokens-per-second", "0");
  expect((await call(second).settle(`/api/v1/responses/${id}`)).status).toBe(200);
  await expect.poll(async () => (await call(second).get(`/api/v1/responses/${id}`)).body.status).toBe("completed");
});

test("two services on one folder share tasks, run each once, and one takes over the tasks of the other when it ends", async () => {
  const data = await makeFolder();
  const first = await startServiceProcess("--data", data, "--delay", "60000");
  const { body } = await call(first).post("/api/v1/images", image);
  const path = `/api/v1/images/${body.id}`;
  const second = await startServiceProcess("--data", data);
  expect((await call(second).get(path)).body).toEqual({ id: body.id, status: "pending" });
  await first.end("SIGKILL");
  expect((await call(second).settle(path)).body.status).toBe("completed");
});

test("only the owner can access the data folder and the database, which contain no prompt after the task is done", async () => {
  const data = join(await makeFolder(), "data");
  const service = await startServiceProcess("--data", data);
  await call(service).make("images", { ...image, prompt: "An unmistakable marmalade heron" });
  await service.end("SIGTERM");
  const database = join(data, "generation-service.db");
  if (process.platform !== "win32") {
    expect((await stat(data)).mode & 0o077).toBe(0);
    expect((await stat(database)).mode & 0o077).toBe(0);
  }
  expect((await readFile(database)).includes("unmistakable marmalade")).toBe(false);
});
