/** Services that are killed between a provider's acceptance and their answer. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startServiceProcess } from "../../service/serviceProcess.ts";
import { callService } from "../../service/testService.ts";
import { sendJson, startEngine } from "../engine.ts";

async function configure(url: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-crashes-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const configuration = {
    providers: { local: { type: "openai-compatible", baseURL: `${url}/v1`, models: { painter: { kinds: ["image"] } } } },
  };
  await writeFile(path.join(folder, "providers.json"), JSON.stringify(configuration));
  return folder;
}

test("a request that a provider may have accepted fails after a crash, and is not sent again", async () => {
  const { promise: accepted, resolve } = Promise.withResolvers<void>();
  const engine = await startEngine({ "GET /v1/models": sendJson({ data: [] }), "POST /v1/images/generations": () => resolve() });
  const folder = await configure(engine.url);
  const options = ["--data", folder, "--config", path.join(folder, "providers.json")];
  const first = await startServiceProcess(...options);
  const client = callService(first.url, first.key, async () => undefined);
  const { body } = await client.post("/api/v1/images", { model: "local/painter", prompt: "a boat" });
  await accepted;
  await first.end("SIGKILL");
  const second = await startServiceProcess(...options);
  const settled = await callService(second.url, second.key, async () => undefined).settle(`/api/v1/images/${body.id}`);
  expect(settled.body).toMatchObject({
    status: "failed",
    error: { type: "server_error", message: expect.stringMatching(/local .*may have been billed/) },
  });
  expect(engine.countOf("/v1/images/generations")).toBe(1);
});

test("a request that no provider has accepted is sent after a crash", async () => {
  const png = Buffer.from("89504e470d0a1a0a0000", "hex").toString("base64");
  const engine = await startEngine({
    "GET /v1/models": sendJson({ data: [] }),
    "POST /v1/images/generations": sendJson({ data: [{ b64_json: png }] }),
  });
  const folder = await configure(engine.url);
  const options = ["--data", folder, "--config", path.join(folder, "providers.json")];
  const first = await startServiceProcess(...options, "--delay", "60000");
  const { body } = await callService(first.url, first.key, async () => undefined).post("/api/v1/images", {
    model: "local/painter",
    prompt: "a boat",
  });
  await first.end("SIGKILL");
  const second = await startServiceProcess(...options);
  const settled = await callService(second.url, second.key, async () => undefined).settle(`/api/v1/images/${body.id}`);
  expect(settled.body).toMatchObject({ status: "completed", data: [{ b64_json: png }] });
  expect(engine.countOf("/v1/images/generations")).toBe(1);
});
