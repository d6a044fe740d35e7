/** Links decide where a path leads, also if it does not exist. */
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { containingFolder, followLinks } from "../../../src/disclosure/insideFolders.ts";

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), "generation-studio-inside-")));
  for (const name of ["work/art", "work2"]) await mkdir(path.join(folder, name), { recursive: true });
  await writeFile(path.join(folder, "work/art/heron.png"), "x");
  if (process.platform === "win32") return;
  const links = {
    "work/out": "../work2",
    "work/lost": "../work2/missing",
    "work/one": "two",
    "work/two": "one",
    "work/self": "self",
    link: "work",
  };
  for (const [name, target] of Object.entries(links)) await symlink(target, path.join(folder, name));
  return () => rm(folder, { recursive: true, force: true });
});

test.skipIf(process.platform === "win32").each([
  ["work", true],
  ["work/art/heron.png", true],
  ["work/missing/file.png", true],
  ["link/art/heron.png", true],
  ["link/missing.png", true],
  ["work/art/../../work2/file.png", false],
  ["work2/file.png", false],
  ["work/out/file.png", false],
  ["work/lost", false],
  ["work/lost/file.png", false],
  ["work/..file.png", true],
  ["work/one", true],
  ["work/self/file.png", true],
])("%s is inside or not: %j", async (name, isInside) => {
  expect(containingFolder([path.join(folder, "work")], await followLinks(path.join(folder, name))) !== undefined).toBe(isInside);
});
