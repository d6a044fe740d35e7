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
});
