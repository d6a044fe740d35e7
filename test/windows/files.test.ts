/** Files on Windows: drives, shares, names that Windows reserves, and files that other programs have open. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openImageStore } from "../../src/conversations/imageStore.ts";
import { artifactName } from "../../src/generations/saving/artifactName.ts";
import { checkArtifactFolder, makeArtifactFolder } from "../../src/generations/saving/makeArtifactFolder.ts";
import { moveFile } from "../../src/generations/saving/moveFile.ts";
import { replaceFile } from "../../src/ownFiles/replaceFile.ts";
import { locations, makeFolder } from "./locations.ts";

const facts = { prompt: "A heron", kind: "image", model: "demo", key: "0123456789", createdAt: 0, position: 1 } as const;

/** Another process opens the file, with libuv's flag for exclusive use or like Node.js, and closes it after some milliseconds. */
async function openElsewhere(file: string, exclusive: boolean, milliseconds: number): Promise<void> {
  const ready = `${file}.ready`;
  const script = `const fs = require("node:fs");
    const file = fs.openSync(process.argv[1], fs.constants.O_RDWR | ${exclusive ? 0x10000000 : 0});
    fs.writeFileSync(process.argv[2], "");
    setTimeout(() => fs.closeSync(file), ${milliseconds});`;
  const child = spawn(process.execPath, ["--eval", script, file, ready], { stdio: "ignore" });
  onTestFinished(() => void child.kill());
  await expect.poll(() => existsSync(ready)).toBe(true);
}

describe.each(Object.keys(locations))("on %s", (location) => {
  test("a file gets its name once, also from another drive and with another case", async () => {
    const folder = await makeFolder(location);
    const receivedIn = await makeFolder("a drive");
    const received = path.join(receivedIn, "received");
    await writeFile(received, "heron");
    await checkArtifactFolder(folder, ["Art"]);
    const target = path.join(await makeArtifactFolder(folder, ["Art"]), "Heron.png");
    expect(await moveFile(received, target)).toBe(true);
    // The first file may have both names now.
    const second = path.join(receivedIn, "second");
    await writeFile(second, "other");
    expect(await moveFile(second, target)).toBe(false);
    expect(await moveFile(second, path.join(await makeArtifactFolder(folder, ["art"]), "HERON.PNG"))).toBe(false);
    expect([await readdir(folder), await readdir(path.join(folder, "Art"))]).toEqual([["Art"], ["Heron.png"]]);
    expect(await readFile(target, "utf8")).toBe("heron");
  });

  test("a file is replaced while another program reads it", async () => {
    const folder = await makeFolder(location);
    const file = path.join(folder, "history.json");
    await replaceFile(file, "earlier");
    await openElsewhere(file, false, 500);
    await replaceFile(file, "later");
    expect(await readFile(file, "utf8")).toBe("later");
  });

  test("a file that another program has locked is replaced when it is free", async () => {
    const folder = await makeFolder(location);
    const file = path.join(folder, "history.json");
    await replaceFile(file, "earlier");
    await openElsewhere(file, true, 500);
    await replaceFile(file, "later");
    expect(await readFile(file, "utf8")).toBe("later");
    expect((await readdir(folder)).toSorted()).toEqual(["history.json", "history.json.ready"]);
  });

  test("an image of a conversation is stored and found", async () => {
    const images = openImageStore(await makeFolder(location));
    const name = await images.keep(`data:image/png;base64,${Buffer.from("89504e470d0a1a0a0000000d49484452", "hex").toString("base64")}`);
    expect((await images.read(name ?? ""))?.byteLength).toBe(16);
  });
});

test("a file that stays locked is kept, and nothing is left beside it", async () => {
  const folder = await makeFolder("a drive");
  const file = path.join(folder, "history.json");
  await replaceFile(file, "earlier");
  await openElsewhere(file, true, 60_000);
  await expect(replaceFile(file, "later")).rejects.toThrow(/EPERM|EACCES|EBUSY/);
  expect((await readdir(folder)).toSorted()).toEqual(["history.json", "history.json.ready"]);
});

test.each([
  "con",
  "PRN",
  "aux.png",
  "nul",
  "NUL.tar.gz",
  "com1",
  "COM\u00b2",
  "lpt9.txt",
  "CONIN$",
  "a:b",
  "art::$DATA",
  'what? "<>|*',
  "dots...",
  "spaces  ",
  "..",
  ".hidden",
  "C:\\art\\heron",
  "\u202eheron",
])("the name %j becomes one of a file that can be listed", async (name) => {
  const folder = await makeFolder("a drive");
  const received = path.join(folder, "received");
  await writeFile(received, "heron");
  const segments = artifactName(name, facts);
  const inside = await makeArtifactFolder(folder, segments.slice(0, -1));
  const file = `${segments.at(-1)}.png`;
  expect(await moveFile(received, path.join(inside, file))).toBe(true);
  expect(await readdir(inside)).toContain(file);
  expect(path.relative(folder, inside)).not.toContain("..");
  expect(await readFile(path.join(inside, file), "utf8")).toBe("heron");
});

test("a path of more than 260 characters is written", async () => {
  let folder = await makeFolder("a drive");
  for (let index = 0; index < 4; index += 1) folder = path.join(folder, "a".repeat(90));
  await mkdir(folder, { recursive: true });
  const received = path.join(folder, "received");
  await writeFile(received, "heron");
  expect(await moveFile(received, path.join(folder, "heron.png"))).toBe(true);
  await copyFile(path.join(folder, "heron.png"), path.join(folder, "copy.png"));
  expect(await readFile(path.join(folder, "copy.png"), "utf8")).toBe("heron");
});
