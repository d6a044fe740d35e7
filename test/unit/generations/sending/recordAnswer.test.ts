/** The record of an answer, in a real journal, and without one. */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openTasks } from "../../../../src/generations/openTasks.ts";
import { type RecordOptions, recordAnswer } from "../../../../src/generations/sending/recordAnswer.ts";
import { temporaryFolder } from "../temporaryFolder.ts";

const key = "000000000001-0000-0";

async function record(folder: string, given: Partial<RecordOptions> = {}) {
  const tasks = openTasks({ folder, client: async () => undefined });
  void tasks.then(
    (opened) => onTestFinished(() => opened.close()),
    () => undefined,
  );
  const reported: unknown[] = [];
  const report = (error: unknown) => void reported.push(error);
  const signal = new AbortController().signal;
  const options = { records: () => tasks, origin: {}, signal, report: expect.unreachable, onUnrecorded: report, ...given };
  const asked = { baseUrl: "https://a.example", interface: "v1", kind: "text", model: "maker" } as const;
  return { tasks, reported, recording: recordAnswer(key, asked, options) };
}

test("an answer is in the journal until its text is in its place", async () => {
  const { tasks, recording, reported } = await record(await temporaryFolder());
  const { answers } = await tasks;
  const { identify, settle } = await recording;
  identify("r1");
  settle({ state: "saved", id: "r1", cost: undefined });
  expect(answers.isEmpty).toBe(false);
  await answers.end(key);
  expect([answers.isEmpty, reported]).toEqual([true, []]);
});

test.each<[string, (path: string) => Promise<void>]>([
  ["is not a folder", async (path) => writeFile(path, "a file")],
  [
    "is of a newer version",
    async (path) => {
      const { DatabaseSync } = await import("node:sqlite");
      const tasks = await openTasks({ folder: path, client: async () => undefined });
      await tasks.close();
      const database = new DatabaseSync(join(path, "tasks.sqlite"));
      database.exec("PRAGMA user_version = 9999");
      database.close();
    },
  ],
])("without a journal, which %s, the answer is requested all the same, and the reason is reported", async (_, spoil) => {
  const path = join(await temporaryFolder(), "journal");
  await spoil(path);
  const { reported, recording } = await record(path);
  const { identify, settle } = await recording;
  identify("r1");
  settle({ state: "saved", id: "r1", cost: 1 });
  expect(reported).toEqual([expect.any(Error)]);
});

test("a journal that closes while the answer arrives does not end the answer", async () => {
  const folder = await temporaryFolder();
  const { tasks, recording } = await record(folder);
  const { identify, settle } = await recording;
  await (await tasks).close();
  identify("r1");
  settle({ state: "stopped", id: "r1", cost: undefined });
  await rm(folder, { recursive: true, force: true });
});

test("what the user cancels before it is recorded is not requested", async () => {
  const signal = AbortSignal.abort(new Error("cancelled"));
  const { recording, reported } = await record(await temporaryFolder(), { signal });
  await expect(recording).rejects.toMatchObject({ kind: "aborted" });
  expect(reported).toEqual([]);
});
