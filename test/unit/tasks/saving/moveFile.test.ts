/** Disks without hard links: each system reports them in its own way. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { moveFile } from "../../../../src/tasks/saving/moveFile.ts";
import { temporaryFolder } from "../temporaryFolder.ts";

const { refusal } = vi.hoisted(() => ({ refusal: { code: "" } }));
// No disk of this machine refuses links in all these ways.
vi.mock("node:fs/promises", async (importOriginal) => ({
  ...(await importOriginal<typeof import("node:fs/promises")>()),
  link: async () => {
    throw Object.assign(new Error(`${refusal.code}: link`), { code: refusal.code, syscall: "link" });
  },
}));

test.each([
  ["EPERM", "vfat on Linux"],
  ["ENOTSUP", "exFAT on macOS"],
  ["EISDIR", "exFAT on Windows"],
])("a disk that refuses links with %s (%s) gets the file, and keeps a file that has its name", async (code) => {
  refusal.code = code;
  const folder = await temporaryFolder();
  const [received, path] = [join(folder, "received.part"), join(folder, "fox.png")];
  await writeFile(received, "fox");
  expect(await moveFile(received, path)).toBe(true);
  await writeFile(received, "other");
  expect(await moveFile(received, path)).toBe(false);
  expect(await readFile(path, "utf8")).toBe("fox");
  expect((await readdir(folder)).toSorted()).toEqual(["fox.png", "received.part"]);
});
