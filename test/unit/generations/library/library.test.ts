/** The library of a journal: search, counts, order, ratings and favourites. */
import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { TaskRequest } from "../../../../src/contract/wireRequest.ts";
import { Journal } from "../../../../src/generations/journal/journal.ts";
import { journalSchema } from "../../../../src/generations/journal/journalSchema.ts";
import type { EntryQuery } from "../../../../src/generations/library/library.ts";
import { openDatabase } from "../../../../src/sqlite/openDatabase.ts";
import { pageSize } from "../../sqlite/damagedCopies.ts";
import { temporaryFolder } from "../temporaryFolder.ts";

interface Made {
  prompt: string;
  kind?: "image" | "audio" | "video";
  model?: string;
  createdAt?: number;
  cost?: number;
  size?: number;
  folder?: string;
  sha256?: string;
  uri?: string;
}

const day = 86_400_000;
const query = (over: Partial<EntryQuery> = {}): EntryQuery => ({ text: "", chosen: {}, favourites: false, sort: "newest", ...over });
const all = { offset: 0, count: 1000 };

async function openJournal(path?: string): Promise<Journal> {
  const journal = await Journal.open(path ?? join(await temporaryFolder(), "tasks.sqlite"), undefined);
  onTestFinished(() => journal.close().catch(() => undefined));
  return journal;
}

async function save(journal: Journal, key: string, made: Made): Promise<void> {
  const { prompt, kind = "image", model = "painter", createdAt = 0, cost, size = 1, folder = "/out" } = made;
  const request: TaskRequest = { interface: "v2", kind, body: { ai: { model }, content: [] } };
  await journal.write(() => {
    journal.tasks.add(
      { key, baseUrl: "built-in:", request, model, prompt, target: { folder, pattern: "{slug}" }, origin: {}, createdAt },
      "me",
    );
    if (cost !== undefined) {
      const reported = { amount: cost, input: null, output: null };
      journal.tasks.noteResult(key, "me", { usage: undefined, cost: reported, reported: undefined, text: undefined }, true, undefined);
    }
  });
  const location = made.uri === undefined ? { path: `${folder}/${key}.png` } : { uri: made.uri };
  const artifact = { ...location, size, sha256: made.sha256 ?? `content-${key}`, mediaType: `${kind}/x` };
  await journal.save(key, "me", [artifact], createdAt);
}

const found = (journal: Journal, over: Partial<EntryQuery> = {}) =>
  journal.library.search(query(over), all).entries.map(({ task }) => task);

test("every word of a search matches the beginning of words, ignoring case and accents", async () => {
  const journal = await openJournal();
  await save(journal, "1", { prompt: "A Lighthouse at dusk, Ölgemälde" });
  await save(journal, "2", { prompt: "Light rain over a house" });
  expect(found(journal, { text: "light" })).toEqual(["2", "1"]);
  expect(found(journal, { text: "lighth DUS" })).toEqual(["1"]);
  expect(found(journal, { text: "olgemalde" })).toEqual(["1"]);
  expect(found(journal, { text: "house" })).toEqual(["2"]);
  expect(found(journal, { text: 'OR " NEAR( *' })).toEqual([]);
});

test("scripts without spaces are found anywhere in a prompt", async () => {
  const journal = await openJournal();
  await save(journal, "1", { prompt: "夕暮れの灯台" });
  await save(journal, "2", { prompt: "冬の狐" });
  expect(found(journal, { text: "灯台" })).toEqual(["1"]);
  expect(found(journal, { text: "の" })).toEqual(["2", "1"]);
});

test("values of one facet are alternatives, facets narrow each other, and each is counted without its own selection", async () => {
  const journal = await openJournal();
  await save(journal, "1", { prompt: "a", kind: "image", model: "painter", folder: "/out/a" });
  await save(journal, "2", { prompt: "b", kind: "audio", model: "singer", folder: "/out/b" });
  await save(journal, "3", { prompt: "c", kind: "image", model: "drawer", uri: "vscode-vfs://host/out/c.png" });
  expect(found(journal, { chosen: { model: ["painter", "singer"] } })).toEqual(["2", "1"]);
  expect(found(journal, { chosen: { model: ["painter", "singer"], kind: ["image"] } })).toEqual(["1"]);
  const facets = journal.library.facets(query({ chosen: { kind: ["image"] } }));
  expect(facets.kind).toEqual([
    { value: "image", count: 2 },
    { value: "audio", count: 1 },
  ]);
  expect(facets.model).toEqual([
    { value: "drawer", count: 1 },
    { value: "painter", count: 1 },
  ]);
  expect(facets.folder.map(({ value }) => value)).toEqual(["/out/a", "vscode-vfs://host/out"]);
});

