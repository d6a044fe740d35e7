/** The disk of the journal becomes full. */
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { imageRequest, openScripted } from "./imageTask.ts";
import { mountDisk } from "./mountDisk.ts";
import { baseUrl } from "./scriptedClient.ts";
import { temporaryFolder } from "./temporaryFolder.ts";

/** Polls, processes and disks are slow on a busy machine. */
vi.setConfig({ testTimeout: 180_000 });

function fill(path: string): void {
  const file = openSync(path, "w");
  for (const size of [64 * 1024, 4096, 1]) {
    try {
      while (true) writeSync(file, Buffer.alloc(size));
    } catch {
      // The size at which the disk is full.
    }
  }
  closeSync(file);
}

test("an id that arrives while the journal's disk is full is recorded as soon as there is space", async ({ skip }) => {
  const disk = await mountDisk("size=2m");
  if (disk === undefined) return skip("needs a disk of its own");
  const filler = join(disk, "filler");
  const { tasks, client } = await openScripted(
    {
      submit: () => {
        fill(filler);
        return "id-1";
      },
      poll: () => "pending",
    },
    { folder: disk },
  );
  const target = { folder: await temporaryFolder(), pattern: "{slug}" };
  const { key } = tasks.submit({ baseUrl, request: imageRequest, target });
  await expect.poll(() => client.posts).toBe(1);
  expect(tasks.get(key)).toMatchObject({ id: undefined, state: "submitting" });
  rmSync(filler);
  await expect.poll(() => tasks.get(key)).toMatchObject({ id: "id-1", state: "pending" });
  expect(client.posts).toBe(1);
});

test("nothing is sent if it cannot be recorded first", async ({ skip }) => {
  const disk = await mountDisk("size=2m");
  if (disk === undefined) return skip("needs a disk of its own");
  const { tasks, client } = await openScripted({}, { folder: disk });
  fill(join(disk, "filler"));
  const target = { folder: await temporaryFolder(), pattern: "{slug}" };
  expect(() => tasks.submit({ baseUrl, request: imageRequest, target })).toThrow(expect.objectContaining({ kind: "disk" }));
  expect(client.posts).toBe(0);
});
