/** Dialogues on the real built-in service: one file, one request for each turn, nothing billed twice. */
import { execFileSync } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createServiceClient } from "../../../../../src/client/createServiceClient.ts";
import type { ServiceClient } from "../../../../../src/client/serviceClient.ts";
import { ServiceError } from "../../../../../src/client/serviceError.ts";
import type { TaskRequest } from "../../../../../src/contract/wireRequest.ts";
import { planTurns } from "../../../../../src/generations/narration/planTurns.ts";
import { promptOf } from "../../../../../src/generations/newTask.ts";
import { openTasks } from "../../../../../src/generations/openTasks.ts";
import { startService } from "../../../../../src/service/startService.ts";
import { hasDecoder } from "../../../demo/decoder.ts";
import { temporaryFolder } from "../../temporaryFolder.ts";

const text = "Anna: Good evening.\nBen: Is the lamp lit?\nAnna: Not yet.\nBen: Then I will climb up.";
const v1: TaskRequest = { interface: "v1", kind: "audio", body: { model: "flite", input: text, voice: "slt", format: "mp3" } };
const v2: TaskRequest = {
  interface: "v2",
  kind: "audio",
  body: { type: "out_audio", ai: { model: "flite" }, content: [{ type: "input_text", text }] },
};

/** What each turn costs. */
const price = 0.25;

/** `fault`: called before each POST, with its text; what it throws is the answer. */
async function open(fault: (text: string, signal?: AbortSignal) => Promise<void> | void = () => undefined) {
  const folder = await temporaryFolder();
  const service = await startService({});
  const client = createServiceClient({ baseUrl: service.url, key: async () => service.key });
  const posts: string[] = [];
  const watched: ServiceClient = {
    ...client,
    async submitTask(request, options) {
      const said = promptOf(request);
      posts.push(said);
      await fault(said, options?.signal);
      return client.submitTask(request, options);
    },
    // The built-in voice is free.
    async pollV2(...given) {
      const poll = await client.pollV2(...given);
      const { contents } = poll.status;
      return contents?.cost ? { ...poll, status: { ...poll.status, contents: { ...contents, cost: { amount: price } } } } : poll;
    },
  };
  const journal = { folder: join(folder, "journal"), client: async () => watched };
  const opened = [await openTasks(journal)];
  onTestFinished(async () => {
    for (const tasks of opened) await tasks.close();
    await client.close();
    await service.close();
  });
  const submit = (request = v1, tasks = opened[0]) => {
    const narration = planTurns(request, ["slt", "rms"]);
    const target = { folder: join(folder, "out"), pattern: "{slug}" };
    if (tasks === undefined || narration === undefined) throw new TypeError("It is no dialogue.");
    return tasks.submit({ baseUrl: service.url, request, target, turns: narration.turns });
  };
  const reopen = async () => {
    const tasks = await openTasks(journal);
    opened.push(tasks);
    return tasks;
  };
  const tasks = opened[0] as NonNullable<(typeof opened)[0]>;
  return { folder, tasks, posts, submit, reopen, turnFiles: () => readdir(join(folder, "journal", "turns")).catch(() => []) };
}

const lines = ["Good evening.", "Is the lamp lit?", "Not yet.", "Then I will climb up."];

test("a dialogue is one task, one file with chapters and one entry of the library, and one request for each turn", async () => {
  const { tasks, posts, submit, folder, turnFiles } = await open();
  const task = await submit().end();
  expect(task.error).toBeUndefined();
  expect(task.state).toBe("saved");
  expect([...posts].sort()).toEqual([...lines].sort());
  expect(await readdir(join(folder, "out"))).toEqual([expect.stringMatching(/^anna-good-evening.*\.mp3$/)]);
  expect(tasks.list()).toHaveLength(1);
  expect(tasks.library.search({ text: "", chosen: {}, favourites: false, sort: "newest" }, { offset: 0, count: 10 }).entries).toHaveLength(
    1,
  );
  await expect.poll(turnFiles).toEqual([]);
  if (!hasDecoder) return;
  const path = task.artifacts[0]?.path ?? "";
  const read = JSON.parse(execFileSync("ffprobe", ["-v", "error", "-show_chapters", "-of", "json", path], { encoding: "utf8" })) as {
    chapters: { tags: { title: string } }[];
  };
  expect(read.chapters.map(({ tags }) => tags.title)).toEqual(lines.map((line, index) => `${index % 2 === 0 ? "Anna" : "Ben"}: ${line}`));
});

