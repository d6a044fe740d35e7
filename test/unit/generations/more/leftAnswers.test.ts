/** The rest of answers of ended processes: who fetches it, and when it is tried again. With the real journal and service. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createServiceClient } from "../../../../src/client/createServiceClient.ts";
import type { ServiceClient } from "../../../../src/client/serviceClient.ts";
import { ServiceError, serviceErrorKinds } from "../../../../src/client/serviceError.ts";
import { type LeftAnswer, LeftAnswers } from "../../../../src/generations/leftAnswers.ts";
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

/** A window that writes down what it receives. */
async function openWindow(folder: string, getClient: () => Promise<ServiceClient> = async () => client) {
  const tasks = await openTasks({ folder, client: async () => undefined });
  onTestFinished(() => tasks.close());
  const received: string[] = [];
  const reported: unknown[] = [];
  let elapsed = 0;
  const receive = async (answer: LeftAnswer<string>) => {
    const generation = await answer.fetch(AbortSignal.timeout(60_000));
    if (!(await answer.claim())) return;
    received.push((await generation.end).text);
    await tasks.answers.end(answer.key);
  };
  const options = {
    answers: tasks.answers,
    baseUrl: async () => service.url,
    client: getClient,
    readOrigin: () => "a.gen.md",
    receive,
    untilWindowAnswers: async () => undefined,
    report: (error: unknown) => void reported.push(error instanceof ServiceError ? error.kind : error),
    clock: { elapsed: () => elapsed },
  };
  const pass = (milliseconds: number) => {
    elapsed += milliseconds;
  };
  return { tasks, received, reported, pass, options, left: new LeftAnswers(options) };
}

/** Leaves an answer that was completed after its window had closed. */
async function leaveAnswer(folder: string): Promise<void> {
  const { id } = await client.createResponse({ model: "demo-text", input: "A gull" });
  const former = await openTasks({ folder, client: async () => undefined });
  await former.answers.identify(await beginAnswer(former, service.url, {}), id ?? "");
  await former.close();
}

