/** The disk of the journal becomes full. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { ServiceError } from "../../../../src/client/serviceError.ts";
import { imageRequest, openScripted, untilAnswered } from "../imageTask.ts";
import { baseUrl, pngBytes } from "../scriptedClient.ts";
import { temporaryFolder } from "../temporaryFolder.ts";
import { fillDisk, mountDisk } from "./mountDisk.ts";

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

test("an answer that fits on the disk again is recorded although an earlier one still does not fit", async ({ skip }) => {
  const disk = await mountDisk("size=4m");
  if (disk === undefined) return skip("needs a disk of its own");
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const { tasks, client } = await openScripted(
    { submit: () => answers[client.posts - 1]?.promise ?? "", poll: () => "pending" },
    { folder: disk },
  );
  const target = { folder: await temporaryFolder(), pattern: "{slug}" };
  const refused = tasks.submit({ baseUrl, request: imageRequest, target });
  await expect.poll(() => client.posts).toBe(1);
  const accepted = tasks.submit({ baseUrl, request: imageRequest, target });
  await expect.poll(() => client.posts).toBe(2);
  const reserve = join(disk, "reserve");
  writeFileSync(reserve, Buffer.alloc(256 * 1024));
  const free = fillDisk(disk);
  const longMessage = "No. ".repeat(250_000);
  answers[0]?.reject(new ServiceError({ kind: "invalidRequest", message: longMessage }));
  answers[1]?.resolve("id-2");
  // Its answer is reported although it could not be recorded.
  expect(await refused.end()).toMatchObject({ state: "failed", error: { message: longMessage } });
  expect(tasks.list().map(({ state, id }) => [state, id])).toEqual(Array(2).fill(["submitting", undefined]));
  rmSync(reserve);
  await expect.poll(() => tasks.get(accepted.key)).toMatchObject({ state: "pending", id: "id-2" });
  expect(tasks.get(refused.key)?.state).toBe("submitting");
  free();
  await expect.poll(() => tasks.get(refused.key)).toMatchObject({ state: "failed", error: { message: longMessage } });
  expect(client.posts).toBe(2);
});

test("a task that could not be stopped or removed because the journal's disk is full is still followed", async ({ skip }) => {
  const disk = await mountDisk("size=2m");
  if (disk === undefined) return skip("needs a disk of its own");
  let isDone = false;
  const { tasks } = await openScripted({ poll: (id) => (isDone && id !== "id-1" ? [pngBytes] : "pending") }, { folder: disk });
  const target = { folder: await temporaryFolder(), pattern: "{slug}" };
  const submit = async () => (await untilAnswered(tasks.submit({ baseUrl, request: imageRequest, target }))).key;
  // As long as one task is followed, this process owns all three.
  const [, stopped, removed] = [await submit(), await submit(), await submit()];
  const free = fillDisk(disk);
  await expect(tasks.stop(stopped)).rejects.toMatchObject({ errcode: 13 });
  await expect(tasks.forget(removed)).rejects.toMatchObject({ errcode: 13 });
  free();
  isDone = true;
  await expect.poll(() => tasks.count({ states: ["saved"] })).toBe(2);
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
