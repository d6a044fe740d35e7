/** The guarantees of every implementation of the store: see TaskStore and Accounts. */
import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { JSONValue } from "@ai-sdk/provider";
import { beforeAll, describe, expect, test } from "vitest";
import { storageMilliseconds } from "../../../../src/contract/limits.ts";
import { fileSlice } from "../../../../src/service/store/files/fileStore.ts";
import type { SentRequest } from "../../../../src/service/store/storedTask.ts";
import type { TaskStore } from "../../../../src/service/store/taskStore.ts";
import { imageRequest } from "../../providers/requests.ts";
import { completed, imageFile, task, usage } from "./storedTasks.ts";
import { storeKinds } from "./storeKinds.ts";

const request = imageRequest();
const sent: SentRequest = { model: "demo-image", operation: { id: 7 } };

const caller = { account: "account-1", name: "account-1" };

/** The bytes of a file up to `end`. */
async function readAll(tasks: TaskStore, token: string, start = 0, end?: number): Promise<Buffer> {
  const file = await tasks.findFile(token);
  if (!file) throw new Error(`There is no file ${token}.`);
  return buffer(tasks.read(file, start, end ?? file.size));
}

describe.each(storeKinds)("$name", ({ isShared, remembersKey, prepare, begin }) => {
  beforeAll(prepare, 300_000);

  /** One service on new data. */
  const openOne = async (...options: Parameters<Awaited<ReturnType<typeof begin>>>) => (await begin())(...options);

  test("an accepted task is read back unchanged, and no other", async () => {
    const { tasks } = await openOne();
    expect(await tasks.insert(task, request)).toBe(true);
    expect(await tasks.get(task.id)).toEqual(task);
    for (const id of ["img_2", "", "img_1\0", "\ud800"]) {
      expect(await tasks.get(id)).toBeUndefined();
      expect(await tasks.delete(id)).toBe(false);
      expect(await tasks.findFile(id)).toBeUndefined();
    }
  });

  test("an account with a used-up balance accepts no task, also for simultaneous requests", async () => {
    const { tasks, accounts } = await openOne({ balance: 1 });
    await tasks.insert(task, request);
    const [, late] = await Promise.all([tasks.finish(task.id, completed([], 1_000_000)), tasks.insert({ ...task, id: "img_2" }, request)]);
    expect(late).toBe((await tasks.get("img_2")) !== undefined);
    expect(await tasks.insert({ ...task, id: "img_3" }, request)).toBe(false);
    expect(await tasks.get("img_3")).toBeUndefined();
    await accounts.refill();
    expect(await tasks.insert({ ...task, id: "img_3" }, request)).toBe(true);
  });

  test.each([-5, -0.4, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NaN, 1e300])(
    "a cost of %d changes no balance",
    async (cost) => {
      const { tasks, accounts } = await openOne({ balance: 10, bonus: 1, referral: 1 });
      await tasks.insert(task, request);
      const before = await accounts.balance(task.account);
      expect(await tasks.finish(task.id, completed([], cost))).toBe(true);
      expect(await accounts.balance(task.account)).toEqual(before);
      expect((await tasks.get(task.id))?.cost).toBe(0);
    },
  );

  test("a bonus or earnings by referral are enough for a task", async () => {
    for (const options of [{ bonus: 1 }, { referral: 1 }]) {
      const { tasks } = await openOne({ balance: 0, ...options });
      expect(await tasks.insert(task, request)).toBe(true);
    }
    expect(await (await openOne({ balance: 0 })).tasks.insert(task, request)).toBe(false);
  });

  test("a sent task is processing, and a refused one can be sent again", async () => {
    const { tasks } = await openOne();
    await tasks.insert(task, request);
    expect(await tasks.markSent(task.id, "openai", sent)).toBe(true);
    expect(await tasks.get(task.id)).toMatchObject({ status: "processing", provider: "openai" });
    await tasks.markRefused(task.id);
    expect(await tasks.markSent(task.id, "local", sent)).toBe(true);
    expect(await tasks.get(task.id)).toMatchObject({ status: "processing", provider: "local" });
  });

  test("a task that was deleted while it was sent is removed when it is refused, and nothing is charged", async () => {
    const { tasks, accounts } = await openOne();
    const before = await accounts.balance(task.account);
    await tasks.insert(task, request, { reserved: 1 });
    await tasks.markSent(task.id, "openai", sent);
    expect(await tasks.delete(task.id)).toBe(true);
    await tasks.markRefused(task.id);
    expect(await tasks.listOwn()).toEqual([]);
    expect(await accounts.balance(task.account)).toEqual(before);
  });

  test("a finished or deleted task is not sent", async () => {
    const { tasks } = await openOne();
    expect(await tasks.markSent(task.id, "openai", sent)).toBe(false);
    await tasks.insert(task, request);
    await tasks.finish(task.id, completed());
    expect(await tasks.markSent(task.id, "openai", sent)).toBe(false);
    expect(await tasks.get(task.id)).toMatchObject({ status: "completed", provider: "demo" });
  });

  test("a finished task has its result and its files in order, and its account is charged once", async () => {
    const { tasks, accounts } = await openOne({ balance: 10, bonus: 1, referral: 2 });
    await tasks.insert(task, request);
    const files = [imageFile("b", new Uint8Array([1, 2, 3])), imageFile("a", new Uint8Array([4]))];
    const results = await Promise.all([
      tasks.finish(task.id, completed(files, 4_000_000)),
      tasks.finish(task.id, completed(files, 4_000_000)),
    ]);
    expect(results.toSorted()).toEqual([false, true]);
    const stored = files.map(({ bytes: _, ...file }) => file);
    expect(await tasks.get(task.id)).toEqual({
      ...task,
      status: "completed",
      finishedAt: expect.any(Number),
      usage,
      cost: 4_000_000,
      files: stored,
    });
    expect(await tasks.findFile("a")).toEqual(stored[1]);
    expect(await readAll(tasks, "b")).toEqual(Buffer.from([1, 2, 3]));
    expect(await accounts.balance(task.account)).toEqual({ balance: 9_000_000, bonus: 0, referral: 0 });
  });

  test("a value that a provider nested too deeply is cut, and its task can be read", async () => {
    const { tasks } = await openOne();
    for (const levels of [300, 2_500, 100_000]) {
      const id = `img_${levels}`;
      let deep: JSONValue = "bottom";
      for (let level = 0; level < levels; level += 1) deep = level % 2 ? [deep] : { deep };
      const metadata = { openai: { deep } };
      await tasks.insert({ ...task, id }, request);
      expect(await tasks.markSent(id, "openai", { model: "demo-image", operation: { deep } })).toBe(true);
      const call = { type: "function_call", callId: "call", name: "read", arguments: "{}", metadata } as const;
      expect(await tasks.finish(id, { ...completed(), output: { items: [call], incomplete: undefined } })).toBe(true);
      expect(await tasks.get(id)).toMatchObject({ status: "completed", output: { items: [{ ...call, metadata: { openai: {} } }] } });
    }
  });

  test("a failed task has its error, and a text its output", async () => {
    const { tasks } = await openOne();
    await tasks.insert(task, request);
    const error = { code: "api_error", message: "It failed.", param: "prompt", retryAfter: 3_600_000 } as const;
    await tasks.finish(task.id, { status: "failed", cost: 0, files: [], error });
    expect(await tasks.get(task.id)).toMatchObject({ status: "failed", error });
    await tasks.insert({ ...task, id: "img_2" }, request);
    await tasks.finish("img_2", { status: "failed", cost: 0, files: [], error: { code: "api_error", message: "It said \0." } });
    expect(await tasks.get("img_2")).toMatchObject({ status: "failed", error: { message: expect.stringContaining("It said") } });
    const output = { items: [{ type: "message" as const, text: "A heron", citations: [] }], incomplete: "cancelled" as const };
    await tasks.insert({ ...task, id: "resp_1" }, request);
    await tasks.finish("resp_1", { status: "incomplete", cost: 0, files: [], output });
    expect(await tasks.get("resp_1")).toMatchObject({ status: "incomplete", output, error: undefined });
  });

  test("a filler has no bytes and is marked as one", async () => {
    const { tasks } = await openOne();
    await tasks.insert(task, request);
    const filler = { ...imageFile("filler", new Uint8Array(0)), size: 4 * 1024 ** 3, isFiller: true, bytes: undefined };
    await tasks.finish(task.id, completed([filler]));
    expect(await tasks.findFile("filler")).toMatchObject({ isFiller: true, size: 4 * 1024 ** 3 });
  });

  test("a deleted task is removed with its files, once, and a later result is not charged", async () => {
    const { tasks, accounts } = await openOne({ balance: 10 });
    await tasks.insert(task, request);
    await tasks.insert({ ...task, id: "img_2" }, request);
    await tasks.finish(task.id, completed([imageFile("token", new Uint8Array(1))]));
    const deleted = await Promise.all([tasks.delete(task.id), tasks.delete(task.id), tasks.delete("img_2")]);
    expect(deleted.toSorted()).toEqual([false, true, true]);
    expect(await tasks.get(task.id)).toBeUndefined();
    expect(await tasks.findFile("token")).toBeUndefined();
    expect(await tasks.finish("img_2", completed([], 1_000_000))).toBe(false);
    expect(await accounts.balance(task.account)).toMatchObject({ balance: 10_000_000 });
  });

  test("after 30 days a task and its files can no longer be read, and are then removed", async () => {
    let now = task.createdAt;
    const { tasks } = await openOne({ clock: { now: () => now } });
    await tasks.insert(task, request);
    await tasks.finish(task.id, completed([imageFile("token", new Uint8Array(1))]));
    now += storageMilliseconds;
    expect(await tasks.get(task.id)).toBeUndefined();
    expect(await tasks.findFile("token")).toBeUndefined();
    expect(await tasks.delete(task.id)).toBe(false);
    now -= storageMilliseconds;
    expect(await tasks.findFile("token")).toBeDefined();
    now += storageMilliseconds;
    await tasks.sweep();
    now -= storageMilliseconds;
    expect(await tasks.findFile("token")).toBeUndefined();
  });

  test("a file of every size is read back completely and in parts", async () => {
    const { tasks } = await openOne();
    await tasks.insert(task, request);
    const sizes = [0, 1, fileSlice, 1024 ** 2, 1024 ** 2 + 1, 3 * 1024 ** 2 + 7];
    const files = sizes.map((size) => imageFile(String(size), randomBytes(size)));
    await tasks.finish(task.id, completed(files));
    for (const { token, size, bytes } of files) {
      expect((await readAll(tasks, token)).equals(bytes ?? Buffer.alloc(0))).toBe(true);
      const [start, end] = [Math.floor(size / 3), Math.max(size - 5, 0)];
      expect((await readAll(tasks, token, start, end)).equals(bytes?.subarray(start, end) ?? Buffer.alloc(0))).toBe(true);
    }
  });

  test("a large file of a deleted or expired task can no longer be read", async () => {
    let now = task.createdAt;
    const { tasks } = await openOne({ clock: { now: () => now } });
    const read = async (token: string, end: () => Promise<unknown>) => {
      await tasks.insert({ ...task, id: token }, request);
      await tasks.finish(token, completed([imageFile(token, randomBytes(2 * 1024 ** 2))]));
      const file = await tasks.findFile(token);
      await end();
      if (file) await buffer(tasks.read(file, 0, file.size));
    };
    await read("kept", async () => tasks.sweep());
    await expect(read("deleted", () => tasks.delete("deleted"))).rejects.toThrow(/file/);
    const forget = () => {
      now += storageMilliseconds;
      return tasks.sweep();
    };
    await expect(read("forgotten", forget)).rejects.toThrow(/file/);
  });

  test("an account's tasks are listed newest first, in pages, with their files and without those of others", async () => {
    let now = task.createdAt;
    const { tasks } = await openOne({ keys: ["first", "second"], clock: { now: () => now } });
    // Two tasks of the same millisecond have an order too.
    const made = ["img_1", "img_2", "img_3", "img_4"].map((id, index) => ({ ...task, id, createdAt: now + Math.floor(index / 2) }));
    for (const one of made) await tasks.insert(one, request);
    await tasks.insert({ ...task, id: "foreign", account: "account-2" }, request);
    await tasks.finish("img_4", completed([imageFile("b", new Uint8Array(1)), imageFile("a", new Uint8Array(2))]));
    const first = await tasks.list(task.account, 3);
    expect(first.map(({ id }) => id)).toEqual(["img_4", "img_3", "img_2"]);
    expect(first[0]).toEqual(await tasks.get("img_4"));
    expect(await tasks.list(task.account, 3, first.at(-1))).toEqual([made[0]]);
    expect(await tasks.list(task.account, 3, made[0])).toEqual([]);
    expect(await tasks.list("nobody", 3)).toEqual([]);
    await tasks.delete("img_4");
    now += storageMilliseconds;
    expect((await tasks.list(task.account, 3)).map(({ id }) => id)).toEqual(["img_3"]);
  });

  test("a task that is given back can be claimed, once, with its request", async () => {
    const { tasks, waiting } = await openOne();
    await tasks.insert(task, request);
    await tasks.markSent(task.id, "openai", sent);
    await tasks.release(task.id);
    expect(await tasks.markSent(task.id, "openai", sent)).toBe(false);
    const waits = await waiting();
    const claims = await Promise.all([tasks.claim(task.id), tasks.claim(task.id)]);
    expect(claims.filter((claimed) => claimed !== undefined)).toMatchObject([{ task: { id: task.id }, sent }]);
    expect(await waiting()).toEqual([]);
    await tasks.finish(task.id, completed());
    await tasks.release(task.id);
    expect(await tasks.claim(task.id)).toBeUndefined();
    // Only a queue has waiting tasks.
    if (waits.length > 0) expect(waits).toEqual([{ kind: task.kind, count: 1, oldest: task.createdAt }]);
  });

  test("a service does not claim its own running tasks", async () => {
    const { tasks } = await openOne();
    await tasks.insert(task, request);
    expect(await tasks.claim(task.id)).toBeUndefined();
    expect(await tasks.claimAll()).toEqual([]);
  });

  test("a key is accepted after Bearer in any case, and in no other form", async () => {
    const { accounts } = await openOne({ keys: ["first", "second"] });
    expect(await accounts.authenticate("Bearer first")).toEqual(caller);
    expect(await accounts.authenticate("bearer  second ")).toEqual({ account: "account-2", name: "account-2" });
    for (const header of [null, "", "first", "Bearer", "Bearer third", "Bearer first second", "Basic first"]) {
      expect(await accounts.authenticate(header)).toBeUndefined();
    }
  });

  test("the limit applies per minute, also to simultaneous requests, and returns the seconds to wait", async () => {
    let now = 1_000_000;
    const { accounts } = await openOne({ rate: 3, clock: { now: () => now } });
    await accounts.countRequest(caller);
    now += 20_000;
    const together = await Promise.allSettled(Array.from({ length: 100 }, () => accounts.countRequest(caller)));
    const refused = together.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    expect(refused).toHaveLength(98);
    expect(refused[0]).toMatchObject({ code: "rate_limit_exceeded", headers: { "retry-after": "40" } });
    now += 40_000;
    await accounts.countRequest(caller);
    expect(await accounts.requests("account-1")).toEqual({ minute: 1, day: 4 });
  });

  test("an account's usage is added up by day, with its balance at the end of each, including deleted tasks", async () => {
    let now = Date.parse("2026-11-21T23:59:59Z");
    const { tasks, accounts } = await openOne({ keys: ["first", "second"], balance: 10, bonus: 1, clock: { now: () => now } });
    const make = async (id: string, cost: number, account = "account-1") => {
      await tasks.insert({ ...task, id, account, createdAt: now }, request);
      await tasks.finish(id, completed([], cost));
    };
    await make("img_1", 3_000_000);
    now = Date.parse("2026-11-23T00:00:00Z");
    await Promise.all([make("img_2", 1_000_000), make("img_3", 500_000), make("img_4", 7_000_000, "account-2")]);
    await tasks.delete("img_2");
    const first = { day: "2026-11-21", tasks: 1, cost: 3_000_000, balance: 8_000_000 };
    const third = { day: "2026-11-23", tasks: 2, cost: 1_500_000, balance: 6_500_000 };
    expect(await accounts.usage("account-1", "2026-11-21")).toEqual([first, third]);
    expect(await accounts.usage("account-1", "2026-11-22")).toEqual([third]);
    expect(await accounts.usage("nobody", "2026-11-21")).toEqual([]);
    await accounts.refill();
    now += 24 * 60 * 60 * 1000;
    await accounts.refill();
    const refilled = { day: "2026-11-24", tasks: 0, cost: 0, balance: 11_000_000 };
    expect(await accounts.usage("account-1", "2026-11-22")).toEqual([{ ...third, balance: 11_000_000 }, refilled]);
  });

  test("an account has a secret of its own, which no other account has", async () => {
    const { accounts } = await openOne({ keys: ["first", "second"] });
    const [first, second] = [await accounts.find("account-1"), await accounts.find("account-2")];
    expect(first).toEqual({ caller, secret: expect.any(Uint8Array) });
    expect(first?.secret.byteLength).toBe(32);
    expect(await accounts.find("account-1")).toEqual(first);
    expect(second?.secret).not.toEqual(first?.secret);
    expect(await accounts.find("account-3")).toBeUndefined();
    const elsewhere = await openOne({ keys: ["first"] });
    expect((await elsewhere.accounts.find("account-1"))?.secret).not.toEqual(first?.secret);
  });

  test("simultaneous charges add up", async () => {
    const { tasks, accounts } = await openOne({ balance: 100 });
    const ids = Array.from({ length: 20 }, (_, index) => `img_${index}`);
    await Promise.all(ids.map((id) => tasks.insert({ ...task, id }, request)));
    await Promise.all(ids.map((id) => tasks.finish(id, completed([], 1_500_000))));
    expect(await accounts.balance(task.account)).toEqual({ balance: 70_000_000, bonus: 0, referral: 0 });
  });

  describe.runIf(isShared)("with another service on the same data", () => {
    test("a task is visible to both, and only its owner finishes it while it runs", async () => {
      const open = await begin();
      const [first, second] = [await open(), await open()];
      await first.tasks.insert(task, request);
      expect(await second.tasks.get(task.id)).toEqual(task);
      expect(await second.tasks.claim(task.id)).toBeUndefined();
      expect(await second.tasks.claimAll()).toEqual([]);
      expect(await second.tasks.markSent(task.id, "openai", sent)).toBe(false);
      expect(await second.tasks.finish(task.id, completed([], 1_000_000))).toBe(false);
      expect(await first.tasks.finish(task.id, completed())).toBe(true);
    });

    test("unfinished tasks of a service are claimed once, oldest first, with their requests", async () => {
      const open = await begin();
      const first = await open();
      // A database that has just started hands out no older tasks.
      const createdAt = Date.now();
      await first.tasks.insert({ ...task, id: "img_2", createdAt: createdAt + 1 }, request);
      await first.tasks.insert({ ...task, createdAt }, request);
      await first.tasks.insert({ ...task, id: "img_3" }, request);
      await first.tasks.finish("img_3", completed());
      await first.tasks.markSent("img_2", "openai", sent);
      await first.close();
      const [second, third] = [await open(), await open()];
      const claimed = await second.tasks.claimAll();
      expect(claimed.map(({ task: { id }, request: asked, sent: last }) => ({ id, asked, last }))).toEqual([
        { id: task.id, asked: request, last: undefined },
        { id: "img_2", asked: request, last: sent },
      ]);
      expect(await third.tasks.claimAll()).toEqual([]);
      expect(await second.tasks.finish("img_2", completed())).toBe(true);
      await second.close();
      const again = await Promise.all([third.tasks.claim(task.id), third.tasks.claim(task.id), third.tasks.claim("img_3")]);
      expect(again.filter((found) => found !== undefined)).toHaveLength(1);
    });

    test("the file of a task and its balance are kept after the service has ended", async () => {
      const open = await begin();
      const first = await open({ balance: 5 });
      await first.tasks.insert(task, request);
      await first.tasks.finish(task.id, completed([imageFile("token", new Uint8Array([7]))], 6_000_000));
      await first.close();
      const second = await open({ balance: 7, bonus: 2, referral: 1 });
      expect(await readAll(second.tasks, "token")).toEqual(Buffer.from([7]));
      expect(await second.accounts.balance("account-1")).toEqual({ balance: -1_000_000, bonus: 0, referral: 0 });
      await second.accounts.refill();
      expect(await second.accounts.balance("account-1")).toEqual({ balance: 7_000_000, bonus: 2_000_000, referral: 1_000_000 });
    });

    test.runIf(remembersKey)("without a given key it creates one, which is kept after the service has ended", async () => {
      const open = await begin();
      const first = await open({ keys: [] });
      expect(first.keys).toEqual([expect.stringMatching(/^demo-.{32}$/)]);
      await first.close();
      expect((await open({ keys: [] })).keys).toEqual(first.keys);
    });
  });
});
