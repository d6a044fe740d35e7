/** `npm run service` as a process: its options, its log and its shutdown. */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { mainProgram } from "./mainProgram.ts";
import { startServiceProcess } from "./serviceProcess.ts";
import { callService } from "./testService.ts";

const run = (...args: string[]) => spawnSync(process.execPath, [mainProgram, "service", ...args], { encoding: "utf8", timeout: 120_000 });

test("--help lists every option and exits with 0", () => {
  const { status, stdout } = run("--help");
  expect(status).toBe(0);
  for (const option of [
    "port",
    "data",
    "key",
    "faults",
    "superset",
    "rate",
    "tokens-per-second",
    "delay",
    "balance",
    "wait-limit",
    "grace",
    "log",
    "metrics-from",
    "help",
  ]) {
    expect(stdout).toContain(`--${option}`);
  }
});

test("it prints address and key, and applies its options", async () => {
  const service = await startServiceProcess(
    "--key",
    "k-1",
    "--key",
    "k-2",
    "--faults",
    "--superset",
    "--rate",
    "5",
    "--tokens-per-second",
    "0",
  );
  expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(service.key).toBe("k-1");
  const other = callService(service.url, "k-2", async () => undefined);
  expect(JSON.stringify((await other.get("/api/v1/models")).body)).toContain("fault-huge");
  expect((await other.post("/api/v1/responses", { model: "demo-text", input: "x" })).body).toMatchObject({
    truncation: "disabled",
    store: true,
  });
  for (let count = 0; count < 3; count += 1) await other.get("/api/v1/models");
  expect((await other.get("/api/v1/models")).status).toBe(429);
});

test("the text log has one line for each request and never a prompt, a key or a file's link", async () => {
  const service = await startServiceProcess("--key", "secret-key", "--tokens-per-second", "0", "--log", "text");
  const caller = callService(service.url, "secret-key", async () => undefined);
  await caller.post("/api/v1/responses", { model: "demo-text", input: "an unmistakable marmalade" });
  await caller.get("/api/v1/models?key=secret-key");
  const { body } = await caller.makeV2({
    type: "out_image",
    ai: { model: "demo-image" },
    content: [{ type: "input_text", text: "marmalade" }],
  });
  const [file] = (body.contents as { files: { data: string; path: string }[] }).files;
  await (await fetch(file?.data ?? "")).arrayBuffer();
  await expect.poll(() => service.log()).toMatch(/^GET \/files\/…\/demo-image\.png 200 \d+ ms [\w-]{36}$/m);
  expect(service.log()).toMatch(/^POST \/api\/v1\/responses 200 \d+ ms [\w-]{36}$/m);
  expect(service.log()).toMatch(/^GET \/api\/v1\/models 200 \d+ ms [\w-]{36}$/m);
  expect(service.log()).not.toMatch(/marmalade|secret-key/);
  expect(service.log()).not.toContain(file?.path.split("/")[2] ?? "/files/");
});

test("without grace it exits immediately, even during a very slow answer", async () => {
  const service = await startServiceProcess("--faults", "--grace", "0");
  const answer = await fetch(`${service.url}/api/v1/responses`, {
    method: "POST",
    headers: { authorization: `Bearer ${service.key}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "fault-slow", input: "3600 seconds", stream: true }),
  });
  const broken = expect(answer.text()).rejects.toThrow();
  expect(await service.end("SIGTERM")).toBe(0);
  await broken;
});

test.each(["SIGINT", "SIGTERM"] as const)("%s ends it cleanly, even in the middle of a stream", async (signal) => {
  const service = await startServiceProcess("--tokens-per-second", "2", "--grace", "0");
  const answer = await fetch(`${service.url}/api/v1/responses`, {
    method: "POST",
    headers: { authorization: `Bearer ${service.key}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "demo-text", input: "x", stream: true }),
  });
  const broken = expect(answer.text()).rejects.toThrow();
  expect(await service.end(signal)).toBe(0);
  await broken;
});
