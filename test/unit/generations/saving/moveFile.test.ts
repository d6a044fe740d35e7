/** Disks without hard links: each system reports them in its own way. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { moveFile } from "../../../../src/generations/saving/moveFile.ts";
import { temporaryFolder } from "../temporaryFolder.ts";

test.each([
  ["EPERM", "vfat on Linux"],
  ["ENOTSUP", "exFAT on macOS"],
  ["EISDIR", "exFAT on Windows"],
])("a disk that refuses links with %s (%s) gets the file, and keeps a file that has its name", async (code) => {
  // No disk of this machine refuses links in all these ways.
  const link = () => Promise.reject(Object.assign(new Error(`${code}: link`), { code, syscall: "link" }));
  const folder = await temporaryFolder();
  const [received, path] = [join(folder, "received.part"), join(folder, "fox.png")];
  await writeFile(received, "fox");
  expect(await moveFile(received, path, link)).toBe(true);
  await writeFile(received, "other");
  expect(await moveFile(received, path, link)).toBe(false);
  expect(await readFile(path, "utf8")).toBe("fox");
  expect((await readdir(folder)).toSorted()).toEqual(["fox.png", "received.part"]);
});
