/** Texts whose windows have ended: which process fetches them, and which window takes them. With the real journal and service. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { createServiceClient } from "../../../../src/client/createServiceClient.ts";
import type { ServiceClient } from "../../../../src/client/serviceClient.ts";
import { ServiceError, serviceErrorKinds } from "../../../../src/client/serviceError.ts";
import { type LeftText, LeftTexts, type LeftTextsOptions } from "../../../../src/generations/leftTexts.ts";
import { openTasks } from "../../../../src/generations/openTasks.ts";
import { type RunningService, startService } from "../../../../src/service/startService.ts";
import { beginAnswer } from "../beginAnswer.ts";
import { temporaryFolder } from "../temporaryFolder.ts";

let service: RunningService;
let client: ServiceClient;
beforeAll(async () => {
  service = await startService({ tokensPerSecond: 200, completesLeftText: async () => true });
  client = createServiceClient({ baseUrl: service.url, key: async () => service.key });
  return async () => {
    await client.close();
    await service.close();
  };
});

/** A window that writes down what it receives, and looks for it as often as the extension does. `reaches`: undefined: no service. */
async function openWindow(folder: string, reaches?: ServiceClient, more: Partial<LeftTextsOptions<string>> = {}) {
  const tasks = await openTasks({ folder, client: async () => reaches });
  onTestFinished(() => tasks.close());
  const received: string[] = [];
  const reported: unknown[] = [];
  const options = {
    tasks,
    readOrigin: () => "a.gen.md",
    async receive({ key, claim }: LeftText<string>) {
      const end = await claim();
      if (end === undefined) return;
      received.push(end.text);
      await tasks.answers.end(key);
    },
    untilWindowAnswers: async () => undefined,
    report: (error: unknown) => void reported.push(error instanceof ServiceError ? error.kind : error),
    ...more,
  };
  const left = new LeftTexts(options);
  onTestFinished(tasks.onLook(() => left.look()));
  left.look();
  return { tasks, received, reported, options, left };
}

/** Leaves a text that was completed after its window had closed. `id`: that of the service, if it is another one. */
async function leaveText(folder: string, id?: string): Promise<string> {
  const known = id ?? (await client.createResponse({ model: "demo-text", input: "A gull" })).id ?? "";
  const former = await openTasks({ folder, client: async () => undefined });
  const key = await beginAnswer(former, service.url, {});
  await former.answers.identify(key, known);
  await former.close();
  return key;
}

