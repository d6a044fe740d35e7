/** How tasks are polled: how often, how many at once, and after which errors. */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { badFile } from "../../../../../src/client/http/badAnswer.ts";
import { ServiceError } from "../../../../../src/client/serviceError.ts";
import { PollLimits } from "../../../../../src/generations/following/pollSchedule.ts";
import { openTasks } from "../../../../../src/generations/openTasks.ts";
import type { Clock } from "../../../../../src/generations/taskEnvironment.ts";
import { imageRequest, openScripted, untilAnswered } from "../../imageTask.ts";
import { mountDisk } from "../../journal/mountDisk.ts";
import { baseUrl, pngBytes } from "../../scriptedClient.ts";
import { temporaryFolder } from "../../temporaryFolder.ts";

describe("the limits of the follower", () => {
  test("are eight polls at once, however many tasks there are", async () => {
    let atOnce = 0;
    let mostAtOnce = 0;
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { tasks, target } = await openScripted({
      poll: async () => {
        atOnce += 1;
        mostAtOnce = Math.max(mostAtOnce, atOnce);
        await released;
        atOnce -= 1;
        return [pngBytes];
      },
    });
    for (let count = 0; count < 18; count += 1) tasks.submit({ baseUrl, request: imageRequest, target });
    await expect.poll(() => atOnce).toBe(8);
    // A ninth would begin within this time.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    release();
    await expect.poll(() => tasks.count({ states: ["saved"] })).toBe(18);
    expect(mostAtOnce).toBe(8);
  });

  test("are ten polls a second, however many tasks there are", async () => {
    const starts = vi.spyOn(PollLimits.prototype, "noteStart");
    onTestFinished(() => starts.mockRestore());
    const { tasks, target } = await openScripted({});
    for (let count = 0; count < 18; count += 1) tasks.submit({ baseUrl, request: imageRequest, target });
    await expect.poll(() => tasks.count({ states: ["saved"] })).toBe(18);
    const times = starts.mock.calls.map(([elapsed]) => elapsed);
    expect(times).toHaveLength(18);
    const busiest = Math.max(...times.map((start) => times.filter((time) => time >= start && time < start + 1000).length));
    expect(busiest).toBeLessThanOrEqual(10);
  });
});

test("a poll whose temporary folder cannot be removed is followed by the next one", async ({ skip }) => {
  const disk = await mountDisk("size=64k");
  if (disk === undefined) return skip("needs a disk of its own");
  let release: () => void = () => undefined;
  onTestFinished(() => release());
  const { tasks, target, folder } = await openScripted({
    poll: (_, polls) => {
      if (polls === 1) {
        const all = join(folder, "journal", "received");
        // The folder of this process in the folder of the only task.
        const own = join(all, readdirSync(all, { recursive: true, encoding: "utf8" }).at(-1) ?? "");
        spawnSync("mount", ["--bind", disk, own]);
        release = () => spawnSync("umount", [own]);
        return "pending";
      }
      release();
      return [pngBytes];
    },
  });
  expect(await tasks.submit({ baseUrl, request: imageRequest, target }).end()).toMatchObject({ state: "saved" });
});

