/** Durable tasks, from submission to saved file, against a scripted service and real files. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { ServiceError } from "../../../src/client/serviceError.ts";
import type { TaskRequest } from "../../../src/contract/wireRequest.ts";
import { imageRequest, openScripted, untilAnswered } from "./imageTask.ts";
import { baseUrl, pngBytes, sha256Of } from "./scriptedClient.ts";

/** Polls, processes and disks are slow on a busy machine. */
vi.setConfig({ testTimeout: 180_000 });

const textRequest: TaskRequest = {
  interface: "v2",
  kind: "text",
  body: { ai: { model: "writer" }, content: [{ type: "input_text", text: "Hello" }] },
};

describe("a successful task", () => {
  test("is followed from pending to a saved file with the extension for its bytes", async () => {
    const { tasks, client, target, folder } = await openScripted({ poll: (_, polls) => (polls === 1 ? "processing" : [pngBytes]) });
    const states: string[] = [];
    tasks.onChange((change) => states.push(change.task?.state ?? "removed"));
    const submitted = tasks.submit({ baseUrl, request: imageRequest, target, origin: { document: "a.md" } });
    expect(await untilAnswered(submitted)).toMatchObject({ state: "pending", id: "id-1", model: "painter", prompt: "A red fox" });
    const saved = await submitted.end();
    const path = join(folder, "out", "a-red-fox.png");
    expect(saved).toMatchObject({ state: "saved", usage: { total_tokens: 7 }, origin: { document: "a.md" }, error: undefined });
    expect(saved.artifacts).toEqual([{ path, size: pngBytes.length, sha256: sha256Of(pngBytes), mediaType: "image/png" }]);
    expect(await readFile(path)).toEqual(pngBytes);
    expect(await readdir(join(folder, "out"))).toEqual(["a-red-fox.png"]);
    expect(client.posts).toBe(1);
    expect(states.at(-1)).toBe("saved");
    expect(states).toContain("processing");
  });

  test("is found by its file, and listed newest first, in pages", async () => {
    const { tasks, target } = await openScripted({});
    const keys: string[] = [];
    for (let count = 0; count < 5; count += 1) keys.unshift(tasks.submit({ baseUrl, request: imageRequest, target }).key);
    await Promise.all(keys.map((key) => tasks.handle(key).end()));
    expect(tasks.list().map((task) => task.key)).toEqual(keys);
    const firstPage = tasks.list({ limit: 2 });
    expect(tasks.list({ limit: 2, before: firstPage.at(-1)?.key ?? "" }).map((task) => task.key)).toEqual(keys.slice(2, 4));
    expect(tasks.count({ states: ["saved"], kinds: ["image"] })).toBe(5);
    expect(tasks.count({ kinds: ["video"] })).toBe(0);
    expect(tasks.costs.sum(0)).toEqual([]);
    expect(tasks.costs.byModel(0)).toEqual([{ model: "painter", kind: "image", tasks: 5, withoutCost: 5, amount: undefined }]);
    expect(tasks.costs.byModel(Date.now() + 60_000)).toEqual([]);
    const oldest = tasks.get(keys.at(-1) ?? "");
    expect(tasks.findByArtifact({ path: oldest?.artifacts[0]?.path ?? "" })?.key).toBe(oldest?.key);
    expect(tasks.findByArtifact({ sha256: sha256Of(pngBytes) })?.key).toBe(keys[0]);
  });

  test("with a request of many megabytes is listed without it, and returns it on request", async () => {
    const { tasks, target } = await openScripted({ poll: () => "pending" });
    const image = { type: "input_image" as const, image_url: `data:image/png;base64,${"A".repeat(8_000_000)}` };
    const request: TaskRequest = { interface: "v1", kind: "image", body: { model: "painter", prompt: "Alike", image: [image] } };
    await untilAnswered(tasks.submit({ baseUrl, request, target }));
    const started = process.cpuUsage();
    for (let count = 0; count < 20; count += 1) tasks.list();
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(200);
    expect(tasks.list()[0]?.request).toEqual(request);
  });

  test("of v2 keeps its text, cost and the account's data", async () => {
    const account = { balance: { balance: -0.5, balance_bonus: 2 }, limits: { minute: 3, day: 40 } };
    const { tasks, target } = await openScripted({
      pollV2: (_, polls) =>
        polls === 1
          ? { contents: { status: 1 }, error: null, balance: { balance: 10 } }
          : { contents: { status: 2, text: "Hi", cost: { amount: 0.5, input: 1, output: 2 } }, error: null, ...account },
    });
    const { key } = tasks.submit({ baseUrl, request: textRequest, target });
    const saved = await tasks.handle(key).end();
    expect(saved).toMatchObject({ state: "saved", text: "Hi", cost: { amount: 0.5, input: 1, output: 2 }, artifacts: [] });
    expect(tasks.costs.byModel(0)).toMatchObject([{ kind: "text", tasks: 1, withoutCost: 0, amount: 0.5 }]);
    expect(tasks.accounts.get(baseUrl)).toEqual({ ...account.balance, limits: account.limits });
  });
});

