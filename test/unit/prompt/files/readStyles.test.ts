/** Which styles on the disk a prompt document can name. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { checkText } from "../../../../src/prompt/files/checkText.ts";
import { readStyles } from "../../../../src/prompt/files/readStyles.ts";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "generation-studio-styles-"));
  // The home folder, on POSIX systems and on Windows.
  for (const name of ["HOME", "USERPROFILE"]) vi.stubEnv(name, path.join(root, "home"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(root, { recursive: true, force: true });
});

async function write(name: string, content: string | Uint8Array): Promise<void> {
  const file = path.join(root, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}

test("the nearest of one name counts, then that of the home folder, and none from outside the allowed folders", async () => {
  await write("work/docs/.generation-studio/styles/near.md", "near");
  await write("work/.generation-studio/styles/near.md", "far");
  await write("work/.generation-studio/styles/work.md", "work");
  await write(".generation-studio/styles/outside.md", "outside");
  await write("work/..drafts/.generation-studio/styles/draft.md", "draft");
  await write("home/.generation-studio/styles/own.md", "own");
  await write("home/.generation-studio/styles/work.md", "other");
  const file = path.join(root, "work/docs/a.gen.md");
  const read = async (...folders: string[]) =>
    (
      await readStyles(
        file,
        folders.map((folder) => path.join(root, folder)),
      )
    ).map(({ name, text }) => [name, text]);
  expect(await read("work")).toEqual([
    ["near", "near"],
    ["work", "work"],
    ["own", "own"],
  ]);
  const drafts = await readStyles(path.join(root, "work/..drafts/a.gen.md"), [path.join(root, "work")]);
  expect(drafts.map(({ name }) => name)).toEqual(["draft", "near", "work", "own"]);
  expect(await read("work/docs", "elsewhere")).toEqual([
    ["near", "near"],
    ["own", "own"],
    ["work", "other"],
  ]);
});

test("other files are passed over: prompt documents, large files, folders and what is no text", async () => {
  const folder = "work/.generation-studio/styles";
  await write(`${folder}/a.md`, "\uFEFFA");
  await write(`${folder}/b.gen.md`, "b");
  await write(`${folder}/c.md`, "c".repeat(100_001));
  await write(`${folder}/d.md/x`, "d");
  await write(`${folder}/e.md`, new Uint8Array([0xff, 0xfe, 0x45, 0x00]));
  const found = await readStyles(path.join(root, "work/a.gen.md"), [path.join(root, "work")]);
  expect(found.map(({ name, text }) => [name, text])).toEqual([
    ["a", "A"],
    ["e", "E"],
  ]);
});

test("the command line's check reports a misspelt style", async () => {
  await write("work/.generation-studio/styles/poster.md", "A poster of {{prompt}}");
  const found = await checkText(path.join(root, "work/a.gen.md"), "---\nkind: image\nmodel: m\nstyle: postr\n---\nx\n");
  expect(found.map(({ message }) => message)).toEqual(["There is no style `postr`. Did you mean `poster`?"]);
});
