/** A journal that cannot be read or written for a while: everything continues afterwards. */
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { imageRequest, openScripted } from "../imageTask.ts";
import { baseUrl, pngBytes } from "../scriptedClient.ts";
import { spoilFile } from "./spoilFile.ts";

/** Polls, processes and disks are slow on a busy machine. */
vi.setConfig({ testTimeout: 180_000 });

function collectRejections(): unknown[] {
  const rejections: unknown[] = [];
  const note = (reason: unknown) => void rejections.push(reason);
  process.on("unhandledRejection", note);
  onTestFinished(() => void process.off("unhandledRejection", note));
  return rejections;
}

test("an id that arrives meanwhile is recorded afterwards, and no rejection is left unhandled", async () => {
  const rejections = collectRejections();
  const answer = Promise.withResolvers<string>();
  const warnings: string[] = [];
  const log = { debug: () => {}, info: () => {}, warn: (message: string) => void warnings.push(message) };
  const { tasks, client, folder, target } = await openScripted({ submit: () => answer.promise, poll: () => [pngBytes] }, { log });
  const handle = tasks.submit({ baseUrl, request: imageRequest, target });
  const end = handle.end();
  await expect.poll(() => client.posts).toBe(1);
  const restore = spoilFile(join(folder, "journal", "tasks.sqlite"));
  answer.resolve("id-1");
  await expect.poll(() => warnings.some((warning) => warning.includes("will be written again"))).toBe(true);
  restore();
  expect(await end).toMatchObject({ state: "saved", id: "id-1" });
  expect(client.posts).toBe(1);
  expect(rejections).toEqual([]);
});
