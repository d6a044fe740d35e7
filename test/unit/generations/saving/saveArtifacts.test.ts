/** The location of saved artifacts, names that are never overwritten, and disk errors. */
import { spawnSync } from "node:child_process";
import { chmod, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { Journal } from "../../../../src/generations/journal/journal.ts";
import { saveArtifacts } from "../../../../src/generations/saving/saveArtifacts.ts";
import type { ArtifactTarget } from "../../../../src/generations/task.ts";
import { imageRequest, openScripted } from "../imageTask.ts";
import { isRoot, mountDisk } from "../journal/mountDisk.ts";
import { baseUrl, pngBytes, sha256Of } from "../scriptedClient.ts";
import { temporaryFolder } from "../temporaryFolder.ts";

/** Polls, processes and disks are slow on a busy machine. */
vi.setConfig({ testTimeout: 180_000 });

describe("a name in use", () => {
  test("by a file, a folder or a broken link is not overwritten", async () => {
    const { tasks, folder, target } = await openScripted({ poll: () => [pngBytes, pngBytes] });
    await mkdir(join(folder, "out", "a-red-fox-2.png"), { recursive: true });
    await writeFile(join(folder, "out", "a-red-fox.png"), "mine");
    await symlink(join(folder, "nowhere"), join(folder, "out", "a-red-fox-3.png"));
    const { key } = tasks.submit({ baseUrl, request: imageRequest, target });
    const saved = await tasks.handle(key).end();
    expect(saved.artifacts.map((artifact) => artifact.path)).toEqual(
      ["a-red-fox-4.png", "a-red-fox-5.png"].map((name) => join(folder, "out", name)),
    );
    expect(await readFile(join(folder, "out", "a-red-fox.png"), "utf8")).toBe("mine");
    expect(await readdir(folder)).not.toContain("nowhere");
  });

  test("is not shared by tasks that end at the same time with the same content", async () => {
    const { tasks, folder, target } = await openScripted({});
    const submitted = await Promise.all(Array.from({ length: 6 }, () => tasks.submit({ baseUrl, request: imageRequest, target })));
    const saved = await Promise.all(submitted.map(({ key }) => tasks.handle(key).end()));
    expect(new Set(saved.map((task) => task.artifacts[0]?.path)).size).toBe(6);
    expect(await readdir(join(folder, "out"))).toHaveLength(6);
    await expect.poll(() => readdir(join(folder, "journal", "received"))).toEqual([]);
  });
});

describe("a folder below the target", () => {
  test("is created from the pattern", async () => {
    const { tasks, target, folder } = await openScripted({});
    const { key } = tasks.submit({ baseUrl, request: imageRequest, target: { ...target, pattern: "{kind}/{model}/{slug}" } });
    expect((await tasks.handle(key).end()).artifacts[0]?.path).toBe(join(folder, "out", "image", "painter", "a-red-fox.png"));
  });

  test("that becomes a link out of it is refused, and nothing is written there", async () => {
    const { tasks, target, folder } = await openScripted({
      poll: async () => {
        await mkdir(join(folder, "outside"));
        await symlink(join(folder, "outside"), join(folder, "out", "image"));
        return [pngBytes];
      },
    });
    const { key } = tasks.submit({ baseUrl, request: imageRequest, target: { ...target, pattern: "{kind}/deep/{slug}" } });
    expect(await tasks.handle(key).end()).toMatchObject({
      state: "unsaved",
      error: { kind: "disk", message: expect.stringContaining("link") },
    });
    expect(await readdir(join(folder, "outside"))).toEqual([]);
  });
});

test("a result whose file was lost is downloaded again, and an existing one is not", async () => {
  const { tasks, target, client } = await openScripted({ poll: () => [pngBytes] });
  const { key } = tasks.submit({ baseUrl, request: imageRequest, target });
  const first = await tasks.handle(key).end();
  const polls = client.polls.length;
  await (await tasks.saveAgain(key)).end();
  expect(client.polls).toHaveLength(polls);
  await rm(first.artifacts[0]?.path ?? "");
  const again = await (await tasks.saveAgain(key, undefined, true)).end();
  expect(again).toMatchObject({ state: "saved", artifacts: [{ sha256: first.artifacts[0]?.sha256 }] });
  expect(await readFile(again.artifacts[0]?.path ?? "")).toEqual(pngBytes);
  expect(client.polls.length).toBeGreaterThan(polls);
  expect(client.posts).toBe(1);
});

test("of a result with several files, only those that were lost are saved again", async () => {
  const other = Buffer.concat([pngBytes, Buffer.from("other")]);
  const { tasks, target, folder } = await openScripted({ poll: () => [pngBytes, other, pngBytes] });
  const { key } = tasks.submit({ baseUrl, request: imageRequest, target });
  const { artifacts: first } = await tasks.handle(key).end();
  await rm(first[1]?.path ?? "");
  await writeFile(first[2]?.path ?? "", "The user's own text");
  const chosen = { folder: join(folder, "chosen"), pattern: "fox" };
  const { state, artifacts } = await (await tasks.saveAgain(key, chosen, true)).end();
  expect(state).toBe("saved");
  expect(artifacts.map(({ path }) => path)).toEqual([
    first[0]?.path,
    join(folder, "chosen", "fox.png"),
    join(folder, "chosen", "fox-2.png"),
  ]);
  expect(await readFile(artifacts[1]?.path ?? "")).toEqual(other);
  expect((await readdir(target.folder)).toSorted()).toEqual(["a-red-fox-3.png", "a-red-fox.png"]);
  expect(await readFile(first[2]?.path ?? "", "utf8")).toBe("The user's own text");
});

describe("a result that cannot be written", () => {
  test("waits if the folder has vanished, and is saved again without a request to the service", async () => {
    const { tasks, target, client } = await openScripted({
      poll: async () => {
        await rm(target.folder, { recursive: true });
        return [pngBytes];
      },
    });
    const { key } = tasks.submit({ baseUrl, request: imageRequest, target });
    expect(await tasks.handle(key).end()).toMatchObject({
      state: "unsaved",
      error: { kind: "disk", code: "ENOENT", message: "The folder does not exist." },
    });
    const polls = client.polls.length;
    const saved = await (await tasks.saveAgain(key)).end();
    expect(saved).toMatchObject({ state: "saved", error: undefined });
    expect(await readFile(saved.artifacts[0]?.path ?? "")).toEqual(pngBytes);
    expect(client.polls).toHaveLength(polls);
  });

  test("waits, also when it is saved again, while a file has the folder's name", async () => {
    const { tasks, target } = await openScripted({
      poll: async () => {
        await rm(target.folder, { recursive: true });
        await writeFile(target.folder, "A file.");
        return [pngBytes];
      },
    });
    const { key } = tasks.submit({ baseUrl, request: imageRequest, target });
    const error = { kind: "disk", message: "A part of the folder's path is a file." };
    expect(await tasks.handle(key).end()).toMatchObject({ state: "unsaved", error });
    await expect(tasks.saveAgain(key)).rejects.toMatchObject(error);
    await rm(target.folder);
    expect((await (await tasks.saveAgain(key)).end()).state).toBe("saved");
  });

  test("can be saved elsewhere", async () => {
    const { tasks, target, folder } = await openScripted({
      poll: async () => {
        await rm(target.folder, { recursive: true });
        return [pngBytes];
      },
    });
    const { key } = tasks.submit({ baseUrl, request: imageRequest, target });
    await tasks.handle(key).end();
    const saved = await (await tasks.saveAgain(key, { folder: join(folder, "elsewhere"), pattern: "fox" })).end();
    expect(saved.artifacts[0]?.path).toBe(join(folder, "elsewhere", "fox.png"));
    expect(saved.target).toEqual({ folder: join(folder, "elsewhere"), pattern: "fox" });
  });

  test.skipIf(process.platform === "win32" || isRoot)("waits when the folder may not be written to", async () => {
    const { tasks, target } = await openScripted({
      poll: async () => {
        await chmod(target.folder, 0o500);
        return [pngBytes];
      },
    });
    const { key } = tasks.submit({ baseUrl, request: imageRequest, target });
    expect(await tasks.handle(key).end()).toMatchObject({ state: "unsaved", error: { code: "EACCES" } });
    await chmod(target.folder, 0o700);
    expect((await (await tasks.saveAgain(key)).end()).state).toBe("saved");
  });

  test("waits if the disk has become read-only", async ({ skip }) => {
    const disk = await mountDisk("size=256k");
    if (disk === undefined) return skip("needs a disk of its own");
    const { tasks } = await openScripted({
      poll: () => {
        spawnSync("mount", ["-o", "remount,ro", disk]);
        return [pngBytes];
      },
    });
    const { key } = tasks.submit({ baseUrl, request: imageRequest, target: { folder: disk, pattern: "{slug}" } });
    expect(await tasks.handle(key).end()).toMatchObject({ state: "unsaved", error: { code: "EROFS" } });
    spawnSync("mount", ["-o", "remount,rw", disk]);
    expect((await (await tasks.saveAgain(key)).end()).state).toBe("saved");
  });

  test("waits if the disk is full, and leaves no partial file there", async ({ skip }) => {
    const disk = await mountDisk("size=256k");
    if (disk === undefined) return skip("needs a disk of its own");
    const image = Buffer.concat([pngBytes, Buffer.alloc(128 * 1024)]);
    await writeFile(join(disk, "filler"), Buffer.alloc(160 * 1024));
    const { tasks } = await openScripted({ poll: () => [image] });
    const { key } = tasks.submit({ baseUrl, request: imageRequest, target: { folder: disk, pattern: "{slug}" } });
    expect(await tasks.handle(key).end()).toMatchObject({ state: "unsaved", error: { code: "ENOSPC", message: "The disk is full." } });
    expect(await readdir(disk)).toEqual(["filler"]);
    await rm(join(disk, "filler"));
    const saved = await (await tasks.saveAgain(key)).end();
    expect(await readFile(saved.artifacts[0]?.path ?? "")).toEqual(image);
    expect(await readdir(disk)).toEqual(["a-red-fox.png"]);
  });
});

describe("a request whose result could not be saved", () => {
  async function expectUnsent(target: ArtifactTarget, message: string, options: { folder?: string } = {}): Promise<void> {
    const { tasks, client } = await openScripted({}, options);
    expect(await tasks.submit({ baseUrl, request: imageRequest, target }).end()).toMatchObject({
      state: "failed",
      error: { kind: "disk", message: expect.stringContaining(message) },
    });
    expect(client.posts).toBe(0);
  }

  test("because its folder, or one below, has the name of a file or a link, is not sent", async () => {
    const folder = await temporaryFolder();
    const out = join(folder, "out");
    await mkdir(out);
    await writeFile(join(out, "file"), "");
    await symlink(folder, join(out, "outside"));
    await symlink(join(folder, "nowhere"), join(out, "broken"));
    await expectUnsent({ folder: join(out, "file", "out"), pattern: "{slug}" }, "path is a file");
    await expectUnsent({ folder: out, pattern: "file/{slug}" }, "path is a file");
    await expectUnsent({ folder: out, pattern: "outside/{slug}" }, "A link leads out");
    await expectUnsent({ folder: out, pattern: "broken/{slug}" }, "folder does not exist");
  });

  test("because the disk is full or read-only is not sent", async ({ skip }) => {
    const [full, readOnly] = [await mountDisk("size=64k"), await mountDisk("ro")];
    if (full === undefined || readOnly === undefined) return skip("needs disks of its own");
    await writeFile(join(full, "filler"), Buffer.alloc(64 * 1024));
    await expectUnsent({ folder: full, pattern: "{slug}" }, "The disk is full.");
    await expectUnsent({ folder: readOnly, pattern: "{slug}" }, "read-only disk");
  });
});

describe("a process that ends while it saves", () => {
  /** A task whose file was received, as left by an owner that has ended. */
  async function receive(folder: string): Promise<Journal> {
    const journal = await Journal.open(join(folder, "journal", "tasks.sqlite"), undefined);
    const received = join(folder, "journal", "received", "0001", "part");
    await mkdir(dirname(received), { recursive: true });
    await mkdir(join(folder, "out"));
    await writeFile(received, pngBytes);
    const target = { folder: join(folder, "out"), pattern: "{slug}" };
    const facts = { usage: undefined, cost: undefined, text: undefined, reported: undefined };
    const file = { size: pngBytes.length, sha256: sha256Of(pngBytes), mediaType: "image/png", ending: ".png" };
    await journal.write(() =>
      journal.tasks.add(
        { key: "0001", baseUrl, request: imageRequest, model: "painter", prompt: "Fox", target, origin: {}, createdAt: 1 },
        "dead",
      ),
    );
    journal.tasks.accept("0001", "id-1", Date.now(), "dead");
    await journal.receive("0001", "dead", { facts, intents: [{ position: 0, received, ...file }], missing: undefined });
    return journal;
  }

  const path = (folder: string) => join(folder, "out", "fox.png");
  const deaths: [string, (journal: Journal, folder: string) => Promise<unknown>][] = [
    ["before a name was chosen", async () => undefined],
    ["after a name was chosen", async (journal, folder) => journal.intents.choose("0001", 0, { path: path(folder) })],
    [
      "after the name was reserved on a disk without links",
      async (journal, folder) => {
        journal.intents.choose("0001", 0, { path: path(folder) });
        await writeFile(path(folder), "");
      },
    ],
    [
      "after the file has its name",
      async (journal) => {
        const task = journal.tasks.get("0001");
        if (task !== undefined) await saveArtifacts(journal, task, undefined);
      },
    ],
    [
      "after the file has its name, on a disk without links",
      async (journal, folder) => {
        journal.intents.choose("0001", 0, { path: path(folder) });
        await rename(join(folder, "journal", "received", "0001", "part"), path(folder));
      },
    ],
  ];

  test.each(deaths)("%s is continued by the next: one complete file, without another poll", async (_, die) => {
    const folder = await temporaryFolder();
    const journal = await receive(folder);
    await die(journal, folder);
    journal.owners.release("dead", Date.now());
    await journal.close();
    const { tasks, client } = await openScripted({}, { folder });
    expect(await tasks.handle("0001").end()).toMatchObject({
      state: "saved",
      artifacts: [{ path: path(folder), sha256: sha256Of(pngBytes) }],
    });
    expect(await readdir(join(folder, "out"))).toEqual(["fox.png"]);
    expect(await readFile(path(folder))).toEqual(pngBytes);
    expect(client.polls).toHaveLength(0);
  });

  test("does not overwrite a file that has taken the chosen name in the meantime", async () => {
    const folder = await temporaryFolder();
    const journal = await receive(folder);
    journal.intents.choose("0001", 0, { path: path(folder) });
    await writeFile(path(folder), "mine");
    journal.owners.release("dead", Date.now());
    await journal.close();
    const { tasks } = await openScripted({}, { folder });
    expect((await tasks.handle("0001").end()).artifacts).toMatchObject([{ path: join(folder, "out", "fox-2.png") }]);
    expect(await readFile(path(folder), "utf8")).toBe("mine");
  });

  test("and loses the received file too requests it from the service again", async () => {
    const folder = await temporaryFolder();
    const journal = await receive(folder);
    await rm(join(folder, "journal", "received"), { recursive: true });
    journal.owners.release("dead", Date.now());
    await journal.close();
    const { tasks, client } = await openScripted({}, { folder });
    expect(await tasks.handle("0001").end()).toMatchObject({ state: "saved" });
    expect(client.polls).toHaveLength(1);
  });
});
