/** What an account is charged, in every implementation of the store. */
import { beforeAll, describe, expect, test } from "vitest";
import { imageRequest } from "../../providers/requests.ts";
import { completed, imageFile, task } from "./storedTasks.ts";
import { storeKinds } from "./storeKinds.ts";

const request = imageRequest();
const sent = { model: "demo-image", operation: undefined };

describe.each(storeKinds)("$name", ({ prepare, begin }) => {
  beforeAll(prepare, 300_000);

  test("what was generated of a task is charged once, although it was deleted after it was sent", async () => {
    const { tasks, accounts } = await (await begin())({ balance: 10 });
    for (const id of ["img_1", "img_2"]) {
      await tasks.insert({ ...task, id }, request);
      await tasks.markSent(id, "openai", sent);
    }
    const deleted = await Promise.all([tasks.delete("img_1"), tasks.delete("img_1"), tasks.delete("img_2")]);
    expect(deleted.toSorted()).toEqual([false, true, true]);
    expect(await tasks.get("img_1")).toBeUndefined();
    expect(await tasks.list(task.account, 10)).toEqual([]);
    expect(await tasks.markSent("img_1", "openai", sent)).toBe(false);
    const file = imageFile("token", new Uint8Array(2 * 1024 ** 2));
    const ends = await Promise.all([1, 2].map(() => tasks.finish("img_1", completed([file], 1_000_000))));
    expect([...ends, await tasks.finish("img_2", completed([], 2_000_000))]).toEqual([false, false, false]);
    expect(await tasks.findFile("token")).toBeUndefined();
    expect(await accounts.balance(task.account)).toMatchObject({ balance: 7_000_000 });
    expect(await accounts.usage(task.account, "2000-01-01")).toMatchObject([{ tasks: 2, cost: 3_000_000 }]);
    expect(await tasks.listOwn()).toEqual([]);
  });

  test("a sent task that is deleted after it was given back is claimed to be ended, and then charged", async () => {
    const { tasks, accounts } = await (await begin())({ balance: 10 });
    await tasks.insert(task, request);
    await tasks.markSent(task.id, "openai", { ...sent, operation: { id: "video_1" } });
    await tasks.release(task.id);
    expect(await tasks.delete(task.id)).toBe(true);
    expect(await tasks.get(task.id)).toBeUndefined();
    expect(await tasks.claim(task.id)).toMatchObject({ isDeleted: true, sent: { operation: { id: "video_1" } } });
    expect(await tasks.finish(task.id, completed([], 1_000_000))).toBe(false);
    expect(await accounts.balance(task.account)).toMatchObject({ balance: 9_000_000 });
  });

  test("simultaneous tasks reserve no more than the account has, and at least one is accepted", async () => {
    const { tasks, accounts } = await (await begin())({ balance: 10, bonus: 1, referral: 1 });
    const insert = (id: string, reserved: number) => tasks.insert({ ...task, id }, request, { reserved });
    const inserted = await Promise.all(Array.from({ length: 20 }, (_, index) => insert(`img_${index}`, 4_000_000)));
    const accepted = inserted.flatMap((isInserted, index) => (isInserted ? [`img_${index}`] : []));
    expect(accepted).toHaveLength(3);
    const [first = "", second = "", third = ""] = accepted;
    await tasks.finish(first, completed([], 1_000_000));
    expect(await insert("img_a", 100_000_000)).toBe(true);
    expect(await insert("img_b", 1)).toBe(false);
    await tasks.delete("img_a");
    await tasks.markSent(second, "openai", sent);
    await tasks.delete(second);
    expect(await insert("img_c", 2_000_000)).toBe(true);
    await tasks.finish(second, completed([], 1_000_000));
    await tasks.finish(third, completed([], 1_000_000));
    expect(await accounts.balance(task.account)).toEqual({ balance: 9_000_000, bonus: 0, referral: 0 });
    expect(await insert("img_d", 7_000_000)).toBe(true);
    expect(await insert("img_e", 1)).toBe(false);
  });

  test("a task that reserves nothing only needs a positive balance", async () => {
    const { tasks } = await (await begin())({ balance: 1 });
    expect(await tasks.insert(task, request, { reserved: 5_000_000 })).toBe(true);
    expect(await tasks.insert({ ...task, id: "img_2" }, request)).toBe(true);
    expect(await tasks.isAffordable("img_2")).toBe(true);
  });

  test("a waiting task is not affordable any more when another has cost more than it reserved", async () => {
    const { tasks } = await (await begin())({ balance: 10 });
    for (const id of ["img_1", "img_2"]) await tasks.insert({ ...task, id }, request, { isQueued: id === "img_2", reserved: 1_000_000 });
    expect(await tasks.isAffordable("img_2")).toBe(true);
    await tasks.finish("img_1", completed([], 10_000_000));
    expect(await tasks.isAffordable("img_2")).toBe(false);
    expect(await tasks.isAffordable("img_3")).toBe(true);
  });
});
