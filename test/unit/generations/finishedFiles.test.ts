/**
 * Metadata on the origin is written into files before they are renamed, and the journal has their final hash. `more/killed.test.ts` kills
 * processes during this.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openTasks } from "../../../src/generations/openTasks.ts";
import type { OriginOf } from "../../../src/generations/taskEnvironment.ts";
import type { TasksOptions } from "../../../src/generations/tasks.ts";
import { sourceOfBytes } from "../../../src/media/files/byteSource.ts";
import { readFileMetadata } from "../../../src/media/metadata/readFileMetadata.ts";
import { imageRequest, openScripted } from "./imageTask.ts";
import { baseUrl, plainPng, scriptedClient, sha256Of } from "./scriptedClient.ts";
import { temporaryFolder } from "./temporaryFolder.ts";

/** Polls, processes and disks are slow on a busy machine. */
vi.setConfig({ testTimeout: 180_000 });

async function open(changes: Partial<TasksOptions> = {}) {
  const root = await temporaryFolder();
  const client = scriptedClient({ poll: () => [plainPng, plainPng] });
  const tasks = await openTasks({ folder: join(root, "journal"), client: async () => client, ...changes });
  onTestFinished(() => tasks.close());
  return { tasks, client, folder: root, target: { folder: join(root, "out"), pattern: "{slug}" } };
}

const modelIn = async (bytes: Uint8Array) => (await readFileMetadata(sourceOfBytes(bytes)))?.origin?.model;

test("each file of a task states its model, and has the journal's size and hash", async () => {
  const { tasks, target, folder } = await open();
  const saved = await tasks.submit({ baseUrl, request: imageRequest, target }).end();
  expect(saved.artifacts).toHaveLength(2);
  for (const { path = "", size, sha256 } of saved.artifacts) {
    const bytes = await readFile(path);
    expect([await modelIn(bytes), size, sha256]).toEqual(["painter", bytes.length, sha256Of(bytes)]);
    expect(tasks.findByArtifact({ sha256 })?.key).toBe(saved.key);
  }
  expect((await readdir(join(folder, "out"))).toSorted()).toEqual(["a-red-fox-2.png", "a-red-fox.png"]);
  await expect.poll(() => readdir(join(folder, "journal", "received"))).toEqual([]);
});

test("a file for another file system states it too", async () => {
  const written = new Map<string, Uint8Array>();
  const delivery = {
    reaches: () => true,
    locate: (folder: string, segments: readonly string[]) => [folder, ...segments].join("/"),
    size: async (uri: string) => written.get(uri)?.length,
    read: async (uri: string) => written.get(uri) ?? new Uint8Array(),
    write: async (uri: string, path: string) => void written.set(uri, await readFile(path)),
  };
  const { tasks } = await open({ delivery });
  const saved = await tasks.submit({ baseUrl, request: imageRequest, target: { uri: "elsewhere:/art", pattern: "fox" } }).end();
  const [file] = saved.artifacts;
  const bytes = written.get(file?.uri ?? "") ?? new Uint8Array();
  expect([await modelIn(bytes), sha256Of(bytes), saved.state]).toEqual(["painter", file?.sha256, "saved"]);
});

test("a file to which no metadata can be added is saved as received", async () => {
  const damaged = plainPng.subarray(0, 50);
  const scripts: readonly [OriginOf | undefined, Uint8Array][] = [
    [undefined, damaged],
    [
      () => {
        throw new Error("No room.");
      },
      plainPng,
    ],
  ];
  for (const [broken, bytes] of scripts) {
    const { tasks, target } = await openScripted({ poll: () => [bytes] }, broken === undefined ? {} : { originOf: broken });
    const saved = await tasks.submit({ baseUrl, request: imageRequest, target }).end();
    expect(saved).toMatchObject({ state: "saved", artifacts: [{ size: bytes.length, sha256: sha256Of(bytes) }] });
    expect((await readFile(saved.artifacts[0]?.path ?? "")).equals(bytes)).toBe(true);
  }
});

test("a file that cannot be signed is saved with its mark, and the reason is reported", async () => {
  const reasons: string[] = [];
  const signing = {
    options: () => ({ certificate: "/nowhere/chain.pem", key: "/nowhere/key.pem" }),
    onError: (error: unknown) => reasons.push(String(error)),
  };
  const { tasks, target } = await open({ signing });
  const saved = await tasks.submit({ baseUrl, request: imageRequest, target }).end();
  for (const { path = "", size, sha256 } of saved.artifacts) {
    const bytes = await readFile(path);
    expect([await modelIn(bytes), size, sha256]).toEqual(["painter", bytes.length, sha256Of(bytes)]);
  }
  expect(reasons).toEqual(["SigningError: /nowhere/chain.pem cannot be read.", "SigningError: /nowhere/chain.pem cannot be read."]);
});
