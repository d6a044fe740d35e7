/** Durable tasks with the real client, the built-in service, a socket and files. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createServiceClient } from "../../../src/client/createServiceClient.ts";
import type { TaskRequest } from "../../../src/contract/wireRequest.ts";
import { openTasks } from "../../../src/generations/openTasks.ts";
import { startService } from "../../../src/service/startService.ts";
import { temporaryFolder } from "./temporaryFolder.ts";

/** Polls, processes and disks are slow on a busy machine. */
vi.setConfig({ testTimeout: 180_000 });

async function open(faults = false) {
  const folder = await temporaryFolder();
  const service = await startService({ faults });
  const client = createServiceClient({ baseUrl: service.url, key: async () => service.key });
  const tasks = await openTasks({ folder: join(folder, "journal"), client: async () => client });
  onTestFinished(async () => {
    await tasks.close();
    await client.close();
    await service.close();
  });
  const submit = (request: TaskRequest) =>
    tasks.submit({ baseUrl: service.url, request, target: { folder: join(folder, "out"), pattern: "{kind}/{slug}" } });
  return { folder, service, client, tasks, submit };
}

test("every kind of both generations is saved with the extension for its bytes", async () => {
  const { tasks, submit, service, folder } = await open();
  const input = [{ type: "input_text" as const, text: "A red fox" }];
  const submitted = await Promise.all([
    submit({ interface: "v1", kind: "image", body: { model: "demo-image", prompt: "A red fox", size: "256x256" } }),
    submit({ interface: "v1", kind: "audio", body: { model: "flite", input: "A red fox", voice: "slt", format: "mp3" } }),
    submit({ interface: "v2", kind: "text", body: { ai: { model: "demo-text" }, content: input } }),
    submit({
      interface: "v2",
      kind: "audio",
      body: { type: "out_audio", ai: { model: "flite" }, content: [{ type: "input_text", text: "Another fox" }] },
    }),
  ]);
  const [image, sound, text, voice] = await Promise.all(submitted.map((task) => tasks.handle(task.key).end()));
  expect([image, sound, text, voice].map((task) => task?.state)).toEqual(["saved", "saved", "saved", "saved"]);
  expect(image?.artifacts).toMatchObject([{ path: join(folder, "out", "image", "a-red-fox.png"), mediaType: "image/png" }]);
  expect(image?.usage?.total_tokens).toBeGreaterThan(0);
  expect(sound?.artifacts).toMatchObject([{ path: join(folder, "out", "audio", "a-red-fox.mp3"), mediaType: "audio/mpeg" }]);
  expect(text?.text?.length).toBeGreaterThan(0);
  expect(text?.cost?.amount).toBeGreaterThan(0);
  expect(voice?.artifacts).toHaveLength(1);
  expect(sound?.reported).toEqual({ format: "mp3" });
  expect(voice?.reported?.files).toEqual([
    {
      name: expect.stringMatching(/\.mp3$/),
      mediaType: "audio/mpeg",
      available: expect.stringMatching(/^\d\d\.\d\d\.\d\d$/),
      endpoint: service.url,
    },
  ]);
  expect(tasks.accounts.get(service.url)?.limits?.minute).toBeGreaterThan(3);
  expect(tasks.accounts.get(service.url)?.balance).toBeLessThan(1000);
  const saved = await readFile(image?.artifacts[0]?.path ?? "");
  expect(createHash("sha256").update(saved).digest("hex")).toBe(image?.artifacts[0]?.sha256);
});

test("delete removes the task from the service too", async () => {
  const { tasks, submit, client } = await open();
  const { key } = submit({
    interface: "v1",
    kind: "image",
    body: { model: "demo-image", prompt: "A fox", size: "256x256" },
  });
  const { id = "", artifacts } = await tasks.handle(key).end();
  await tasks.delete(key);
  expect(tasks.get(key)).toBeUndefined();
  await expect(client.deleteTask(id)).rejects.toMatchObject({ kind: "notFound" });
  expect(await readFile(artifacts[0]?.path ?? "")).not.toHaveLength(0);
});

test("a task that fails on the service reports why, and a refused one is not followed", async () => {
  const { tasks, submit } = await open(true);
  const accepted = submit({ interface: "v1", kind: "image", body: { model: "fault-failed-task", prompt: "A fox" } });
  expect(await tasks.handle(accepted.key).end()).toMatchObject({ state: "failed", error: { kind: "generationFailed" } });
  const refused = submit({ interface: "v1", kind: "image", body: { model: "fault-quota", prompt: "A fox" } });
  expect(await refused.end()).toMatchObject({ state: "failed", id: undefined, error: { kind: "insufficientQuota" } });
});

test("the journal does not contain the key", async () => {
  const { tasks, submit, service, folder } = await open();
  const handle = submit({
    interface: "v1",
    kind: "image",
    body: {
      model: "demo-image",
      prompt: "A fox",
      size: "256x256",
      image: [{ type: "input_image", image_url: `data:image/png;base64,${"A".repeat(1000)}` }],
    },
  });
  await handle.end();
  await tasks.close();
  for (const name of ["tasks.sqlite"]) expect((await readFile(join(folder, "journal", name))).includes(service.key)).toBe(false);
});
