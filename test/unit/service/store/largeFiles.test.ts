/** Files that are too large for the database: their location and their removal. */
import { randomBytes, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { buffer } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { storageMilliseconds } from "../../../../src/contract/limits.ts";
import { createFolderFiles } from "../../../../src/service/store/files/folderFiles.ts";
import type { TaskStore } from "../../../../src/service/store/taskStore.ts";
import { openOwner } from "../../../../src/sqlite/owner.ts";
import { imageRequest } from "../../providers/requests.ts";
import { completed, imageFile, task } from "./storedTasks.ts";
import { makeFolder, opener } from "./storeKinds.ts";

const large = randomBytes(1024 ** 2 + 1);
const small = randomBytes(1024 ** 2);

/** Relative paths of all files in a folder. */
async function listFiles(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function finish(tasks: TaskStore, id = task.id): Promise<boolean> {
  await tasks.insert({ ...task, id }, imageRequest());
  return tasks.finish(id, completed([imageFile(`${id}-large`, large), imageFile(`${id}-small`, small)], 1_000_000));
}

test("files larger than 1 MiB are on disk, readable only by their user, the others in the database, and both are deleted with their task", async () => {
  const data = await makeFolder();
  const { tasks } = await opener(data)();
  await finish(tasks);
  const [path = "", ...others] = await listFiles(join(data, "files"));
  expect(others).toEqual([]);
  expect((await readFile(path)).equals(large)).toBe(true);
  if (process.platform !== "win32") expect((await stat(path)).mode & 0o077).toBe(0);
  expect(await tasks.findFile(`${task.id}-small`)).toMatchObject({ location: undefined });
  await tasks.delete(task.id);
  expect(await listFiles(join(data, "files"))).toEqual([]);
});

test("files of old tasks are removed with them", async () => {
  const data = await makeFolder();
  let now = task.createdAt;
  const { tasks } = await opener(data)({ clock: { now: () => now } });
  await finish(tasks);
  await tasks.sweep();
  expect(await listFiles(join(data, "files"))).toHaveLength(1);
  now += storageMilliseconds;
  await tasks.sweep();
  expect(await listFiles(join(data, "files"))).toEqual([]);
});

test("another folder can be chosen, and two databases that share it do not remove each other's files", async () => {
  const files = await makeFolder();
  const [one, other] = [opener(await makeFolder()), opener(await makeFolder())];
  const first = await one({ files });
  await finish(first.tasks);
  await first.close();
  const second = await other({ files });
  await finish(second.tasks);
  await second.tasks.sweep();
  expect(await listFiles(files).then((paths) => paths.filter((path) => !path.endsWith(".lock")))).toHaveLength(2);
  const again = await one({ files });
  const kept = await again.tasks.findFile(`${task.id}-large`);
  if (kept) expect((await buffer(again.tasks.read(kept, 0, kept.size))).equals(large)).toBe(true);
});

test("a folder that is not writable changes nothing, and the result is stored when it is", async () => {
  const data = await makeFolder();
  const { tasks, accounts } = await opener(data)({ balance: 10 });
  await rm(join(data, "files"), { recursive: true });
  await writeFile(join(data, "files"), "in the way");
  await expect(finish(tasks)).rejects.toThrow(/^the folder of files cannot be used: E/);
  expect(await tasks.get(task.id)).toMatchObject({ status: "pending", files: [] });
  expect(await accounts.balance(task.account)).toMatchObject({ balance: 10_000_000 });
  await rm(join(data, "files"));
  expect(await tasks.finish(task.id, completed([imageFile("token", large)]))).toBe(true);
  expect(await listFiles(join(data, "files"))).toHaveLength(1);
});

test("a database that cannot be written, or no longer has the task, leaves no file behind", async () => {
  const data = await makeFolder();
  const { tasks } = await opener(data)();
  await finish(tasks, "img_1");
  const database = new DatabaseSync(join(data, "generation-service.db"));
  onTestFinished(() => database.close());
  await tasks.insert({ ...task, id: "img_2" }, imageRequest());
  database.exec("CREATE TRIGGER refuse BEFORE INSERT ON files BEGIN SELECT RAISE(ABORT, 'no room'); END");
  await expect(tasks.finish("img_2", completed([imageFile("token", large)]))).rejects.toThrow("no room");
  database.exec("DROP TRIGGER refuse");
  await tasks.delete("img_2");
  expect(await tasks.finish("img_2", completed([imageFile("token", large)]))).toBe(false);
  expect(await listFiles(join(data, "files"))).toHaveLength(1);
});

test("leftovers of a killed process are removed, unrecorded files of a running one are not", async () => {
  const root = await makeFolder();
  const [living, self] = [openOwner(root), openOwner(root)];
  onTestFinished(() => {
    living.close();
    self.close();
  });
  const area = "area";
  const dead = join(root, area, randomUUID());
  await mkdir(dead, { recursive: true });
  for (const name of ["whole", "half.part"]) await writeFile(join(dead, name), "x");
  const other = createFolderFiles({ root, area, owner: living, isDurable: true });
  const own = createFolderFiles({ root, area, owner: self, isDurable: true });
  const [unrecorded, unkept, kept] = [await other.write([large]), await own.write([large]), await own.write([large])];
  own.keep(kept);
  const half = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const writing = own.write(
    (async function* () {
      yield large;
      started.resolve();
      await half.promise;
      yield large;
    })(),
  );
  await started.promise;
  await own.sweep(async (location) => location === kept);
  half.resolve();
  const locations = [unrecorded, unkept, kept, await writing];
  expect((await listFiles(join(root, area))).toSorted()).toEqual(locations.map((location) => join(root, location)).toSorted());
  own.keep(unkept);
  await own.sweep(async (location) => location === kept);
  expect((await listFiles(join(root, area))).toSorted()).toEqual(
    locations
      .filter((location) => location !== unkept)
      .map((location) => join(root, location))
      .toSorted(),
  );
  expect(await readdir(join(root, area))).toHaveLength(2);
});

test("chunks that end with an error leave no file, and the error is passed on", async () => {
  const root = await makeFolder();
  const owner = openOwner(root);
  onTestFinished(() => owner.close());
  const files = createFolderFiles({ root, area: "area", owner, isDurable: true });
  const chunks = function* () {
    yield large;
    throw new Error("The connection broke off.");
  };
  await expect(files.write(chunks())).rejects.toThrow("The connection broke off.");
  expect(await listFiles(join(root, "area"))).toEqual([]);
});

test("without a data folder, large files are removed with the service, and those of a killed one at the next start", async () => {
  const files = await makeFolder();
  const open = opener(undefined);
  const left = join(files, "temporary", randomUUID());
  await mkdir(left, { recursive: true });
  await writeFile(join(left, "file"), "x");
  const { tasks, close } = await open({ files });
  expect(await readdir(join(files, "temporary"))).toEqual([]);
  await finish(tasks);
  expect(await listFiles(join(files, "temporary"))).toHaveLength(1);
  await close();
  expect(await listFiles(files)).toEqual([]);
});

test("by default, the system's folder for temporary files is used, readable only by this user", async () => {
  const { tasks, close } = await opener(undefined)();
  await finish(tasks);
  const location = (await tasks.findFile(`${task.id}-large`))?.location;
  const name = `generation-studio-files${process.getuid ? `-${process.getuid()}` : ""}`;
  const path = join(tmpdir(), name, location ?? "");
  expect((await stat(path)).size).toBe(large.byteLength);
  if (process.platform !== "win32") expect((await stat(join(tmpdir(), name))).mode & 0o077).toBe(0);
  await close();
  await expect(stat(path)).rejects.toThrow("ENOENT");
});