/** Leaves an answer whose process was killed in the middle of it, like the extension host. */
async function killAnswering(folder: string): Promise<void> {
  const script = join(import.meta.dirname, "../journal", "answeredProcess.ts");
  const child = spawn(process.execPath, [script, folder, service.url, service.key], { stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit");
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await exited;
}

test("a process that lives on without its window keeps no answer from the next window", async () => {
  const folder = await temporaryFolder();
  await killAnswering(folder);
  const { options } = await openWindow(folder);
  const asked = Promise.withResolvers<void>();
  const lost = new LeftAnswers({
    ...options,
    async untilWindowAnswers() {
      asked.resolve();
      await new Promise(() => undefined);
    },
  });
  await lost.look();
  await asked.promise;
  const next = await openWindow(folder);
  await next.left.look();
  await expect.poll(() => next.received).toEqual([expect.stringMatching(/./)]);
  expect(next.tasks.answers.isEmpty).toBe(true);
});

test("of two windows that fetch an answer at the same time, one receives it", async () => {
  const folder = await temporaryFolder();
  await leaveAnswer(folder);
  const [one, other] = [await openWindow(folder), await openWindow(folder)];
  await Promise.all([one.left.look(), other.left.look()]);
  await expect.poll(() => one.tasks.answers.isEmpty).toBe(true);
  await expect.poll(() => [...one.received, ...other.received].length).toBe(1);
  expect([...one.reported, ...other.reported]).toEqual([]);
});

describe("an answer that cannot be fetched stays, its reason is reported once, and it is fetched later", () => {
  test.each(serviceErrorKinds.filter((kind) => kind !== "notFound"))("%s", async (kind) => {
    const folder = await temporaryFolder();
    await leaveAnswer(folder);
    let attempts = 0;
    let isFailing = true;
    const window = await openWindow(folder, async () => {
      attempts += 1;
      if (isFailing) throw new ServiceError({ kind, message: "It failed." });
      return client;
    });
    const lookUntil = async (count: number) => {
      await window.left.look();
      await expect.poll(() => attempts).toBe(count);
      await expect.poll(() => window.tasks.answers.left()).toHaveLength(1);
    };
    await lookUntil(1);
    await expect.poll(() => window.reported).toEqual([kind]);
    await lookUntil(1);
    // It grows from 10 to 20 seconds.
    window.pass(10_000);
    await expect.poll(() => window.left.look().then(() => attempts)).toBe(2);
    window.pass(10_000);
    await lookUntil(2);
    isFailing = false;
    window.left.retryNow();
    await expect.poll(() => window.left.look().then(() => window.received.length)).toBe(1);
    expect([attempts, window.reported]).toEqual([3, [kind]]);
    expect(window.tasks.answers.isEmpty).toBe(true);
  });
});

test("a refused key is tried again with the next key", async () => {
  const folder = await temporaryFolder();
  await leaveAnswer(folder);
  let key = "gs-wrong";
  const keyed = createServiceClient({ baseUrl: service.url, key: async () => key });
  onTestFinished(() => keyed.close());
  const window = await openWindow(folder, async () => keyed);
  await window.left.look();
  await expect.poll(() => window.reported).toEqual(["invalidKey"]);
  key = service.key;
  window.left.retryNow();
  await expect.poll(() => window.left.look().then(() => window.received.length)).toBe(1);
});

test("a service that asks to wait is asked again after that time", async () => {
  const folder = await temporaryFolder();
  await leaveAnswer(folder);
  let attempts = 0;
  const window = await openWindow(folder, async () => {
    attempts += 1;
    throw new ServiceError({ kind: "rateLimited", message: "Wait.", retryAfterMilliseconds: 90_000 });
  });
  await window.left.look();
  await expect.poll(() => window.reported).toEqual(["rateLimited"]);
  window.pass(89_000);
  await window.left.look();
  expect(attempts).toBe(1);
  window.pass(1000);
  await expect.poll(() => window.left.look().then(() => attempts)).toBe(2);
});

describe("what no service can complete is reported and forgotten", () => {
  test("an answer that the service does not have", async () => {
    const folder = await temporaryFolder();
    const former = await openTasks({ folder, client: async () => undefined });
    const key = await beginAnswer(former, service.url, {});
    await former.answers.identify(key, "resp-unknown");
    await former.close();
    const window = await openWindow(folder);
    await window.left.look();
    await expect.poll(() => window.reported).toEqual(["notFound"]);
    expect(window.tasks.answers.isEmpty).toBe(true);
  });

  test("an answer whose process ended before the service had answered", async () => {
    const folder = await temporaryFolder();
    const former = await openTasks({ folder, client: async () => undefined });
    await beginAnswer(former, service.url, {});
    await former.close();
    const window = await openWindow(folder);
    await window.left.look();
    await expect.poll(() => window.reported).toEqual(["connectionLost"]);
    expect(window.tasks.answers.isEmpty).toBe(true);
  });
});

test("what could not be written is received again", async () => {
  const folder = await temporaryFolder();
  await leaveAnswer(folder);
  const { options, tasks, received, reported } = await openWindow(folder);
  let attempts = 0;
  const left = new LeftAnswers({
    ...options,
    async receive(answer) {
      attempts += 1;
      if (attempts > 1) return options.receive(answer);
      await answer.claim();
      throw new Error("The document is read-only.");
    },
  });
  await left.look();
  await expect.poll(() => reported).toEqual([new Error("The document is read-only.")]);
  expect(tasks.answers.left()).toHaveLength(1);
  left.retryNow();
  await expect.poll(() => left.look().then(() => received.length)).toBe(1);
});

test("an answer of another service waits until that one is in use", async () => {
  const folder = await temporaryFolder();
  await leaveAnswer(folder);
  const { options, received } = await openWindow(folder);
  let inUse = "https://other.example";
  const left = new LeftAnswers({ ...options, baseUrl: async () => inUse });
  await left.look();
  expect(received).toEqual([]);
  inUse = service.url;
  await left.look();
  await expect.poll(() => received.length).toBe(1);
});
