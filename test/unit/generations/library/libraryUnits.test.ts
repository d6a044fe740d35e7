/** Costs of the library in several units, which are never compared or counted together. */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Journal } from "../../../../src/generations/journal/journal.ts";
import type { EntryQuery } from "../../../../src/generations/library/library.ts";
import { temporaryFolder } from "../temporaryFolder.ts";

const query = (over: Partial<EntryQuery> = {}): EntryQuery => ({ text: "", chosen: {}, favourites: false, sort: "newest", ...over });
const all = { offset: 0, count: 1000 };

async function openJournal(path?: string): Promise<Journal> {
  const journal = await Journal.open(path ?? join(await temporaryFolder(), "tasks.sqlite"), undefined);
  onTestFinished(() => journal.close());
  return journal;
}

async function save(journal: Journal, key: string, amount: number | undefined, unit: string | undefined): Promise<void> {
  const request = { interface: "v2" as const, kind: "image" as const, body: { ai: { model: "painter" }, content: [] } };
  const target = { folder: "/out", pattern: "{slug}" };
  await journal.write(() => {
    const createdAt = Number(key);
    journal.tasks.add({ key, baseUrl: "x", request, model: "painter", prompt: key, target, origin: {}, createdAt }, "me");
    const cost = amount === undefined ? undefined : { amount, input: null, output: null, unit };
    journal.tasks.noteResult(key, "me", { usage: undefined, cost, reported: undefined, text: undefined }, true, undefined);
  });
  await journal.save(key, "me", [{ path: `/out/${key}.png`, size: 1, sha256: key, mediaType: "image/x" }], 1);
}

const found = (journal: Journal, over: Partial<EntryQuery> = {}) =>
  journal.library.search(query(over), all).entries.map(({ task }) => task);

/** Recorded without a unit, in the service's, and in two others. */
async function saveInUnits(journal: Journal): Promise<void> {
  const costs: [amount: number | undefined, unit?: string][] = [
    [0.5],
    [0.75, "$"],
    [70, "demo credits"],
    [0.02, "demo credits"],
    [5, "€|x"],
    [undefined],
    [3],
  ];
  for (const [index, [cost, unit]] of costs.entries()) await save(journal, String(index + 1), cost, unit);
}

test("costs in different units are counted in ranges of their own; those recorded without one are in the unit of the service", async () => {
  const journal = await openJournal();
  await saveInUnits(journal);
  const inDemo = [
    ["1|demo credits", 1],
    ["0.01 0.1|demo credits", 1],
  ];
  const counts = (unit?: string) => journal.library.facets(query({ ...(unit && { unit }) })).cost.map(({ value, count }) => [value, count]);
  expect(counts("$")).toEqual([["1", 1], ["0.1 1", 2], ...inDemo, ["1|€|x", 1], ["", 1]]);
  expect(counts()).toEqual([["1", 1], ["0.1 1", 1], ["0.1 1|$", 1], ...inDemo, ["1|€|x", 1], ["", 1]]);
  expect(counts("demo credits")).toEqual([
    ["1", 2],
    ["0.1 1", 1],
    ["0.01 0.1", 1],
    ["0.1 1|$", 1],
    ["1|€|x", 1],
    ["", 1],
  ]);
  const chosen = (...cost: string[]) => found(journal, { unit: "$", chosen: { cost } });
  expect([chosen("1"), chosen("1|demo credits"), chosen("1|€|x", ""), chosen("0.1 1")]).toEqual([["7"], ["3"], ["6", "5"], ["2", "1"]]);
});

test("results are sorted by cost within each unit, that of the service first, and unknown costs come last", async () => {
  const journal = await openJournal();
  await saveInUnits(journal);
  expect(found(journal, { sort: "cost", unit: "$" })).toEqual(["7", "2", "1", "3", "4", "5", "6"]);
  // The unit of the service was changed.
  expect(found(journal, { sort: "cost", unit: "€|x" })).toEqual(["5", "7", "1", "2", "3", "4", "6"]);
  expect(found(journal, { sort: "cost" })).toEqual(["7", "1", "2", "3", "4", "5", "6"]);
  expect(journal.library.search(query(), all).entries.map(({ unit }) => unit)).toEqual([
    undefined,
    undefined,
    "€|x",
    "demo credits",
    "demo credits",
    "$",
    undefined,
  ]);
});
