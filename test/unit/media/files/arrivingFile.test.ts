/** Files on the disk while they arrive. */
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ArrivingFile, smallFile } from "../../../../src/media/files/arrivingFile.ts";

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-arriving-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test.each([[], [0], [1], [smallFile], [smallFile, 1], [smallFile + 1], [1, smallFile - 1, 1, 3 * smallFile], [10 * smallFile, 7]])(
  "chunks of %j, … bytes are read as they were added",
  async (...sizes) => {
    const body = new ArrivingFile(await makeFolder());
    const chunks = sizes.map((size, index) => Buffer.alloc(size, index + 1));
    for (const chunk of chunks) await body.add(chunk);
    expect(Buffer.concat(chunks).equals(await body.readWhole())).toBe(true);
    await body.close();
  },
);

test("a large body has no name that others could open, and leaves nothing", async () => {
  const folder = await makeFolder();
  const body = new ArrivingFile(folder);
  await body.add(Buffer.alloc(2 * smallFile));
  // Windows keeps the name until the file is closed.
  if (process.platform !== "win32") expect(await readdir(folder)).toEqual([]);
  await body.close();
  expect(await readdir(folder)).toEqual([]);
});

test("a folder that cannot be written is an error, and closing is not", async () => {
  const body = new ArrivingFile(path.join(await makeFolder(), "away"));
  await body.add(Buffer.alloc(smallFile));
  await expect(body.add(Buffer.alloc(1))).rejects.toThrow("ENOENT");
  await body.close();
});