/** Leaves a text whose process was killed in the middle of it, like the extension host. */
async function killWriting(folder: string): Promise<void> {
  const script = join(import.meta.dirname, "../journal", "answeredProcess.ts");
  const child = spawn(process.execPath, [script, folder, service.url, service.key], { stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit");
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await exited;
}

const failing = (error: () => ServiceError | undefined): ServiceClient => ({
  ...client,
  longestWait: 0,
  async pollResponse(...call) {
    const thrown = error();
    if (thrown !== undefined) throw thrown;
    return client.pollResponse(...call);
  },
});

test("a process that lives on without its window keeps no text from the next window", async () => {
  const folder = await temporaryFolder();
  await killWriting(folder);
  const asked = Promise.withResolvers<void>();
  await openWindow(folder, client, {
    async untilWindowAnswers() {
      asked.resolve();
      await new Promise(() => undefined);
    },
  });
  await asked.promise;
  const next = await openWindow(folder, client);
  await expect.poll(() => next.received).toEqual([expect.stringMatching(/./)]);
  expect(next.tasks.answers.isEmpty).toBe(true);
});

test("of two windows, one receives a text, which a third process has fetched", async () => {
  const folder = await temporaryFolder();
  await leaveText(folder);
  const [one, other] = [await openWindow(folder), await openWindow(folder)];
  const third = await openTasks({ folder, client: async () => client });
  onTestFinished(() => third.close());
  await expect.poll(() => [...one.received, ...other.received]).toEqual([expect.stringMatching(/./)]);
  expect([one.tasks.answers.isEmpty, ...one.reported, ...other.reported]).toEqual([true]);
});

test("what was fetched waits in the journal for a window of its document, also when the service has it no more", async () => {
  const folder = await temporaryFolder();
  const key = await leaveText(folder);
  const elsewhere = await openWindow(folder, client, { readOrigin: () => undefined });
  const { text } = await elsewhere.tasks.resume(key).end;
  await elsewhere.tasks.close();
  const next = await openWindow(folder);
  await expect.poll(() => next.received).toEqual([text]);
  // In its document, it is not in the journal any more.
  expect((await next.tasks.resume(key).end).text).toBe("");
});

test("a text that was put aside is there without the service", async () => {
  const folder = await temporaryFolder();
  const key = await leaveText(folder);
  const window = await openWindow(folder, client, {
    async receive(left) {
      if ((await left.claim()) !== undefined) await window.tasks.answers.putAside(left.key);
    },
  });
  await expect.poll(() => window.tasks.answers.aside()).toMatchObject([{ key }]);
  await window.tasks.close();
  const next = await openWindow(folder);
  expect((await next.tasks.resume(key).end).text).toMatch(/./);
  expect([next.received, next.tasks.answers.isEmpty]).toEqual([[], true]);
});

/** The others say twice that there is no text, or are of this machine. */
const final = ["notFound", "invalidRequest", "disk", "aborted"];
test.each(serviceErrorKinds.filter((kind) => !final.includes(kind)))(
  "after the error %s, reported once, it is fetched later",
  async (kind) => {
    const folder = await temporaryFolder();
    await leaveText(folder);
    let [attempts, isFailing] = [0, true];
    const window = await openWindow(
      folder,
      failing(() => {
        attempts += 1;
        return isFailing ? new ServiceError({ kind, message: "It failed." }) : undefined;
      }),
    );
    await expect.poll(() => window.reported).toEqual([kind]);
    window.tasks.pollNow();
    await expect.poll(() => attempts).toBeGreaterThan(1);
    isFailing = false;
    window.tasks.pollNow();
    await expect.poll(() => window.received.length).toBe(1);
    expect(window.reported).toEqual([kind]);
    expect(window.tasks.answers.isEmpty).toBe(true);
  },
);

test("a refused key is tried again with the next key", async () => {
  const folder = await temporaryFolder();
  await leaveText(folder);
  let key = "gs-wrong";
  const keyed = createServiceClient({ baseUrl: service.url, key: async () => key });
  onTestFinished(() => keyed.close());
  const window = await openWindow(folder, keyed);
  await expect.poll(() => window.reported).toEqual(["invalidKey"]);
  key = service.key;
  window.tasks.pollNow();
  await expect.poll(() => window.received.length).toBe(1);
});

test("a text that the service does not have is reported and forgotten", async () => {
  const folder = await temporaryFolder();
  await leaveText(folder, "resp-unknown");
  const window = await openWindow(folder, client);
  await expect.poll(() => window.reported).toContain("notFound");
  window.tasks.pollNow();
  await expect.poll(() => window.tasks.answers.isEmpty).toBe(true);
  expect(window.received).toEqual([]);
});

test("a text whose process ended before the service had answered is reported and forgotten", async () => {
  const folder = await temporaryFolder();
  const former = await openTasks({ folder, client: async () => undefined });
  await beginAnswer(former, service.url, {});
  await former.close();
  const window = await openWindow(folder, client);
  await expect.poll(() => window.reported).toEqual(["connectionLost"]);
  await expect.poll(() => window.tasks.answers.isEmpty).toBe(true);
});

test("what could not be written is received again", async () => {
  const folder = await temporaryFolder();
  await leaveText(folder);
  let attempts = 0;
  const window = await openWindow(folder, client, {
    async receive(text) {
      const end = await text.claim();
      attempts += 1;
      if (attempts === 1) throw new Error("The document is read-only.");
      window.received.push(end?.text ?? "");
      await window.tasks.answers.end(text.key);
    },
  });
  await expect.poll(() => window.reported).toEqual([new Error("The document is read-only.")]);
  expect(window.tasks.answers.left()).toHaveLength(1);
  window.left.retryNow();
  window.left.look();
  await expect.poll(() => window.received).toEqual([expect.stringMatching(/./)]);
});