test("providers are counted by the prefixes of their models' ids, and costs by ranges with the highest first", async () => {
  const journal = await openJournal();
  await save(journal, "1", { prompt: "a", model: "openai/painter", cost: 0.04 });
  await save(journal, "2", { prompt: "b", model: "openai/drawer", cost: 0.1 });
  await save(journal, "3", { prompt: "c", model: "painter", cost: 2 });
  await save(journal, "4", { prompt: "d", model: "painter", cost: 0 });
  await save(journal, "5", { prompt: "e", model: "other/painter/large" });
  const { provider, cost } = journal.library.facets(query());
  expect(provider).toEqual([
    { value: "", count: 2 },
    { value: "openai", count: 2 },
    { value: "other", count: 1 },
  ]);
  expect(cost).toEqual(["1", "0.1 1", "0.01 0.1", "0 0.01", ""].map((value) => ({ value, count: 1 })));
  expect(found(journal, { chosen: { provider: ["openai", "other"] } })).toEqual(["5", "2", "1"]);
  expect(found(journal, { chosen: { provider: ["openai"], cost: ["0.1 1"] } })).toEqual(["2"]);
  expect(found(journal, { chosen: { cost: [""] } })).toEqual(["5"]);
});

test("days are counted, newest first, and each ends at midnight", async () => {
  const journal = await openJournal();
  const time = (...clock: [hour: number, minute: number]) => new Date(2026, 10, 22, ...clock).getTime();
  await save(journal, "1", { prompt: "a", createdAt: time(0, 0) });
  await save(journal, "2", { prompt: "b", createdAt: time(23, 59) });
  await save(journal, "3", { prompt: "c", createdAt: time(24, 0) });
  expect(journal.library.facets(query()).day).toEqual([
    { value: "2026-11-23", count: 1 },
    { value: "2026-11-22", count: 2 },
  ]);
  expect(found(journal, { chosen: { day: ["2026-11-22"] }, sort: "oldest" })).toEqual(["1", "2"]);
});

test("favourites are counted with the rest of the query, and each facet without its own selection", async () => {
  const journal = await openJournal();
  await save(journal, "1", { prompt: "a", model: "x" });
  await save(journal, "2", { prompt: "b", model: "y" });
  await save(journal, "3", { prompt: "c", model: "y", kind: "audio" });
  await journal.library.mark("content-2", { favourite: true });
  await journal.library.mark("content-1", { favourite: true });
  const narrowed = journal.library.facets(query({ chosen: { model: ["y"], kind: ["image"] } }));
  expect([narrowed.favourites, narrowed.model, narrowed.kind]).toEqual([
    1,
    [
      { value: "x", count: 1 },
      { value: "y", count: 1 },
    ],
    [
      { value: "audio", count: 1 },
      { value: "image", count: 1 },
    ],
  ]);
  expect(journal.library.facets(query({ favourites: true })).model).toEqual([
    { value: "x", count: 1 },
    { value: "y", count: 1 },
  ]);
  expect(journal.library.facets(query({ text: "c" })).kind).toEqual([{ value: "audio", count: 1 }]);
});

test("months are counted, newest first", async () => {
  const journal = await openJournal();
  const time = (month: number) => new Date(2026, month, 15).getTime();
  await save(journal, "1", { prompt: "a", createdAt: time(0) });
  await save(journal, "2", { prompt: "b", createdAt: time(10) });
  await save(journal, "3", { prompt: "c", createdAt: time(0) + day });
  expect(journal.library.facets(query()).month).toEqual([
    { value: "2026-11", count: 1 },
    { value: "2026-01", count: 2 },
  ]);
});

test("results are sorted by date, cost, size and rating, and unknown costs come last", async () => {
  const journal = await openJournal();
  await save(journal, "1", { prompt: "a", createdAt: 1, cost: 0.5, size: 10 });
  await save(journal, "2", { prompt: "b", createdAt: 2, size: 30 });
  await save(journal, "3", { prompt: "c", createdAt: 3, cost: 0.75, size: 20 });
  await journal.library.mark("content-2", { rating: 4 });
  expect(found(journal, { sort: "newest" })).toEqual(["3", "2", "1"]);
  expect(found(journal, { sort: "oldest" })).toEqual(["1", "2", "3"]);
  expect(found(journal, { sort: "cost" })).toEqual(["3", "1", "2"]);
  expect(found(journal, { sort: "size" })).toEqual(["2", "3", "1"]);
  expect(found(journal, { sort: "rating" })).toEqual(["2", "3", "1"]);
});