describe("an image of v2 that is answered with", () => {
  const request: TaskRequest = { interface: "v2", kind: "image", body: { ...textRequest.body, type: "out_image" } };
  const submitWith = async (text: string | undefined) => {
    const { tasks, target } = await openScripted({ pollV2: () => ({ contents: { status: 2, text, files: [] }, error: null }) });
    return tasks.submit({ baseUrl, request, target }).end();
  };

  test("only a text keeps the text", async () => {
    expect(await submitWith("I draw no cats.")).toMatchObject({ state: "saved", text: "I draw no cats.", artifacts: [] });
  });

  test.each([undefined, ""])("neither a file nor a text (%j) has failed", async (text) => {
    expect(await submitWith(text)).toMatchObject({ state: "failed", error: { kind: "badAnswer" }, artifacts: [] });
  });
});

describe("a submission that fails", () => {
  test("is kept as failed if the service refused it", async () => {
    const { tasks, target } = await openScripted({
      submit: () => {
        throw new ServiceError({ kind: "insufficientQuota", message: "quota exceeded", status: 402, code: "insufficient_quota" });
      },
    });
    const task = await tasks.submit({ baseUrl, request: imageRequest, target }).end();
    expect(task).toMatchObject({ state: "failed", error: { kind: "insufficientQuota", code: "insufficient_quota", status: 402 } });
    expect(tasks.list()).toMatchObject([{ key: task.key, state: "failed", error: task.error }]);
  });

  test("is kept as maybe accepted, and never sent again, if the connection broke", async () => {
    const { tasks, target, client } = await openScripted({
      submit: () => {
        throw new ServiceError({ kind: "connectionLost", message: "broken", maybeAccepted: true });
      },
    });
    const task = await tasks.submit({ baseUrl, request: imageRequest, target }).end();
    expect(task).toMatchObject({ state: "maybeAccepted", id: undefined, error: { kind: "connectionLost" } });
    expect(client.posts).toBe(1);
  });
});