describe("a poll that fails", () => {
  test("never ends a task, which shows why it waits", async () => {
    const errors = new Map<string, Error>([
      ["id-1", new ServiceError({ kind: "connectionLost", message: "broken" })],
      ["id-2", new ServiceError({ kind: "notFound", message: "gone", status: 404 })],
      ["id-3", new ServiceError({ kind: "invalidKey", message: "wrong key", status: 401 })],
      ["id-4", new ServiceError({ kind: "badAnswer", message: "a web page" })],
      ["id-5", new Error("a mistake of ours")],
    ]);
    const { tasks, target } = await openScripted({
      poll: (id, polls) => {
        const error = errors.get(id);
        if (polls === 1 && error !== undefined) throw error;
        return [pngBytes];
      },
    });
    const seen: string[] = [];
    tasks.onChange(({ task }) => seen.push(`${task?.id} ${task?.state}: ${task?.error?.message ?? "well"}`));
    const submitted = await Promise.all([...errors].map(() => tasks.submit({ baseUrl, request: imageRequest, target })));
    const settled = await Promise.all(submitted.map(({ key }) => tasks.handle(key).end()));
    expect(settled.map((task) => [task.state, task.error])).toEqual([...errors].map(() => ["saved", undefined]));
    expect(seen).toEqual(expect.arrayContaining([...errors].map(([id, error]) => `${id} pending: ${error.message}`)));
  });

  test.each([
    [new ServiceError({ kind: "notFound", message: "gone", status: 404 }), "expired"],
    [new ServiceError({ kind: "invalidRequest", message: "The id cannot be part of an address." }), "failed"],
    [badFile("The service sent a file that is not base64."), "failed"],
  ] as const)("ends the task when a second poll confirms that its result is not available: %s", async (error, state) => {
    const { tasks, target, client } = await openScripted({
      poll: () => {
        throw error;
      },
    });
    const seen: string[] = [];
    for await (const task of tasks.submit({ baseUrl, request: imageRequest, target }).changes()) {
      seen.push(`${task.state}: ${task.error?.message ?? "well"}`);
    }
    expect(seen).toContain(`pending: ${error.message}`);
    expect(seen.at(-1)).toBe(`${state}: ${error.message}`);
    expect(client.polls).toHaveLength(2);
  });

  test("because of the key waits for another one, and then polls immediately", async () => {
    let isKeyValid = false;
    const { tasks, target } = await openScripted({
      poll: () => {
        if (isKeyValid) return [pngBytes];
        throw new ServiceError({ kind: "invalidKey", message: "wrong key", status: 401, retryAfterMilliseconds: 600_000 });
      },
    });
    const handle = tasks.submit({ baseUrl, request: imageRequest, target });
    for await (const task of handle.changes()) if (task.error?.kind === "invalidKey") break;
    isKeyValid = true;
    tasks.pollNow();
    expect(await handle.end()).toMatchObject({ state: "saved", error: undefined });
  });

  test("is repeated immediately if another one was requested while it was running", async () => {
    let isAsked = () => {};
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    const { tasks, target, client } = await openScripted({
      poll: async (_, polls) => {
        if (polls > 1) return [pngBytes];
        await asked;
        throw new ServiceError({ kind: "invalidKey", message: "the key of before", status: 401, retryAfterMilliseconds: 600_000 });
      },
    });
    const handle = tasks.submit({ baseUrl, request: imageRequest, target });
    await expect.poll(() => client.polls).toHaveLength(1);
    tasks.pollNow();
    isAsked();
    expect(await handle.end()).toMatchObject({ state: "saved" });
  });

  test("with a Retry-After of a year is repeated within half an hour, for every task of that service", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    let isRefused = true;
    const { tasks, target, client } = await openScripted({
      poll: () => {
        if (!isRefused) return [pngBytes];
        throw new ServiceError({ kind: "rateLimited", message: "slow down", status: 429, retryAfterMilliseconds: 31_536_000_000 });
      },
    });
    const first = tasks.submit({ baseUrl, request: imageRequest, target });
    // Each check advances the time.
    await vi.waitFor(() => expect(tasks.get(first.key)?.error?.kind).toBe("rateLimited"), { timeout: 90_000 });
    isRefused = false;
    const second = tasks.submit({ baseUrl, request: imageRequest, target });
    await untilAnswered(second);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(client.polls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(20 * 60_000);
    for (const handle of [first, second]) expect(await handle.end()).toMatchObject({ state: "saved" });
  });

  test("of an unfinished task that asks for a wait is followed by the next one after that time, which does not hold for other tasks", async () => {
    let askedAt = 0;
    const { tasks, target, client } = await openScripted({
      poll: (id, polls) => {
        if (id !== "id-1" || polls > 1) return [pngBytes];
        askedAt = Date.now();
        return { status: "processing", retryAfter: 3000 };
      },
    });
    const first = tasks.submit({ baseUrl, request: imageRequest, target });
    await expect.poll(() => askedAt).toBeGreaterThan(0);
    expect(await tasks.submit({ baseUrl, request: imageRequest, target }).end()).toMatchObject({ state: "saved" });
    expect(Date.now() - askedAt).toBeLessThan(2900);
    expect(await first.end()).toMatchObject({ state: "saved" });
    const [, next] = client.polls.filter(({ id }) => id === "id-1");
    expect((next?.at ?? 0) - askedAt).toBeGreaterThanOrEqual(2990);
  });

  test("with Retry-After pauses every task of that service for that time", async () => {
    let refusedAt = 0;
    const { tasks, target, client } = await openScripted({
      poll: () => {
        if (refusedAt > 0) return [pngBytes];
        refusedAt = Date.now();
        throw new ServiceError({ kind: "rateLimited", message: "slow down", status: 429, retryAfterMilliseconds: 3000 });
      },
    });
    const first = tasks.submit({ baseUrl, request: imageRequest, target });
    for await (const task of first.changes()) if (task.error?.kind === "rateLimited") break;
    const others = [1, 2].map(() => tasks.submit({ baseUrl, request: imageRequest, target }));
    for (const handle of [first, ...others]) expect(await handle.end()).toMatchObject({ state: "saved" });
    const later = client.polls.slice(1).map((poll) => poll.at - refusedAt);
    expect(later).toHaveLength(3);
    expect(Math.min(...later)).toBeGreaterThanOrEqual(2990);
  });
});