test("pages are parts of one order, with the exact total", async () => {
  const journal = await openJournal();
  for (let index = 0; index < 25; index += 1) await save(journal, `${index}`, { prompt: "x", createdAt: index });
  const pages = [0, 10, 20].map((offset) => journal.library.search(query(), { offset, count: 10 }));
  expect(pages.map(({ total }) => total)).toEqual([25, 25, 25]);
  expect(pages.flatMap(({ entries }) => entries.map(({ createdAt }) => createdAt))).toEqual(
    Array.from({ length: 25 }, (_, index) => 24 - index),
  );
});

test("results saved or removed since the last search are included", async () => {
  const journal = await openJournal();
  await save(journal, "1", { prompt: "fox" });
  expect(found(journal, { text: "fox" })).toEqual(["1"]);
  await save(journal, "2", { prompt: "fox" });
  expect(found(journal, { text: "fox" })).toEqual(["2", "1"]);
  await journal.write(() => journal.tasks.remove("1"));
  expect(found(journal, { text: "fox" })).toEqual(["2"]);
  expect(journal.library.facets(query({ text: "fox" })).kind).toEqual([{ value: "image", count: 1 }]);
});

test("marks belong to the content: every file with that content is marked, now and later", async () => {
  const journal = await openJournal();
  await save(journal, "1", { prompt: "a", sha256: "same" });
  await save(journal, "2", { prompt: "b" });
  const revision = journal.lastRevision();
  await journal.library.mark("same", { rating: 5, favourite: true });
  expect(journal.changesSince(revision).keys).toEqual(["1"]);
  await journal.write(() => journal.tasks.remove("1"));
  await save(journal, "3", { prompt: "c", sha256: "same" });
  expect(found(journal, { favourites: true })).toEqual(["3"]);
  expect(journal.library.search(query({ favourites: true }), all).entries[0]).toMatchObject({ rating: 5, favourite: true });
  expect(journal.library.facets(query()).favourites).toBe(1);
  await journal.library.mark("same", { favourite: false });
  expect(journal.library.search(query(), all).entries[0]).toMatchObject({ task: "3", rating: 5, favourite: false });
});

test("the number of a removed result is not given to another one", async () => {
  const path = join(await temporaryFolder(), "tasks.sqlite");
  const journal = await openJournal(path);
  await save(journal, "1", { prompt: "kept" });
  await save(journal, "2", { prompt: "removed" });
  const [removed] = journal.library.madeBy("2").map(({ number }) => number);
  // For example, this window asks whether to delete it while another one deletes it.
  await journal.write(() => journal.tasks.remove("2"));
  await save(journal, "3", { prompt: "new" });
  expect(journal.library.get(removed ?? 0)).toBeUndefined();
  await journal.library.remove(removed ?? 0);
  expect(found(journal)).toEqual(["3", "1"]);
});

test("result numbers and the search are unchanged after VACUUM", async () => {
  const path = join(await temporaryFolder(), "tasks.sqlite");
  const journal = await openJournal(path);
  for (const key of ["1", "2", "3"]) await save(journal, key, { prompt: `prompt${key}` });
  await journal.write(() => journal.tasks.remove("2"));
  await journal.close();
  const { database, close } = await openDatabase(path, journalSchema, { synchronous: "NORMAL", busyMilliseconds: 25 });
  database.exec("VACUUM");
  close();
  const again = await openJournal(path);
  expect(found(again, { text: "prompt3" })).toEqual(["3"]);
  expect(found(again, { text: "prompt1" })).toEqual(["1"]);
  expect(found(again, { text: "prompt2" })).toEqual([]);
});

test("the prompt of a removed task is in no file any more", async () => {
  const path = join(await temporaryFolder(), "tasks.sqlite");
  const journal = await openJournal(path);
  await save(journal, "1", { prompt: "unmistakable" });
  await save(journal, "2", { prompt: "other" });
  await journal.write(() => journal.tasks.remove("1"));
  await journal.close();
  const bytes = [path, `${path}-wal`].filter((file) => existsSync(file)).map((file) => readFileSync(file).includes("unmistakable"));
  expect(bytes).not.toContain(true);
});