describe("the actions on a task", () => {
  test("delete requests the deletion on the service and removes the task, even if the service no longer has it", async () => {
    const { tasks, client, target } = await openScripted({
      poll: () => "pending",
      deleteTask: (id) => {
        if (id === "id-2") throw new ServiceError({ kind: "notFound", message: "gone", status: 404 });
      },
    });
    const first = await untilAnswered(tasks.submit({ baseUrl, request: imageRequest, target }));
    const second = await untilAnswered(tasks.submit({ baseUrl, request: imageRequest, target }));
    await tasks.delete(first.key);
    await tasks.delete(second.key);
    expect(client.deleted).toEqual(["id-1"]);
    expect(tasks.count()).toBe(0);
  });

  test("adopt follows a task that was sent elsewhere, once, and sends nothing", async () => {
    const { tasks, client, target, folder } = await openScripted({ poll: (_, polls) => (polls === 1 ? "processing" : [pngBytes]) });
    const request: TaskRequest = { interface: "v1", kind: "image", body: { model: "", prompt: "task-7" } };
    const handle = await tasks.adopt("task-7", { baseUrl, request, target });
    expect((await tasks.adopt("task-7", { baseUrl, request, target })).key).toBe(handle.key);
    expect(await handle.end()).toMatchObject({ state: "saved", id: "task-7", artifacts: [{ path: join(folder, "out", "task-7.png") }] });
    expect([client.posts, tasks.count()]).toEqual([0, 1]);
    for (const id of ["", "..", "\ud800"]) {
      await expect(tasks.adopt(id, { baseUrl, request, target })).rejects.toMatchObject({ kind: "invalidRequest" });
    }
  });

  test("refreshAccount reads the account from the newest v2 task, and sends nothing if there is none", async () => {
    const { tasks, client, target } = await openScripted({
      pollV2: (_, polls) => ({
        contents: { status: 2, text: "Hi" },
        error: null,
        balance: { balance: 10 - polls },
        limits: { day: polls },
      }),
    });
    await tasks.submit({ baseUrl, request: imageRequest, target }).end();
    await tasks.refreshAccount(baseUrl);
    expect(tasks.accounts.get(baseUrl)).toBeUndefined();
    await tasks.submit({ baseUrl, request: textRequest, target }).end();
    const polls = client.polls.length;
    expect(tasks.accounts.get(baseUrl)?.balance).toBe(9);
    await tasks.refreshAccount(baseUrl);
    expect(tasks.accounts.get(baseUrl)).toMatchObject({ balance: 8, limits: { day: 2 } });
    await tasks.refreshAccount("https://other.example");
    expect(client.polls.length - polls).toBe(1);
  });

  test("delete keeps a v2 task that the service does not delete, until the service has reported it as gone", async () => {
    const { tasks, target } = await openScripted({
      pollV2: (_, polls) => {
        if (polls > 1) throw new ServiceError({ kind: "notFound", message: "gone", status: 404 });
        return { contents: { status: 1 }, error: null };
      },
      deleteTask: () => {
        throw new ServiceError({ kind: "notFound", message: "gone", status: 404 });
      },
    });
    const handle = tasks.submit({ baseUrl, request: textRequest, target });
    await untilAnswered(handle);
    await expect(tasks.delete(handle.key)).rejects.toMatchObject({ kind: "notFound" });
    expect(await handle.end()).toMatchObject({ state: "expired" });
    await tasks.delete(handle.key);
    expect(tasks.get(handle.key)).toBeUndefined();
  });

  test("follow continues with a stopped task, without another submission", async () => {
    const { tasks, client, target } = await openScripted({});
    const { key } = await untilAnswered(tasks.submit({ baseUrl, request: imageRequest, target }));
    tasks.stop(key);
    tasks.follow(key);
    expect((await tasks.handle(key).end()).state).toBe("saved");
    expect(client.posts).toBe(1);
  });

  test("stop ends following, and forget removes the task only here", async () => {
    const { tasks, client, target } = await openScripted({ poll: () => "pending" });
    const handle = tasks.submit({ baseUrl, request: imageRequest, target });
    await untilAnswered(handle);
    handle.stop();
    expect(await handle.end()).toMatchObject({ state: "stopped", id: "id-1" });
    tasks.forget(handle.key);
    expect(tasks.list()).toEqual([]);
    expect(client.deleted).toEqual([]);
  });

  test.each(["delete", "forget"] as const)(
    "%s ends a POST that the service has not answered, so that nothing is accepted later",
    async (action) => {
      const signals: (AbortSignal | undefined)[] = [];
      const { tasks, client, target } = await openScripted({
        submit: (signal) =>
          new Promise((_, reject) => {
            signals.push(signal);
            signal?.addEventListener("abort", () => reject(new ServiceError({ kind: "aborted", message: "Stopped." })));
          }),
      });
      const { key } = tasks.submit({ baseUrl, request: imageRequest, target });
      await expect.poll(() => signals).toHaveLength(1);
      await tasks[action](key);
      expect(signals[0]?.aborted).toBe(true);
      expect(tasks.list()).toEqual([]);
      expect(client.deleted).toEqual([]);
    },
  );

  test("delete also requests the deletion of a task whose id arrives at that moment", async () => {
    const posted = Promise.withResolvers<void>();
    const { tasks, client, target } = await openScripted({
      submit: (signal) =>
        new Promise((resolve) => {
          signal?.addEventListener("abort", () => resolve("id-1"));
          posted.resolve();
        }),
    });
    const { key } = tasks.submit({ baseUrl, request: imageRequest, target });
    await posted.promise;
    await tasks.delete(key);
    expect(client.deleted).toEqual(["id-1"]);
    expect(tasks.list()).toEqual([]);
  });

  test("stop ends a POST that the service has not answered, which may have been accepted", async () => {
    const { tasks, target, client } = await openScripted({
      submit: (signal) =>
        new Promise((_, reject) => {
          const error = new ServiceError({ kind: "aborted", message: "stopped", maybeAccepted: true });
          signal?.addEventListener("abort", () => reject(error));
        }),
    });
    const handle = tasks.submit({ baseUrl, request: imageRequest, target });
    await expect.poll(() => client.posts).toBe(1);
    handle.stop();
    expect(await handle.end()).toMatchObject({ state: "maybeAccepted", id: undefined, error: { kind: "aborted" } });
  });
});

