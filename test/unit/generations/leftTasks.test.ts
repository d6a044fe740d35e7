/** Tasks that the user leaves: cancelled where the service ends them, and otherwise counted until their cost is known. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createServiceClient } from "../../../src/client/createServiceClient.ts";
import { ServiceError } from "../../../src/client/serviceError.ts";
import type { TaskRequest } from "../../../src/contract/wireRequest.ts";
import { openTasks } from "../../../src/generations/openTasks.ts";
import { startService } from "../../../src/service/startService.ts";
import { imageRequest, openScripted, untilAnswered } from "./imageTask.ts";
import { baseUrl, pngBytes } from "./scriptedClient.ts";
import { temporaryFolder } from "./temporaryFolder.ts";

/** Polls, processes and disks are slow on a busy machine. */
vi.setConfig({ testTimeout: 180_000 });

const v2Request: TaskRequest = {
  interface: "v2",
  kind: "image",
  body: { type: "out_image", ai: { model: "painter" }, content: [{ type: "input_text", text: "A red fox" }] },
};

describe("a task that is not waited for any more", () => {
  test("is asked for until its cost is known, which counts, and its files are not saved", async () => {
    let isMade = false;
    const { tasks, target, client } = await openScripted({
      pollV2: () =>
        isMade
          ? { contents: { status: 2, cost: { amount: 0.5 } }, error: null, balance: { balance: 9.5 } }
          : { error: null, balance: { balance: 10 } },
      filesV2: [pngBytes],
    });
    const handle = tasks.submit({ baseUrl, request: v2Request, target });
    await untilAnswered(handle);
    handle.stop();
    expect(await handle.end()).toMatchObject({ state: "stopped", finishedAt: undefined });
    expect(client.deleted).toEqual([]);
    expect(tasks.costs.sum(0)).toEqual([]);
    // Whether it fits in a budget is not known yet.
    expect(tasks.costs.unknown("credits", Date.now())).toEqual([handle.key]);
    isMade = true;
    tasks.pollNow();
    await expect.poll(() => tasks.get(handle.key)?.finishedAt).toBeDefined();
    expect(tasks.get(handle.key)).toMatchObject({ state: "stopped", cost: { amount: 0.5 }, artifacts: [] });
    expect(tasks.costs.sum(0)).toEqual([{ amount: 0.5 }]);
    expect(tasks.accounts.get(baseUrl)?.balance).toBe(9.5);
    expect(tasks.costs.unknown("credits", Date.now())).toEqual([]);
    expect(await readdir(target.folder)).toEqual([]);
    await tasks.follow(handle.key);
    expect(await tasks.handle(handle.key).end()).toMatchObject({ state: "saved", artifacts: [{ size: pngBytes.length }] });
    expect(client.posts).toBe(1);
  });

  test("is asked for by the next process after the one that left it", async () => {
    const folder = await temporaryFolder();
    const first = await openScripted({ poll: () => "processing" }, { folder });
    const handle = first.tasks.submit({ baseUrl, request: imageRequest, target: first.target });
    await untilAnswered(handle);
    await first.tasks.stop(handle.key);
    await first.tasks.close();
    const { tasks } = await openScripted({}, { folder });
    await expect.poll(() => tasks.get(handle.key)?.finishedAt).toBeDefined();
    expect(tasks.get(handle.key)).toMatchObject({ state: "stopped", usage: { total_tokens: 7 }, artifacts: [] });
  });

  test("that fails on the service is shown as failed, since it is not billed", async () => {
    const { tasks, target } = await openScripted({ poll: (_, polls) => (polls < 2 ? "processing" : "failed") });
    const { key } = await untilAnswered(tasks.submit({ baseUrl, request: imageRequest, target }));
    await tasks.stop(key);
    await expect.poll(() => tasks.get(key)?.state).toBe("failed");
  });
});

describe("a service that ends the generation of a deleted task", () => {
  test("is asked to delete it", async () => {
    const { tasks, target, client } = await openScripted({ poll: () => "processing" }, { endsDeleted: () => true });
    const task = await untilAnswered(tasks.submit({ baseUrl, request: imageRequest, target }));
    expect(tasks.canCancel(task)).toBe(true);
    await tasks.stop(task.key);
    expect(client.deleted).toEqual(["id-1"]);
    expect(tasks.get(task.key)).toMatchObject({ state: "cancelled", finishedAt: expect.any(Number) });
  });

  test("but does not answer: the task counts as still being generated", async () => {
    const deleteTask = () => {
      throw new ServiceError({ kind: "unreachable", message: "No connection." });
    };
    const { tasks, target } = await openScripted({ poll: () => "processing", deleteTask }, { endsDeleted: () => true });
    const { key } = await untilAnswered(tasks.submit({ baseUrl, request: imageRequest, target }));
    await tasks.stop(key);
    expect(tasks.get(key)).toMatchObject({ state: "stopped", finishedAt: undefined });
  });

  test.each(["v1", "v2"] as const)("does so for the demo over %s, with what it announces, and charges nothing", async (version) => {
    const folder = await temporaryFolder();
    const service = await startService({ superset: true });
    const client = createServiceClient({ baseUrl: service.url, key: async () => service.key });
    const models = await client.listModels();
    const announced = (model: string) => models.find(({ id }) => id === model)?.capabilities?.cancel === true;
    const tasks = await openTasks({
      folder: join(folder, "journal"),
      client: async () => client,
      endsDeleted: (_, model) => announced(model),
    });
    onTestFinished(async () => {
      await tasks.close();
      await client.close();
      await service.close();
    });
    const request: TaskRequest =
      version === "v1"
        ? { interface: "v1", kind: "video", body: { model: "demo-video", prompt: "A red fox", duration: 8 } }
        : {
            interface: "v2",
            kind: "video",
            body: {
              type: "out_video",
              ai: { model: "demo-video", video_duration: "8" },
              content: [{ type: "input_text", text: "A red fox" }],
            },
          };
    const task = await untilAnswered(
      tasks.submit({ baseUrl: service.url, request, target: { folder: join(folder, "out"), pattern: "{slug}" } }),
    );
    await tasks.stop(task.key);
    expect(tasks.get(task.key)?.state).toBe("cancelled");
    await expect(client.pollV2(task.id ?? "", folder)).rejects.toMatchObject({ kind: "notFound" });
    await expect(client.pollMedia("video", task.id ?? "", folder)).rejects.toMatchObject({ kind: "notFound" });
  });
});
