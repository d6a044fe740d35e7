/** The guarantees of every implementation of RepeatedRequests. */
import { beforeAll, describe, expect, test } from "vitest";
import { nameMilliseconds, repeatMilliseconds } from "../../../../src/service/store/repeatedRequests.ts";
import { storeKinds, usesPostgres } from "./storeKinds.ts";

describe.each(storeKinds)("$name", ({ prepare, begin }) => {
  beforeAll(prepare, 300_000);

  const openOne = async (...options: Parameters<Awaited<ReturnType<typeof begin>>>) => (await begin())(...options);

  test("a left request is taken over once, by an equal one of its account, in the order in which they were left, while clients repeat", async () => {
    let now = Date.now();
    const { tasks } = await openOne({ clock: { now: () => now } });
    for (const id of ["one", "two", "one"]) await tasks.leave("account-1", "digest", id);
    await tasks.leave("account-2", "digest", "other");
    expect(await tasks.takeLeft("account-1", "another")).toBeUndefined();
    const taken = await Promise.all(Array.from({ length: 4 }, () => tasks.takeLeft("account-1", "digest")));
    expect(taken.filter((id) => id !== undefined).toSorted()).toEqual(["one", "two"]);
    expect(await tasks.takeLeft("account-2", "digest")).toBe("other");
    await tasks.leave("account-1", "digest", "late");
    now += repeatMilliseconds + 1;
    // The time of PostgreSQL is its own.
    if (!usesPostgres) expect(await tasks.takeLeft("account-1", "digest")).toBeUndefined();
  });

  test("a name is given once in an account, until it is forgotten or a day old", async () => {
    let now = Date.now();
    const { tasks } = await openOne({ clock: { now: () => now } });
    const given = await Promise.all(["one", "two"].map((id) => tasks.name("account-1", "name", "digest", id)));
    expect(given.filter(Boolean)).toEqual([true]);
    expect(await tasks.findNamed("account-1", "name")).toMatchObject({ digest: "digest", task: given[0] ? "one" : "two" });
    expect(await tasks.findNamed("account-1", "other")).toBeUndefined();
    await tasks.forgetName("account-1", "name");
    expect(await tasks.name("account-1", "name", "digest", "three")).toBe(true);
    now += nameMilliseconds + 1;
    if (!usesPostgres) expect(await tasks.name("account-1", "name", "digest", "four")).toBe(true);
  });
});