test("a task is polled by one of several processes", async () => {
  const folder = await temporaryFolder();
  const { tasks, target, client } = await openScripted({ poll: (_, polls) => (polls < 3 ? "pending" : [pngBytes]) }, { folder });
  const others = await Promise.all([1, 2].map(() => openTasks({ folder: join(folder, "journal"), client: async () => client })));
  for (const other of others) {
    onTestFinished(() => other.close());
    other.onChange(() => undefined);
  }
  const { key } = tasks.submit({ baseUrl, request: imageRequest, target });
  await Promise.all([tasks, ...others].map((process) => process.handle(key).end()));
  const times = client.polls.map((poll) => poll.at);
  expect(times).toHaveLength(3);
  expect(Math.min(...times.slice(1).map((time, index) => time - (times[index] ?? 0)))).toBeGreaterThanOrEqual(240);
});

describe("a status", () => {
  test("that is unknown counts as unfinished", async () => {
    const { tasks, target } = await openScripted({ poll: (_, polls) => (polls === 1 ? "dreaming" : [pngBytes]) });
    const { key } = tasks.submit({ baseUrl, request: imageRequest, target });
    expect((await tasks.handle(key).end()).state).toBe("saved");
  });

  test("completed without a file is an error", async () => {
    const { tasks, target } = await openScripted({ poll: () => [] });
    const { key } = tasks.submit({ baseUrl, request: imageRequest, target });
    expect(await tasks.handle(key).end()).toMatchObject({ state: "failed", error: { kind: "badAnswer" } });
  });
});

