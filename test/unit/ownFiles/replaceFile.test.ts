/** Files that are written atomically. */
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { replaceFile } from "../../../src/ownFiles/replaceFile.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "generation-studio-replace-"));
  return () => rm(folder, { recursive: true, force: true });
});

test("a text replaces an earlier one, and leaves no other file", async () => {
  const file = path.join(folder, "history.json");
  await replaceFile(file, "earlier");
  await replaceFile(file, "later");
  expect(await readFile(file, "utf8")).toBe("later");
  expect(await readdir(folder)).toEqual(["history.json"]);
});

test("bytes are written to a folder, which is created if necessary", async () => {
  const own = path.join(folder, "thumbnails");
  await replaceFile(path.join(own, "image"), Uint8Array.of(1, 0, 255), { folderMode: 0o700 });
  expect([...(await readFile(path.join(own, "image")))]).toEqual([1, 0, 255]);
  if (process.platform !== "win32") expect((await stat(own)).mode & 0o777).toBe(0o700);
});

test("if it cannot be written, the old content is kept, and no other file remains", async () => {
  await mkdir(path.join(folder, "occupied", "within"), { recursive: true });
  await expect(replaceFile(path.join(folder, "occupied"), "text")).rejects.toThrow();
  expect(await readdir(folder)).toEqual(["occupied"]);
  expect(await readdir(path.join(folder, "occupied"))).toEqual(["within"]);
});
