/** The disk of the journal becomes full. */
import { expect, test, vi } from "vitest";
import { imageRequest, openScripted } from "./imageTask.ts";
import { fillDisk, mountDisk } from "./mountDisk.ts";
import { baseUrl } from "./scriptedClient.ts";
import { temporaryFolder } from "./temporaryFolder.ts";

/** Polls, processes and disks are slow on a busy machine. */
vi.setConfig({ testTimeout: 180_000 });

test("an id that arrives while the journal's disk is full is recorded as soon as there is space", async ({ skip }) => {
  const disk = await mountDisk("size=2m");
  if (disk === undefined) return skip("needs a disk of its own");
  let free = () => {};
  const { tasks, client } = await openScripted(
    {
      submit: () => {
        free = fillDisk(disk);
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
  free();
  await expect.poll(() => tasks.get(key)).toMatchObject({ id: "id-1", state: "pending" });
  expect(client.posts).toBe(1);
});

test("nothing is sent if it cannot be recorded first", async ({ skip }) => {
  const disk = await mountDisk("size=2m");
  if (disk === undefined) return skip("needs a disk of its own");
  const { tasks, client } = await openScripted({}, { folder: disk });
  fillDisk(disk);
  const target = { folder: await temporaryFolder(), pattern: "{slug}" };
  expect(() => tasks.submit({ baseUrl, request: imageRequest, target })).toThrow(expect.objectContaining({ kind: "disk" }));
  expect(client.posts).toBe(0);
});
