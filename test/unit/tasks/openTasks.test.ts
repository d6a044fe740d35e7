/** Durable tasks, from submission to saved file, against a scripted service and real files. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { ServiceError } from "../../../src/client/serviceError.ts";
import type { TaskRequest } from "../../../src/tasks/task.ts";
import { imageRequest, openScripted } from "./imageTask.ts";
import { baseUrl, pngBytes, sha256Of } from "./scriptedClient.ts";

/** Polls, processes and disks take their time on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

const textRequest: TaskRequest = {
  interface: "v2",
  kind: "text",
  body: { ai: { model: "writer" }, content: [{ type: "input_text", text: "Hello" }] },
};

describe("a task that goes well", () => {
  test("is followed from pending to a saved file with the ending of its bytes", async () => {
    const { tasks, client, target, folder } = await openScripted({ poll: (_, polls) => (polls === 1 ? "processing" : [pngBytes]) });
    const states: string[] = [];
    tasks.onChange((change) => states.push(change.task?.state ?? "removed"));
    const submitted = await tasks.submit({ baseUrl, request: imageRequest, target, origin: { document: "a.md" } });
    expect(submitted).toMatchObject({ state: "pending", id: "id-1", model: "painter", prompt: "A red fox" });
    const saved = await tasks.settled(submitted.key);
    const path = join(folder, "out", "a-red-fox.png");
    expect(saved).toMatchObject({ state: "saved", usage: { total_tokens: 7 }, origin: { document: "a.md" }, error: undefined });
    expect(saved.artifacts).toEqual([{ path, size: pngBytes.length, sha256: sha256Of(pngBytes), mediaType: "image/png" }]);
    expect(await readFile(path)).toEqual(pngBytes);
    expect(await readdir(join(folder, "out"))).toEqual(["a-red-fox.png"]);
    expect(client.submissions).toBe(1);
    expect(states.at(-1)).toBe("saved");
    expect(states).toContain("processing");
  });

  test("is found by its file, and listed newest first, page by page", async () => {
    const { tasks, target } = await openScripted({});
    const keys: string[] = [];
    for (let count = 0; count < 5; count += 1) keys.unshift((await tasks.submit({ baseUrl, request: imageRequest, target })).key);
    await Promise.all(keys.map((key) => tasks.settled(key)));
    expect(tasks.list().map((task) => task.key)).toEqual(keys);
    const firstPage = tasks.list({ limit: 2 });
    expect(tasks.list({ limit: 2, before: firstPage.at(-1)?.key ?? "" }).map((task) => task.key)).toEqual(keys.slice(2, 4));
    expect(tasks.count({ states: ["saved"], kinds: ["image"] })).toBe(5);
    expect(tasks.count({ kinds: ["video"] })).toBe(0);
    const oldest = tasks.get(keys.at(-1) ?? "");
    expect(tasks.findByArtifact({ path: oldest?.artifacts[0]?.path ?? "" })?.key).toBe(oldest?.key);
    expect(tasks.findByArtifact({ sha256: sha256Of(pngBytes) })?.key).toBe(keys[0]);
  });

  test("with a request of many megabytes is listed without it, and has it when asked", async () => {
    const { tasks, target } = await openScripted({ poll: () => "pending" });
    const picture = { type: "input_image" as const, image_url: `data:image/png;base64,${"A".repeat(8_000_000)}` };
    const request: TaskRequest = { interface: "v1", kind: "image", body: { model: "painter", prompt: "Alike", image: [picture] } };
    const { key } = await tasks.submit({ baseUrl, request, target });
    const started = performance.now();
    for (let count = 0; count < 20; count += 1) tasks.list();
    expect(performance.now() - started).toBeLessThan(200);
    expect(tasks.list()[0]?.request).toEqual(request);
    expect(tasks.export(key).length).toBeLessThan(2000);
  });

  test("of v2 keeps its text, cost and the balance it was told", async () => {
    const { tasks, target } = await openScripted({
      pollV2: (_, polls) =>
        polls === 1
          ? { contents: { status: 1 }, error: null, balance: { balance: 10 } }
          : { contents: { status: 2, text: "Hi", cost: { amount: 0.5, input: 1, output: 2 } }, error: null, balance: { balance: 9.5 } },
    });
    const { key } = await tasks.submit({ baseUrl, request: textRequest, target });
    const saved = await tasks.settled(key);
    expect(saved).toMatchObject({ state: "saved", text: "Hi", cost: { amount: 0.5, input: 1, output: 2 }, artifacts: [] });
    expect(tasks.balance(baseUrl)).toEqual({ balance: 9.5 });
  });
});

describe("a submission that fails", () => {
  test("is kept as failed when the service refused it", async () => {
    const { tasks, target } = await openScripted({
      submit: () => {
        throw new ServiceError({ kind: "insufficientQuota", message: "quota exceeded", status: 402, code: "insufficient_quota" });
      },
    });
    await expect(tasks.submit({ baseUrl, request: imageRequest, target })).rejects.toMatchObject({ kind: "insufficientQuota" });
    expect(tasks.list()).toMatchObject([{ state: "failed", error: { kind: "insufficientQuota", code: "insufficient_quota" } }]);
  });

  test("is kept as maybe accepted, and never sent again, when the connection broke", async () => {
    const { tasks, target, client } = await openScripted({
      submit: () => {
        throw new ServiceError({ kind: "connectionLost", message: "broken", maybeAccepted: true });
      },
    });
    await expect(tasks.submit({ baseUrl, request: imageRequest, target })).rejects.toMatchObject({ maybeAccepted: true });
    expect(tasks.list()).toMatchObject([{ state: "maybeAccepted", id: undefined }]);
    expect(client.submissions).toBe(1);
  });
});

describe("what a person can do with a task", () => {
  test("delete asks the service and removes it, although the service may not know it any more", async () => {
    const { tasks, client, target } = await openScripted({
      poll: () => "pending",
      deleteTask: (id) => {
        if (id === "id-2") throw new ServiceError({ kind: "notFound", message: "gone", status: 404 });
      },
    });
    const first = await tasks.submit({ baseUrl, request: imageRequest, target });
    const second = await tasks.submit({ baseUrl, request: imageRequest, target });
    await tasks.delete(first.key);
    await tasks.delete(second.key);
    expect(client.deleted).toEqual(["id-1"]);
    expect(tasks.count()).toBe(0);
  });

  test("follow takes a stopped task up again, without another submission", async () => {
    const { tasks, client, target } = await openScripted({});
    const { key } = await tasks.submit({ baseUrl, request: imageRequest, target });
    tasks.stop(key);
    tasks.follow(key);
    expect((await tasks.settled(key)).state).toBe("saved");
    expect(client.submissions).toBe(1);
  });

  test("stop ends the following, forget removes, retry sends the same request as a new task", async () => {
    const { tasks, client, target } = await openScripted({ poll: () => "pending" });
    const first = await tasks.submit({ baseUrl, request: imageRequest, target });
    tasks.stop(first.key);
    expect(tasks.get(first.key)?.state).toBe("stopped");
    const second = await tasks.retry(first.key);
    expect(second).toMatchObject({ request: imageRequest, target, state: "pending" });
    expect(client.submissions).toBe(2);
    tasks.forget(first.key);
    expect(tasks.list().map((task) => task.key)).toEqual([second.key]);
  });
});
