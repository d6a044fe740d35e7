/** What every implementation of the store keeps of answers that later ones continue. */
import { beforeAll, describe, expect, test } from "vitest";
import { storageMilliseconds } from "../../../../src/contract/limits.ts";
import { emptyEcho } from "../../../../src/service/store/responseEcho.ts";
import { unkeptMilliseconds } from "../../../../src/service/store/taskRecords.ts";
import { imageRequest, textRequest } from "../../providers/requests.ts";
import { completed, task } from "./storedTasks.ts";
import { storeKinds } from "./storeKinds.ts";

const request = imageRequest();

describe.each(storeKinds)("$name", ({ prepare, begin }) => {
  beforeAll(prepare, 300_000);

  test("a finished answer keeps what it was asked, unless it failed, was deleted or is not to be kept, which is removed after a day", async () => {
    let now = task.createdAt;
    const { tasks } = await (await begin())({ clock: { now: () => now } });
    const asked = textRequest("Hello");
    const answer = { ...task, id: "resp_1", endpoint: "responses", kind: "text", echo: { kind: "response", response: emptyEcho } } as const;
    const unkept = { ...answer, id: "resp_2", echo: { kind: "response", response: { ...emptyEcho, store: false } } } as const;
    for (const each of [answer, unkept, { ...answer, id: "resp_3" }, { ...answer, id: "resp_4" }]) await tasks.insert(each, asked);
    await tasks.insert(task, request);
    expect(await tasks.input("resp_1")).toBeUndefined();
    for (const id of ["resp_1", "resp_2", "resp_4", task.id]) await tasks.finish(id, completed());
    await tasks.finish("resp_3", { ...completed(), status: "failed" });
    await tasks.delete("resp_4");
    expect(await tasks.input("resp_1")).toEqual(asked);
    for (const id of ["resp_2", "resp_3", "resp_4", task.id, "resp_5", "\0"]) expect(await tasks.input(id)).toBeUndefined();
    now += unkeptMilliseconds - 1;
    await tasks.sweep();
    expect(await tasks.get("resp_2")).toBeDefined();
    now += 1;
    await tasks.sweep();
    expect(await tasks.get("resp_2")).toBeUndefined();
    expect(await tasks.input("resp_1")).toEqual(asked);
    now += storageMilliseconds;
    expect(await tasks.input("resp_1")).toBeUndefined();
  });
});