test("a journal of an earlier version has its artifacts in the library", async () => {
  const path = join(await temporaryFolder(), "tasks.sqlite");
  const before = { ...journalSchema, migrations: journalSchema.migrations.slice(0, 5) };
  const old = await openDatabase(path, before, { synchronous: "NORMAL", busyMilliseconds: 25 });
  const columns = "key, base_url, interface, model, kind, prompt, folder, pattern, origin, state, created_at, cost";
  old.database.exec(`
    INSERT INTO tasks (${columns}) VALUES ('1', 'x', 'v1', 'painter', 'image', 'A red fox', '/out', '', '{}', 'saved', 5, '{"amount":0.25}');
    INSERT INTO artifacts (task, position, path, size, sha256, media_type) VALUES ('1', 0, '/out/fox.png', 7, 'abc', 'image/png')
  `);
  old.close();
  const journal = await openJournal(path);
  const { total, entries } = journal.library.search(query({ text: "fox" }), all);
  expect(total).toBe(1);
  expect(entries[0]).toMatchObject({ task: "1", model: "painter", cost: 0.25, rating: 0, artifact: { path: "/out/fox.png", size: 7 } });
});

test("a recovered journal has the library of its remaining tasks, with their marks", async () => {
  const path = join(await temporaryFolder(), "tasks.sqlite");
  const journal = await openJournal(path);
  for (let index = 0; index < 20; index += 1) await save(journal, `task-${index}`, { prompt: `Fox number${index} ${"long ".repeat(50)}` });
  await journal.library.mark("content-task-3", { favourite: true, rating: 2 });
  await journal.close();
  // The end of the file is removed, and its header adapted.
  truncateSync(path, statSync(path).size - 4096);
  writeFileSync(path, Buffer.alloc(16), { flag: "r+" });
  const repaired = await openJournal(path);
  expect(repaired.notice).toMatch(/damaged/);
  const tasks = repaired.tasks.list({ limit: 100 }).filter(({ artifacts }) => artifacts.length > 0);
  expect(tasks.length).toBeGreaterThan(5);
  expect(found(repaired, { text: "fox" }).toSorted()).toEqual(tasks.map(({ key }) => key).toSorted());
  expect(found(repaired, { favourites: true })).toEqual(["task-3"]);
});

test("damage of an index page loses no task, result or mark: the index is rebuilt from them", async () => {
  const path = join(await temporaryFolder(), "tasks.sqlite");
  const journal = await openJournal(path);
  const keys = Array.from({ length: 12 }, (_, index) => `task-${index}`);
  for (const key of keys) await save(journal, key, { prompt: `Fox ${key} ${"long ".repeat(50)}` });
  await journal.library.mark("content-task-3", { favourite: true, rating: 2 });
  await journal.close();
  const { database, close } = await openDatabase(path, journalSchema, { synchronous: "NORMAL", busyMilliseconds: 25 });
  const rows = database
    .prepare("SELECT pageno FROM dbstat WHERE name LIKE 'library%' OR name LIKE 'sqlite_autoindex_library%' ORDER BY pageno")
    .all();
  close();
  const whole = readFileSync(path);
  expect(rows.length).toBeGreaterThan(6);
  for (const { pageno } of rows) {
    const bytes = Buffer.from(whole);
    bytes.fill(0xa5, (Number(pageno) - 1) * pageSize, Number(pageno) * pageSize);
    const damaged = join(await temporaryFolder(), "tasks.sqlite");
    writeFileSync(damaged, bytes);
    const repaired = await openJournal(damaged);
    const message = `page ${pageno}`;
    expect(repaired.notice, message).toContain(`Tasks recovered from it: ${keys.length}.`);
    expect(
      repaired.tasks.list({ limit: 100 }).flatMap(({ artifacts }) => artifacts),
      message,
    ).toHaveLength(keys.length);
    expect(found(repaired, { text: "fox" }).toSorted(), message).toEqual(keys.toSorted());
    expect(found(repaired, { favourites: true }), message).toEqual(["task-3"]);
  }
});

test("a moved file is recorded at its new path, in its folder, and listeners are notified", async () => {
  const journal = await openJournal();
  await save(journal, "1", { prompt: "a", folder: "/out" });
  await save(journal, "2", { prompt: "b", folder: "/out" });
  const number = journal.library.madeBy("1")[0]?.number ?? 0;
  const revision = journal.lastRevision();
  await journal.library.relocate(number, { path: "/other/place/fox.png" });
  expect(journal.library.get(number)?.artifact).toMatchObject({ path: "/other/place/fox.png", sha256: "content-1" });
  expect(journal.tasks.findByArtifact({ path: "/other/place/fox.png" })?.key).toBe("1");
  expect(journal.library.facets(query()).folder.map(({ value }) => value)).toEqual(["/other/place", "/out"]);
  expect(journal.changesSince(revision).keys).toEqual(["1"]);
  await journal.library.relocate(number, { uri: "memory:/art/fox.png" });
  expect(journal.library.get(number)?.artifact.uri).toBe("memory:/art/fox.png");
  expect(found(journal, { chosen: { folder: ["memory:/art"] } })).toEqual(["1"]);
});
