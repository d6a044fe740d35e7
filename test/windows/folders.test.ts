/** Which paths are inside of folders, for agents and for prompt documents. */
import { mkdir, realpath, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { locate } from "../../src/disclosure/readToSend.ts";
import { createFolders, findInside } from "../../src/mcp/folders.ts";
import { readAgentFiles } from "../../src/mcp/tools/readFiles.ts";
import { readStyles } from "../../src/prompt/files/readStyles.ts";
import { locations, makeFolder } from "./locations.ts";

async function isInside(folder: string, name: string): Promise<boolean> {
  const folders = await createFolders({ roots: async () => [pathToFileURL(folder).href], output: undefined }).list();
  return findInside(folders, name).then(
    () => true,
    () => false,
  );
}

describe.each(Object.keys(locations))("on %s", (location) => {
  test("paths inside of a folder are recognized in every spelling, and others refused", async () => {
    const outer = await makeFolder(location);
    const folder = path.join(outer, "Work");
    await mkdir(path.join(folder, "Art"), { recursive: true });
    await mkdir(path.join(outer, "Work2"));
    for (const file of ["Art/heron.png", "../secret.png", "../Work2/secret.png"]) await writeFile(path.join(folder, file), "x");
    const inside = [
      "Art/heron.png",
      "art\\HERON.png",
      "Art\\new\\file.png",
      "missing.png",
      folder,
      path.join(folder, "Art"),
      folder.toUpperCase(),
    ];
    const outside = [
      "..\\secret.png",
      "Art/../../secret.png",
      "../Work2/secret.png",
      "..\\missing.png",
      `${folder}2\\secret.png`,
      "C:\\Windows\\win.ini",
      "D:\\missing.png",
      "\\Windows\\win.ini",
      "\\\\other\\share\\file.png",
      "\\\\.\\COM1",
      "Art\\heron.png:stream",
      "Art\\heron.png::$DATA",
    ];
    const verdicts = async (names: readonly string[]) => Promise.all(names.map(async (name) => [name, await isInside(folder, name)]));
    expect(await verdicts(inside)).toEqual(inside.map((name) => [name, true]));
    expect(await verdicts(outside)).toEqual(outside.map((name) => [name, false]));
    const areInside = async (names: readonly string[], within: string) =>
      Promise.all(names.map(async (name) => (await locate(path.resolve(folder, name), [within])).isInside));
    expect(await areInside([...inside, ...outside], folder)).toEqual([...inside.map(() => true), ...outside.map(() => false)]);
    expect(await areInside(inside, await realpath(folder))).toEqual(inside.map(() => true));
  });
});

test("styles on another drive than the allowed folders are not read", async () => {
  const elsewhere = await makeFolder("a drive of subst");
  const styles = path.join(elsewhere, ".generation-studio", "styles");
  await mkdir(styles, { recursive: true });
  await writeFile(path.join(styles, "mist.md"), "mist");
  const file = path.join(elsewhere, "a.gen.md");
  const namesIn = async (folder: string) => (await readStyles(file, [folder])).map(({ name }) => name);
  expect(await namesIn(elsewhere)).toContain("mist");
  expect(await namesIn(await makeFolder("a drive"))).not.toContain("mist");
});

test.each(["server.key", "server.key.", "server.key ", "SERVER.KEY", "server.key::$DATA", ".env", ".env.", ".ENV::$DATA", "CREDENTIALS"])(
  "an agent does not send %s",
  async (name) => {
    const folder = await realpath(await makeFolder("a drive"));
    for (const file of ["server.key", ".env", "credentials"]) await writeFile(path.join(folder, file), "secret");
    await expect(readAgentFiles([folder], [name], "")).rejects.toThrow(/is not sent|outside of the folders|There is no file/);
  },
);