test("the cost of a dialogue is that of its turns, and is counted once", async () => {
  const { tasks, submit } = await open();
  const task = await submit(v2).end();
  expect(task.state).toBe("saved");
  const cost = 4 * price;
  expect(task.cost?.amount).toBeCloseTo(cost, 9);
  expect(tasks.costs.sum(0)).toEqual([{ amount: expect.closeTo(cost, 9), unit: undefined }]);
  expect(tasks.costs.byModel(0)).toMatchObject([{ tasks: 1, amount: expect.closeTo(cost, 9) }]);
  expect(tasks.costs.spent(0, "units")).toBeCloseTo(cost, 9);
  await tasks.forget(task.key);
  expect(tasks.costs.sum(0)).toEqual([{ amount: expect.closeTo(cost, 9), unit: undefined }]);
});

test("a failed turn is asked for again alone", async () => {
  let isBroken = true;
  const { tasks, posts, submit } = await open((said) => {
    if (isBroken && said === "Not yet.") throw new ServiceError({ kind: "generationFailed", message: "The engine is out of memory." });
  });
  const failed = await submit().end();
  expect(failed).toMatchObject({
    state: "failed",
    error: { kind: "generationFailed", message: "Turn 3 of 4: The engine is out of memory." },
  });
  isBroken = false;
  const before = [...posts];
  const task = await submit().end();
  expect(task).toMatchObject({ key: failed.key, state: "saved", error: undefined });
  const again = posts.slice(before.length);
  expect(again).toContain("Not yet.");
  // What was there or under way when the turn failed is not sent again.
  expect(again.filter((said) => said !== "Not yet.").every((said) => !before.includes(said))).toBe(true);
  expect(tasks.list()).toHaveLength(1);
  // A dialogue that is finished is narrated anew.
  expect((await submit().end()).key).not.toBe(task.key);
});

test("a turn that may have been accepted is reported as such, and not sent again by itself", async () => {
  const { posts, submit } = await open((said) => {
    if (said === "Not yet.") throw new ServiceError({ kind: "connectionLost", message: "The connection was lost.", maybeAccepted: true });
  });
  expect(await submit().end()).toMatchObject({ state: "maybeAccepted", error: { kind: "connectionLost" } });
  expect(posts.filter((said) => said === "Not yet.")).toHaveLength(1);
});

test("when a window closes, what was sent is kept, the rest waits until the user asks again, and all is joined", async () => {
  const held = Promise.withResolvers<void>();
  let isHeld = true;
  const { tasks, posts, submit, reopen } = await open(() => (isHeld ? held.promise : undefined));
  const { key } = submit();
  await vi.waitFor(() => expect(posts).toHaveLength(3), { timeout: 60_000 });
  isHeld = false;
  const closing = tasks.close();
  held.resolve();
  await closing;
  const later = await reopen();
  const ended = await later.handle(key).end();
  expect(ended.state).toBe("failed");
  expect(ended.error?.message).toBe("The window closed when 3 of 4 turns were there. Run it again for the rest.");
  const task = await submit(v1, later).end();
  expect(task).toMatchObject({ key, state: "saved" });
  expect([...posts].sort()).toEqual([...lines].sort());
});

test("what is stopped is not sent, and what is removed leaves nothing", async () => {
  const { tasks, submit, turnFiles } = await open(
    (said, signal) =>
      new Promise((resolve, reject) => {
        if (said !== "Not yet.") return resolve();
        signal?.addEventListener("abort", () => reject(new ServiceError({ kind: "aborted", message: "Stopped." })));
      }),
  );
  const handle = submit();
  await vi.waitFor(() => expect(tasks.get(handle.key)?.progress?.percent).toBeGreaterThan(0), { timeout: 60_000 });
  handle.stop();
  expect((await handle.end()).state).toBe("stopped");
  await tasks.forget(handle.key);
  expect(tasks.list()).toEqual([]);
  expect(await turnFiles()).toEqual([]);
  expect(tasks.get(`${handle.key}.00001`)).toBeUndefined();
});
