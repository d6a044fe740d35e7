/** Results of the same prompt form one stack in the library. */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { TaskRequest } from "../../../../src/contract/wireRequest.ts";
import { Journal } from "../../../../src/generations/journal/journal.ts";
import { journalSchema } from "../../../../src/generations/journal/journalSchema.ts";
import type { EntryQuery } from "../../../../src/generations/library/library.ts";
import { openDatabase } from "../../../../src/sqlite/openDatabase.ts";
import { temporaryFolder } from "../temporaryFolder.ts";

const all = { offset: 0, count: 1000 };
const stacked: EntryQuery = { text: "", chosen: {}, favourites: false, sort: "newest", stacked: true };

async function openJournal(path?: string): Promise<Journal> {
  const journal = await Journal.open(path ?? join(await temporaryFolder(), "tasks.sqlite"), undefined);
  onTestFinished(() => journal.close().catch(() => undefined));
  return journal;
}

interface Made {
  kind?: "image" | "audio";
  model?: string;
  createdAt?: number;
  files?: number;
}

async function save(
  journal: Journal,
  key: string,
  prompt: string,
  { kind = "image", model = "painter", createdAt = 0, files = 1 }: Made = {},
) {
  const request: TaskRequest = { interface: "v2", kind, body: { ai: { model }, content: [] } };
  const target = { folder: "/out", pattern: "" };
  await journal.write(() => journal.tasks.add({ key, baseUrl: "x", request, model, prompt, target, origin: {}, createdAt }, "me"));
  const artifacts = Array.from({ length: files }, (_, index) => ({
    path: `/out/${key}-${index}`,
    size: 1,
    sha256: `${key}-${index}`,
    mediaType: `${kind}/x`,
  }));
  await journal.save(key, "me", artifacts, createdAt);
}

/** Key of the task that each entry shows, and its number of results. */
const found = (journal: Journal, over: Partial<EntryQuery> = {}) =>
  journal.library.search({ ...stacked, ...over }, all).entries.map(({ task, stacked: size }) => [task, size]);

test("results of the same prompt and kind are one entry, the first of them in the requested order", async () => {
  const journal = await openJournal();
  await save(journal, "1", "A fox", { createdAt: 1 });
  await save(journal, "2", "A heron", { createdAt: 2 });
  await save(journal, "3", "A fox", { createdAt: 3, files: 2 });
  await save(journal, "4", "A fox", { createdAt: 4, kind: "audio" });
  expect(found(journal)).toEqual([
    ["4", 1],
    ["3", 3],
    ["2", 1],
  ]);
  expect(found(journal, { sort: "oldest" })).toEqual([
    ["1", 3],
    ["2", 1],
    ["4", 1],
  ]);
  const { total, results } = journal.library.search(stacked, { offset: 0, count: 1 });
  expect([total, results]).toEqual([3, 5]);
  expect(found(journal, { stacked: false })).toHaveLength(5);
});

test("a stack is opened by its number, and counts only the results of the search", async () => {
  const journal = await openJournal();
  await save(journal, "1", "A fox", { createdAt: 1, model: "painter" });
  await save(journal, "2", "A fox", { createdAt: 2, model: "drawer" });
  await save(journal, "3", "A fox", { createdAt: 3, model: "painter" });
  expect(found(journal, { chosen: { model: ["painter"] } })).toEqual([["3", 2]]);
  const [entry] = journal.library.search(stacked, all).entries;
  expect(found(journal, { stack: entry?.stack })).toEqual([
    ["3", 1],
    ["2", 1],
    ["1", 1],
  ]);
  expect(found(journal, { stack: entry?.stack, chosen: { model: ["drawer"] } })).toEqual([["2", 1]]);
});

test("prompts with the same beginning and end are not variants, and neither are results without a prompt", async () => {
  const journal = await openJournal();
  const long = (middle: string) => `${"a long beginning ".repeat(4)}${middle}${" and a long end".repeat(4)}`;
  await save(journal, "1", long("one"));
  await save(journal, "2", long("two"));
  await save(journal, "3", long("one"));
  await save(journal, "4", "");
  await save(journal, "5", "");
  expect(found(journal).toSorted()).toEqual([
    ["2", 1],
    ["3", 2],
    ["4", 1],
    ["5", 1],
  ]);
});

test("a stack stays together when its first result is removed, and its number is not reused", async () => {
  const journal = await openJournal();
  await save(journal, "1", "A fox");
  await save(journal, "2", "A fox");
  await journal.write(() => journal.tasks.remove("1"));
  await save(journal, "3", "A fox");
  await save(journal, "4", "A heron");
  expect(found(journal)).toEqual([
    ["4", 1],
    ["3", 2],
  ]);
});

test("a changed prompt leaves its stack", async () => {
  const path = join(await temporaryFolder(), "tasks.sqlite");
  const journal = await openJournal(path);
  await save(journal, "1", "A fox", { files: 2 });
  await save(journal, "2", "A fox");
  await save(journal, "3", "A heron");
  await journal.close();
  const { database, close } = await openDatabase(path, journalSchema, { synchronous: "NORMAL", busyMilliseconds: 25 });
  database.exec("UPDATE tasks SET prompt = 'A crane' WHERE key = '1'");
  close();
  expect(found(await openJournal(path)).toSorted()).toEqual([
    ["1", 2],
    ["2", 1],
    ["3", 1],
  ]);
});

test("a journal of an earlier version has its stacks", async () => {
  const path = join(await temporaryFolder(), "tasks.sqlite");
  const before = { ...journalSchema, migrations: journalSchema.migrations.slice(0, 5) };
  const old = await openDatabase(path, before, { synchronous: "NORMAL", busyMilliseconds: 25 });
  const columns = "key, base_url, interface, model, kind, prompt, folder, pattern, origin, state, created_at";
  for (const key of ["1", "2"]) {
    old.database.exec(`
      INSERT INTO tasks (${columns}) VALUES ('${key}', 'x', 'v1', 'painter', 'image', 'A red fox', '/out', '', '{}', 'saved', 5);
      INSERT INTO artifacts (task, position, path, size, sha256, media_type) VALUES ('${key}', 0, '/out/fox.png', 7, '${key}', 'image/png')
    `);
  }
  old.close();
  expect(found(await openJournal(path))).toEqual([["2", 2]]);
});
