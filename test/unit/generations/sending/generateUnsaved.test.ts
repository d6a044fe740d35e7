/** Files that are generated without the journal: when a request is sent or not sent again, and leftover files. */
import { spawnSync } from "node:child_process";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { ServiceError } from "../../../../src/client/serviceError.ts";
import type { TaskRequest } from "../../../../src/contract/wireRequest.ts";
import { generateUnsaved } from "../../../../src/generations/sending/generateUnsaved.ts";
import { mountDisk } from "../journal/mountDisk.ts";
import { pngBytes, type Script, scriptedClient } from "../scriptedClient.ts";
import { temporaryFolder } from "../temporaryFolder.ts";

const request: TaskRequest = {
  interface: "v1",
  kind: "audio",
  body: { model: "flite", input: "A red fox.", voice: "slt", format: "mp3" },
};
const limitReached = (retryAfterMilliseconds: number) =>
  new ServiceError({ kind: "rateLimited", message: "Too many requests.", status: 429, retryAfterMilliseconds });

function begin(script: Script) {
  const client = scriptedClient(script);
  const [stop, close] = [new AbortController(), new AbortController()];
  const file = generateUnsaved(client, request, { stop: stop.signal, signal: close.signal });
  file.catch(() => {});
  return { client, stop, close, file };
}

test("the file's bytes are returned, and no file remains", async () => {
  // The system's own folder is shared with other tests.
  const folder = await temporaryFolder();
  vi.stubEnv("TMPDIR", folder);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  expect(tmpdir()).toBe(folder);
  const { file, client } = begin({ poll: (_, polls) => (polls === 1 ? "processing" : [pngBytes]) });
  expect((await file).bytes).toEqual(pngBytes);
  expect(client.polls).toHaveLength(2);
  expect(await readdir(folder)).toEqual([]);
});

test("the task that a gateway's timeout error names is followed, and its request is not sent again", async () => {
  const { file, client } = begin({
    submit: () => {
      throw new ServiceError({ kind: "timeout", message: "gateway timeout", status: 504, maybeAccepted: true, taskId: "id-7" });
    },
  });
  expect((await file).bytes).toEqual(pngBytes);
  expect([client.posts, client.polls.map(({ id }) => id)]).toEqual([1, ["id-7"]]);
});

test("nothing is sent if there is no folder for the file", async () => {
  vi.stubEnv("TMPDIR", join(await temporaryFolder(), "missing"));
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const { file, client } = begin({});
  await expect(file).rejects.toMatchObject({ code: "ENOENT" });
  expect(client.posts).toBe(0);
});

test("the file's bytes are returned although its folder cannot be removed", async ({ skip }) => {
  const disk = await mountDisk("size=64k");
  if (disk === undefined) return skip("needs a disk of its own");
  const folder = await temporaryFolder();
  vi.stubEnv("TMPDIR", folder);
  let release: () => void = () => undefined;
  onTestFinished(() => {
    vi.unstubAllEnvs();
    release();
  });
  const { file } = begin({
    poll: async (_, polls) => {
      if (polls > 1) return [pngBytes];
      const own = join(folder, (await readdir(folder))[0] ?? "");
      spawnSync("mount", ["--bind", disk, own]);
      release = () => spawnSync("umount", [own]);
      return "processing";
    },
  });
  expect((await file).bytes).toEqual(pngBytes);
});

test("a request refused by the request limit is sent again, but not after a stop", async () => {
  let posts = 0;
  const once = begin({
    submit: () => {
      posts += 1;
      if (posts === 1) throw limitReached(1);
      return "id";
    },
  });
  await once.file;
  expect(posts).toBe(2);

  const refused = Promise.withResolvers<void>();
  const stopped = begin({
    submit: () => {
      refused.resolve();
      throw limitReached(5000);
    },
  });
  await refused.promise;
  stopped.stop.abort();
  await expect(stopped.file).rejects.toMatchObject({ kind: "aborted" });
  expect(stopped.client.posts).toBe(1);
});

test("a long wait for the request limit is an error", async () => {
  const { file, client } = begin({
    submit: () => {
      throw limitReached(60_000);
    },
  });
  await expect(file).rejects.toMatchObject({ kind: "rateLimited", retryAfterMilliseconds: 60_000 });
  expect(client.posts).toBe(1);
});

test("a result that was requested before a stop is received", async () => {
  const sent = Promise.withResolvers<void>();
  const { file, stop } = begin({
    submit: () => {
      sent.resolve();
      return "id";
    },
  });
  await sent.promise;
  stop.abort();
  expect((await file).bytes).toEqual(pngBytes);
});

test("a request that may have been accepted is not sent again", async () => {
  const { file, client } = begin({
    submit: () => {
      throw new ServiceError({ kind: "connectionLost", message: "The connection broke.", maybeAccepted: true });
    },
  });
  await expect(file).rejects.toMatchObject({ kind: "connectionLost", maybeAccepted: true });
  expect(client.posts).toBe(1);
});
