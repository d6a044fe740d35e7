/** What a store says about changes of tasks, for requests that wait for them. */
import { beforeAll, describe, expect, test } from "vitest";
import { imageRequest } from "../../providers/requests.ts";
import { completed, task } from "./storedTasks.ts";
import { storeKinds } from "./storeKinds.ts";

const request = imageRequest();
const sent = { model: "demo-image", operation: { id: 7 } };

describe.each(storeKinds)("$name", ({ prepare, begin }) => {
  beforeAll(prepare, 300_000);

  test("statuses are those of the tasks that exist, and each change of this service is announced", async () => {
    const { tasks } = await (await begin())();
    const changed: string[] = [];
    tasks.watchChanges((id) => changed.push(id));
    for (const id of ["img_1", "img_2", "img_3"]) await tasks.insert({ ...task, id }, request);
    await tasks.markSent("img_2", "demo", sent);
    await tasks.noteProgress("img_2", { percent: 10 });
    await tasks.finish("img_1", completed([]));
    await tasks.delete("img_3");
    await tasks.markSent("img_2", "demo", sent);
    await tasks.delete("img_2");
    expect(changed).toEqual(["img_2", "img_2", "img_1", "img_3", "img_2", "img_2"]);
    expect([...(await tasks.statuses(["img_1", "img_2", "img_3", "img_4", ""]))]).toEqual([["img_1", "completed"]]);
  });
});