describe("a changed clock", () => {
  const day = 24 * 60 * 60 * 1000;
  const gone = new ServiceError({ kind: "notFound", message: "gone", status: 404 });

  /** A clock whose time of day a test can change. */
  function createClock(): Clock & { add(milliseconds: number): void } {
    let added = 0;
    return {
      now: () => Date.now() + added,
      elapsed: () => performance.now(),
      add: (milliseconds) => {
        added += milliseconds;
      },
    };
  }

  test.each([
    ["back by a day", -day],
    ["forward by forty days", 40 * day],
  ])("%s delays no poll", async (_, change) => {
    const clock = createClock();
    const { tasks, target } = await openScripted({ poll: (_id, polls) => (polls < 3 ? "pending" : [pngBytes]) }, { clock });
    const submitted = [1, 2].map(() => tasks.submit({ baseUrl, request: imageRequest, target }));
    await Promise.all(submitted.map(untilAnswered));
    clock.add(change);
    const started = performance.now();
    for (const handle of submitted) expect(await handle.end()).toMatchObject({ state: "saved" });
    expect(performance.now() - started).toBeLessThan(30_000);
  });

  test("by more than the service stores results expires a task only when the service reports twice that it does not exist", async () => {
    const clock = createClock();
    const { tasks, target, client } = await openScripted(
      {
        poll: (_id, polls) => {
          if (polls > 2) throw gone;
          return "processing";
        },
      },
      { clock },
    );
    const handle = tasks.submit({ baseUrl, request: imageRequest, target });
    await untilAnswered(handle);
    clock.add(40 * day);
    expect(await handle.end()).toMatchObject({ state: "expired", error: { kind: "notFound", message: "gone" } });
    expect(client.polls).toHaveLength(4);
  });

  test("while a task is not followed neither expires it nor prevents saving it", async () => {
    for (const change of [-day, 40 * day]) {
      const folder = await temporaryFolder();
      const clock = createClock();
      const first = await openScripted({ poll: () => "pending" }, { folder, clock });
      const { key } = await untilAnswered(first.tasks.submit({ baseUrl, request: imageRequest, target: first.target }));
      await first.tasks.close();
      clock.add(change);
      const second = await openScripted({}, { folder, clock });
      expect(await second.tasks.handle(key).end()).toMatchObject({ state: "saved" });
    }
  });
});

describe("a process that ends", () => {
  test("leaves its tasks to the next one, including received files", async () => {
    const folder = await temporaryFolder();
    const first = await openScripted({ poll: () => "pending" }, { folder });
    const { key } = await untilAnswered(first.tasks.submit({ baseUrl, request: imageRequest, target: first.target }));
    await first.tasks.close();
    const second = await openScripted({}, { folder });
    expect((await second.tasks.handle(key).end()).state).toBe("saved");
  });

  test("in the middle of a submission leaves it as maybe accepted", async () => {
    const folder = await temporaryFolder();
    const first = await openScripted({ submit: () => new Promise<string>(() => {}) }, { folder });
    const { key } = first.tasks.submit({ baseUrl, request: imageRequest, target: first.target });
    const second = await openScripted({}, { folder });
    await expect.poll(() => second.tasks.list()).toMatchObject([{ state: "submitting" }]);
    await first.tasks.close();
    expect(await second.tasks.handle(key).end()).toMatchObject({ state: "maybeAccepted", error: { kind: "connectionLost" } });
    expect(second.client.posts).toBe(0);
  });
});

test("a task whose service one process cannot reach waits for another process that can", async () => {
  const folder = await temporaryFolder();
  const first = await openScripted({ poll: () => "pending" }, { folder });
  const { key } = await untilAnswered(first.tasks.submit({ baseUrl, request: imageRequest, target: first.target }));
  const unable = await openTasks({ folder: join(folder, "journal"), client: async () => undefined });
  onTestFinished(() => unable.close());
  await first.tasks.close();
  await expect.poll(() => unable.get(key)?.state).toBe("pending");
  const able = await openScripted({}, { folder });
  expect((await able.tasks.handle(key).end()).state).toBe("saved");
  expect((await unable.handle(key).end()).state).toBe("saved");
});

describe("a process has no timer", () => {
  test("while there are neither tasks nor listeners", async () => {
    const spies = [vi.spyOn(globalThis, "setTimeout"), vi.spyOn(globalThis, "setInterval")];
    const { tasks } = await openScripted({});
    expect(tasks.count()).toBe(0);
    for (const spy of spies) {
      expect(spy).not.toHaveBeenCalled();
      spy.mockRestore();
    }
  });

  test("once its tasks are over", async () => {
    const started = vi.spyOn(globalThis, "setInterval");
    const ended = vi.spyOn(globalThis, "clearInterval");
    const { tasks, target } = await openScripted({});
    const { key } = tasks.submit({ baseUrl, request: imageRequest, target });
    await tasks.handle(key).end();
    const running = () => started.mock.results.filter((call) => !ended.mock.calls.some(([timer]) => timer === call.value));
    await expect.poll(running).toEqual([]);
    expect(started).toHaveBeenCalled();
    started.mockRestore();
    ended.mockRestore();
  });
});
