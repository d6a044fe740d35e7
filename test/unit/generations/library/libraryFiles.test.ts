/** Files of workspaces with metadata on their origin are in the library, besides artifacts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { TaskRequest } from "../../../../src/contract/wireRequest.ts";
import { Journal } from "../../../../src/generations/journal/journal.ts";
import type { EntryQuery, MadeFile, WorkspaceFile } from "../../../../src/generations/library/library.ts";
import { openTasks } from "../../../../src/generations/openTasks.ts";
import { temporaryFolder } from "../temporaryFolder.ts";

const workspace = "file:///projects/lamp";
const query: EntryQuery = { text: "", chosen: {}, favourites: false, sort: "newest", workspaces: [workspace] };
const all = { offset: 0, count: 1000 };

async function openJournal(path?: string): Promise<Journal> {
  const journal = await Journal.open(path ?? join(await temporaryFolder(), "tasks.sqlite"), undefined);
  onTestFinished(() => journal.close().catch(() => undefined));
  return journal;
}

function file(name: string, made: Partial<MadeFile> | undefined = {}, state: Partial<WorkspaceFile> = {}): WorkspaceFile {
  const whole = { kind: "image", mediaType: "image/png", sha256: `content-${name}`, model: "", prompt: "", tool: "ComfyUI" } as const;
  return { location: { path: `/projects/lamp/${name}` }, modifiedAt: 5, size: 7, made: { ...whole, ...made }, ...state };
}

async function save(journal: Journal, key: string, prompt: string, path: string, ...contents: string[]): Promise<void> {
  const request: TaskRequest = { interface: "v2", kind: "image", body: { ai: { model: "painter" }, content: [] } };
  const target = { folder: "/out", pattern: "" };
  await journal.write(() =>
    journal.tasks.add({ key, baseUrl: "x", request, model: "painter", prompt, target, origin: {}, createdAt: 1 }, "me"),
  );
  const artifacts = (contents.length === 0 ? [`content-${key}`] : contents).map((sha256, index) => ({
    path: index === 0 ? path : path.replace(".png", `-${index}.png`),
    size: 1,
    sha256,
    mediaType: "image/png",
  }));
  await journal.save(key, "me", artifacts, 1);
}

const nameOf = (path = "") => path.split("/").at(-1);
const found = (journal: Journal, over: Partial<EntryQuery> = {}) =>
  journal.library.search({ ...query, ...over }, all).entries.map(({ artifact }) => nameOf(artifact.path ?? artifact.uri));

test("they are found if their workspace is open, with their metadata", async () => {
  const journal = await openJournal();
  await journal.library.files.record(workspace, [
    file("fox.png", { prompt: "A red fox", model: "sdxl", sha256: "abc" }),
    file("photo.png", undefined, { made: undefined }),
  ]);
  const { total, entries } = journal.library.search(query, all);
  expect(total).toBe(1);
  expect(entries[0]).toMatchObject({
    task: undefined,
    kind: "image",
    model: "sdxl",
    prompt: "A red fox",
    createdAt: 5,
    cost: undefined,
    artifact: { path: "/projects/lamp/fox.png", size: 7, sha256: "abc", mediaType: "image/png" },
  });
  expect(found(journal, { workspaces: ["file:///projects/other"] })).toEqual([]);
  expect(found(journal, { workspaces: [] })).toEqual([]);
  expect(journal.library.facets({ ...query, workspaces: [] }).kind).toEqual([]);
});

test("those of another file system have its URI", async () => {
  const journal = await openJournal();
  const remote = "vscode-vfs://host/art";
  await journal.library.files.record(remote, [file("fox.png", {}, { location: { uri: `${remote}/fox.png` } })]);
  const [entry] = journal.library.search({ ...query, workspaces: [remote] }, all).entries;
  expect([entry?.artifact.uri, entry?.artifact.path]).toEqual([`${remote}/fox.png`, undefined]);
});

test("they are found by their prompts or names, and counted, sorted and stacked with results", async () => {
  const journal = await openJournal();
  await save(journal, "1", "A red fox", "/projects/lamp/made.png");
  await journal.library.files.record(workspace, [
    file("named-heron.png", { tool: "" }),
    file("copy.png", { prompt: "A red fox", model: "sdxl" }, { size: 90 }),
    file("冬の狐.png"),
  ]);
  expect(found(journal, { text: "red" })).toEqual(["copy.png", "made.png"]);
  expect(found(journal, { text: "heron" })).toEqual(["named-heron.png"]);
  expect(found(journal, { text: "copy" })).toEqual([]);
  expect(found(journal, { text: "の狐" })).toEqual(["冬の狐.png"]);
  expect(found(journal, { sort: "size" })[0]).toBe("copy.png");
  expect(found(journal, { chosen: { tool: [""] } })).toEqual(["named-heron.png", "made.png"]);
  expect(journal.library.facets(query).tool).toEqual([
    { value: "", count: 2 },
    { value: "ComfyUI", count: 2 },
  ]);
  const stacks = journal.library.search({ ...query, text: "fox", stacked: true }, all);
  expect([stacks.total, stacks.results]).toEqual([1, 2]);
});

test("a result stacks with the files of its prompt, whichever was added first", async () => {
  const journal = await openJournal();
  await journal.library.files.record(workspace, [file("one.png", { prompt: "A fox" }), file("two.png", { prompt: "A fox" })]);
  await save(journal, "1", "A fox", "/projects/lamp/made.png");
  const { total, results } = journal.library.search({ ...query, stacked: true }, all);
  expect([total, results]).toEqual([1, 3]);
});

test("a file with the path or content of an artifact is that artifact, whichever was added first", async () => {
  const journal = await openJournal();
  await save(journal, "1", "a", "/projects/lamp/first.png", "same");
  await journal.library.files.record(workspace, [
    file("first.png", { sha256: "edited since" }),
    file("copy.png", { sha256: "same" }),
    file("second.png", { sha256: "other" }),
  ]);
  expect(found(journal).toSorted()).toEqual(["first.png", "second.png"]);
  await save(journal, "2", "b", "/elsewhere/second-too.png", "other");
  expect(found(journal).toSorted()).toEqual(["first.png", "second-too.png"]);
  // A file whose artifact was removed from the journal is listed by its metadata again.
  await journal.write(() => journal.tasks.remove("1"));
  expect(found(journal).toSorted()).toEqual(["copy.png", "first.png", "second-too.png"]);
});

test("an artifact that is found at the path of a file replaces it", async () => {
  const journal = await openJournal();
  await save(journal, "1", "a", "/projects/lamp/before.png", "same");
  await journal.library.files.record(workspace, [file("after.png", { sha256: "edited" })]);
  const [entry] = journal.library.madeBy("1");
  await journal.library.relocate(entry?.number ?? 0, { path: "/projects/lamp/after.png" });
  expect(found(journal)).toEqual(["after.png"]);
  expect(journal.library.search(query, all).entries[0]?.task).toBe("1");
});

test("a file stays until it changes, and is removed with its name and prompt when it is deleted", async () => {
  const path = join(await temporaryFolder(), "tasks.sqlite");
  const journal = await openJournal(path);
  await journal.library.files.record(workspace, [
    file("fox.png", { prompt: "unmistakable" }),
    file("photo.png", undefined, { made: undefined }),
  ]);
  expect(journal.library.files.known(workspace)).toEqual(
    new Map([
      ["/projects/lamp/fox.png", { modifiedAt: 5, size: 7 }],
      ["/projects/lamp/photo.png", { modifiedAt: 5, size: 7 }],
    ]),
  );
  await journal.library.files.record(workspace, [file("fox.png", { prompt: "changed" }, { modifiedAt: 6 })]);
  expect([found(journal, { text: "unmistakable" }), found(journal, { text: "changed" })]).toEqual([[], ["fox.png"]]);
  await journal.library.files.record(workspace, [], ["/projects/lamp/fox.png"]);
  expect([found(journal), [...journal.library.files.known(workspace).keys()]]).toEqual([[], ["/projects/lamp/photo.png"]]);
  await journal.close();
  expect(readFileSync(path).includes("unmistakable")).toBe(false);
});

test("a file that another window has already read is no change, and the result keeps its number", async () => {
  const journal = await openJournal();
  await journal.library.files.record(workspace, [file("fox.png")]);
  const [before] = journal.library.search(query, all).entries;
  const revision = journal.lastRevision();
  await journal.library.files.record(workspace, [file("fox.png")]);
  expect(journal.lastRevision()).toBe(revision);
  expect(journal.library.search(query, all).entries[0]?.number).toBe(before?.number);
});

test("a file without metadata does not change the library", async () => {
  const journal = await openJournal();
  const revision = journal.lastRevision();
  await journal.library.files.record(workspace, [file("photo.png", undefined, { made: undefined })]);
  expect(journal.lastRevision()).toBe(revision);
});

test("they are marked by their content, and found by their new name after renaming", async () => {
  const journal = await openJournal();
  await journal.library.files.record(workspace, [file("fox.png", { sha256: "abc" })]);
  await journal.library.mark("abc", { rating: 3, favourite: true });
  const [entry] = journal.library.search({ ...query, favourites: true }, all).entries;
  expect(entry?.rating).toBe(3);
  await journal.library.relocate(entry?.number ?? 0, { path: "/projects/lamp/deeper/heron.png" });
  expect([found(journal, { text: "fox" }), found(journal, { text: "heron" })]).toEqual([[], ["heron.png"]]);
  expect(journal.library.search(query, all).entries[0]).toMatchObject({ rating: 3, favourite: true });
  expect(journal.library.facets(query).folder.map(({ value }) => value)).toEqual(["/projects/lamp/deeper"]);
});

test("a file that is already recorded at its new location is kept", async () => {
  const journal = await openJournal();
  await journal.library.files.record(workspace, [file("fox.png")]);
  const [before] = journal.library.search(query, all).entries;
  // A window reads the renamed file before the window that renamed it has recorded this. The last number is assigned again.
  await journal.library.files.record(workspace, [file("heron.png")], ["/projects/lamp/fox.png"]);
  await journal.library.relocate(before?.number ?? 0, { path: "/projects/lamp/heron.png" });
  expect([found(journal), [...journal.library.files.known(workspace).keys()]]).toEqual([["heron.png"], ["/projects/lamp/heron.png"]]);
});

test("removed files leave the library, and a task keeps its other files", async () => {
  const journal = await openJournal();
  await save(journal, "1", "a", "/projects/lamp/one.png", "one", "two");
  await journal.library.files.record(workspace, [file("fox.png"), file("one.png")]);
  expect(found(journal).toSorted()).toEqual(["fox.png", "one-1.png", "one.png"]);
  for (const name of ["fox.png", "one.png"]) {
    const entry = journal.library.search(query, all).entries.find(({ artifact }) => nameOf(artifact.path) === name);
    await journal.library.remove(entry?.number ?? 0);
  }
  expect([found(journal), journal.library.files.known(workspace).size]).toEqual([["one-1.png"], 0]);
  expect(journal.tasks.get("1")?.artifacts.map(({ path }) => nameOf(path))).toEqual(["one-1.png"]);
});

test("workspaces that have not been opened for a long time are removed", async () => {
  const journal = await openJournal();
  const day = 86_400_000;
  await journal.library.files.record(workspace, [file("fox.png")]);
  await journal.library.files.noteScan(workspace, 0);
  await journal.library.files.noteScan("file:///projects/other", 100 * day);
  expect(found(journal)).toEqual(["fox.png"]);
  await journal.library.files.noteScan("file:///projects/other", 200 * day);
  expect([found(journal), journal.library.files.known(workspace).size]).toEqual([[], 0]);
});

test("library listeners of every window are notified, but task listeners are not", async () => {
  const folder = await temporaryFolder();
  const [here, there] = [
    await openTasks({ folder, client: async () => undefined }),
    await openTasks({ folder, client: async () => undefined }),
  ];
  onTestFinished(async () => {
    await here.close();
    await there.close();
  });
  const keys: string[] = [];
  there.onChange(({ key }) => keys.push(key));
  const heard = Promise.all([here, there].map((tasks) => new Promise<void>((resolve) => tasks.onFilesChange(resolve))));
  await here.library.files.record(workspace, [file("fox.png")]);
  await heard;
  expect(keys).toEqual([]);
});