describe("a handle", () => {
  test("reports each state until the task ends, and that its end is awaited", async () => {
    const { tasks, target } = await openScripted({ poll: (_, polls) => (polls === 1 ? "processing" : [pngBytes]) });
    const awaited: boolean[] = [];
    tasks.onChange(({ isAwaited }) => awaited.push(isAwaited));
    const states: string[] = [];
    for await (const task of tasks.submit({ baseUrl, request: imageRequest, target }).changes()) states.push(task.state);
    expect(states.filter((state, index) => state !== states[index - 1])).toEqual(["submitting", "pending", "processing", "saved"]);
    expect(awaited).not.toContain(false);
  });

  test("of a removed task, or of a closed journal, ends with the reason", async () => {
    const { tasks, target } = await openScripted({ poll: () => "pending" });
    const [removed, left] = [1, 2].map(() => tasks.submit({ baseUrl, request: imageRequest, target }));
    const ends = [removed, left].map((handle) => handle?.end());
    tasks.forget(removed?.key ?? "");
    await expect(ends[0]).rejects.toMatchObject({ kind: "notFound" });
    void tasks.close();
    await expect(ends[1]).rejects.toMatchObject({ kind: "aborted" });
  });
});

describe("the signal of a task", () => {
  test("that has fired before the task is submitted: nothing is recorded or sent", async () => {
    const { tasks, client, target } = await openScripted({});
    expect(() => tasks.submit({ baseUrl, request: imageRequest, target, signal: AbortSignal.abort() })).toThrow(
      expect.objectContaining({ kind: "aborted", maybeAccepted: false }),
    );
    expect(tasks.list()).toEqual([]);
    expect(client.posts).toBe(0);
  });

  test("stops a task that the service has accepted", async () => {
    const { tasks, target } = await openScripted({ poll: () => "pending" });
    const stop = new AbortController();
    const handle = tasks.submit({ baseUrl, request: imageRequest, target, signal: stop.signal });
    await untilAnswered(handle);
    stop.abort();
    expect(await handle.end()).toMatchObject({ state: "stopped", id: "id-1" });
  });

  test("aborts a POST that the service has not answered", async () => {
    const stop = new AbortController();
    const aborted = Promise.withResolvers<string>();
    const { tasks, target } = await openScripted({
      submit(signal) {
        signal?.addEventListener("abort", () =>
          aborted.reject(new ServiceError({ kind: "aborted", message: "Aborted.", maybeAccepted: true })),
        );
        stop.abort();
        return aborted.promise;
      },
    });
    const handle = tasks.submit({ baseUrl, request: imageRequest, target, signal: stop.signal });
    expect(await handle.end()).toMatchObject({ state: "maybeAccepted", error: { kind: "aborted" } });
  });

  test("does nothing after the task has ended", async () => {
    const { tasks, target } = await openScripted({});
    const stop = new AbortController();
    const { key } = await tasks.submit({ baseUrl, request: imageRequest, target, signal: stop.signal }).end();
    await Promise.resolve();
    stop.abort();
    expect(tasks.get(key)?.state).toBe("saved");
  });
});
