/** Events during the store's writes. A real engine counts its requests. */
import { expect, onTestFinished, test, vi } from "vitest";
import { createProviders } from "../../../../src/providers/createProviders.ts";
import { RecentBase64 } from "../../../../src/service/answers/recentBase64.ts";
import { Catalogue } from "../../../../src/service/catalogue.ts";
import { createBodyBudget } from "../../../../src/service/connection/bodyBudget.ts";
import { silentObserver } from "../../../../src/service/observing/observer.ts";
import { defaultWorkers, type TaskQueue } from "../../../../src/service/queue/taskQueue.ts";
import { completeOptions } from "../../../../src/service/serviceOptions.ts";
import { postgresStore } from "../../../../src/service/store/postgres/openPostgresStore.ts";
import type { StoredTask } from "../../../../src/service/store/storedTask.ts";
import type { TaskStore } from "../../../../src/service/store/taskStore.ts";
import { UsageMeter } from "../../../../src/service/work/measureUsage.ts";
import { TaskRunner } from "../../../../src/service/work/taskRunner.ts";
import { usualPatience } from "../../../../src/service/work/untilWritten.ts";
import { type Answer, sendJson, startEngine } from "../../../providers/engine.ts";
import { createSharedDatabase } from "../../../service/postgresServer.ts";
import { imageRequest, videoRequest } from "../../providers/requests.ts";
import { task as demoTask } from "../store/storedTasks.ts";
import { makeFolder, type Open, opener, usesPostgres } from "../store/storeKinds.ts";

/** Waits, such as those of a step that is repeated, take at most 10 ms. */
vi.mock("node:timers/promises", async (load) => {
  const timers = await load<typeof import("node:timers/promises")>();
  const sleep: typeof timers.setTimeout = (milliseconds = 0, ...options) => timers.setTimeout(Math.min(milliseconds, 10), ...options);
  return { ...timers, setTimeout: sleep };
});

const task: StoredTask = { ...demoTask, model: "local/painter", provider: "local" };
const request = imageRequest({ model: task.model });
const path = "/v1/images/generations";

/** A step that waits until it is released. */
function createGate() {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  return {
    reached,
    open,
    async pass() {
      reach();
      await opened;
    },
  };
}

const sendImage = sendJson({ data: [{ b64_json: Buffer.from("89504e470d0a1a0a", "hex").toString("base64") }] });

interface RunnerOptions {
  /** Default: that of the store, if it has one. */
  queue?: TaskQueue;
  /** Default: an image. */
  answer?: Answer;
  /** Default: opens a database in a new folder. */
  openWith?: Open;
  log?: (line: string) => void;
}

/** `change` adds gates to the store's methods. */
async function openRunner(change: (store: TaskStore) => Partial<TaskStore>, { answer = sendImage, ...options }: RunnerOptions = {}) {
  const engine = await startEngine({
    "GET /v1/models": sendJson({ data: [{ id: "painter" }] }),
    [`POST ${path}`]: answer,
    "POST /v1/videos": sendJson({ id: "video_1", status: "queued" }),
    "GET /v1/videos/video_1": sendJson({ id: "video_1", status: "completed" }),
    "DELETE /v1/videos/video_1": sendJson({ id: "video_1", deleted: true }),
    "GET /v1/videos/video_1/content": (_, response) => void response.end(Buffer.from("000000186674797069736f6d", "hex")),
  });
  const open = options.openWith ?? opener(await makeFolder());
  const opened = await open();
  const { tasks, close } = opened;
  const { queue = opened.queue } = options;
  const store = { ...tasks, ...change(tasks) };
  const settings = completeOptions({});
  const providers = createProviders({ environment: {}, faults: false, tokensPerSecond: 0, generatorWorkerUrl: undefined });
  onTestFinished(() => providers.close());
  const models = { painter: { kinds: ["image" as const] }, wan: { kinds: ["video" as const] } };
  const local = { type: "openai-compatible" as const, baseURL: `${engine.url}/v1`, models };
  providers.configure({ configuration: { providers: { local } }, providerKeys: {}, network: {} });
  const catalogue = new Catalogue({ log: undefined });
  onTestFinished(() => catalogue.close());
  catalogue.replace(providers.providers, undefined);
  const recent = new RecentBase64();
  const bodies = createBodyBudget(settings.bodyLimits);
  const parts = {
    store,
    accounts: opened.accounts,
    queue,
    recent,
    bodies,
    catalogue,
    usage: new UsageMeter(),
    settings,
    convertAudio: vi.fn(),
    observer: silentObserver,
    log: options.log,
  };
  const runner = new TaskRunner(parts);
  onTestFinished(() => runner.close());
  const accept = () => runner.begin(task, request, { isFree: false, isStreamed: false });
  return { engine, runner, store, accept, close, open };
}

/** Runs a step once and loses its answer, as when the database ends in between. */
function loseAnswer<Given extends unknown[], Result>(step: (...given: Given) => Promise<Result>): (...given: Given) => Promise<Result> {
  let isLost = false;
  return async (...given) => {
    const result = await step(...given);
    if (isLost) return result;
    isLost = true;
    throw new Error("The connection ended.");
  };
}

test("a task is sent once, and its result is stored", async () => {
  const { accept, engine, store } = await openRunner(() => ({}));
  expect(await (await accept()).finished).toMatchObject({ status: "completed" });
  expect(engine.countOf(path)).toBe(1);
  expect(await store.get(task.id)).toMatchObject({ status: "completed", files: [{ format: "png" }] });
});

test("a task recorded while the service closes is not started: the next service runs it", async () => {
  const gate = createGate();
  const { accept, runner, engine, close, open } = await openRunner((store) => ({
    insert: async (...given) => {
      await gate.pass();
      return store.insert(...given);
    },
  }));
  const accepting = accept();
  await gate.reached;
  await runner.close();
  gate.open();
  await expect((await accepting).finished).rejects.toMatchObject({ code: "not_found" });
  expect(engine.countOf(path)).toBe(0);
  await close();
  expect(await (await open()).tasks.claimAll()).toMatchObject([{ task: { id: task.id, status: "pending" }, sent: undefined }]);
});

test("a service that closes while a task is marked as sent sends nothing, and the task can still be sent", async () => {
  const gate = createGate();
  const { accept, runner, engine, close, open } = await openRunner((store) => ({
    markSent: async (...given) => {
      const isMarked = await store.markSent(...given);
      await gate.pass();
      return isMarked;
    },
  }));
  const run = await accept();
  await gate.reached;
  const closed = runner.close();
  gate.open();
  await closed;
  await expect(run.finished).rejects.toMatchObject({ code: "not_found" });
  expect(engine.countOf(path)).toBe(0);
  await close();
  expect(await (await open()).tasks.claimAll()).toMatchObject([{ task: { id: task.id }, sent: undefined }]);
});

test("a task that is deleted elsewhere before it is sent is not sent", async () => {
  const { accept, engine } = await openRunner((store) => ({
    markSent: async (id, ...given) => {
      await store.delete(id);
      return store.markSent(id, ...given);
    },
  }));
  await expect((await accept()).finished).rejects.toMatchObject({ code: "not_found" });
  expect(engine.countOf(path)).toBe(0);
});

test("a request of a used-up account is refused, and nothing starts", async () => {
  const { accept, engine, store } = await openRunner(() => ({ insert: async () => false }));
  await expect(accept()).rejects.toMatchObject({ code: "insufficient_quota" });
  expect(engine.countOf(path)).toBe(0);
  expect(await store.get(task.id)).toBeUndefined();
});

test("a task that was recorded although its caller got an error is removed", async () => {
  const { accept, engine, store } = await openRunner(({ insert }) => ({ insert: loseAnswer(insert) }));
  await expect(accept()).rejects.toThrow("The connection ended.");
  await expect.poll(() => store.get(task.id)).toBeUndefined();
  expect(engine.countOf(path)).toBe(0);
});

test("a task is sent and stored once when the database ends during each step", async () => {
  const { accept, engine, store } = await openRunner(({ markSent, finish }) => ({
    markSent: loseAnswer(markSent),
    finish: loseAnswer(finish),
  }));
  expect(await (await accept()).finished).toMatchObject({ status: "completed" });
  expect(engine.countOf(path)).toBe(1);
  expect(await store.get(task.id)).toMatchObject({ status: "completed", files: [{ format: "png" }] });
});

/** Refuses a step more often than a failed outcome would take, as a database that is unavailable does, and then runs it. */
function refuseOften<Given extends unknown[], Result>(step: (...given: Given) => Promise<Result>): (...given: Given) => Promise<Result> {
  let refusals = 0;
  return async (...given) => {
    refusals += 1;
    if (refusals > 2 * usualPatience.attempts) return step(...given);
    throw Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" });
  };
}

test("a task is sent when the database is available again, however long that takes", async () => {
  const { accept, engine } = await openRunner(({ markSent }) => ({ markSent: refuseOften(markSent) }));
  expect(await (await accept()).finished).toMatchObject({ status: "completed" });
  expect(engine.countOf(path)).toBe(1);
});

test("a request that is refused while the database is unavailable fails with the provider's reason", async () => {
  const answer = sendJson({ error: { message: "too dark" } }, 400);
  const { accept, engine } = await openRunner(({ markRefused }) => ({ markRefused: refuseOften(markRefused) }), { answer });
  const error = { code: "invalid_request", message: expect.stringContaining("too dark") };
  expect(await (await accept()).finished).toMatchObject({ status: "failed", error });
  expect(engine.countOf(path)).toBe(1);
});

test("a video that is started while the database is unavailable is started once", async () => {
  const { runner, engine } = await openRunner(({ markSent }) => {
    const markStarted = refuseOften(markSent);
    return { markSent: (...given) => (given[2].operation === undefined ? markSent : markStarted)(...given) };
  });
  const video: StoredTask = { ...task, endpoint: "videos", kind: "video", model: "local/wan" };
  const run = await runner.begin(video, videoRequest({ model: video.model }), { isFree: false, isStreamed: false });
  expect(await run.finished).toMatchObject({ status: "completed" });
  expect(engine.countOf("/v1/videos")).toBe(1);
});

test("a video that is deleted after it was given back is cancelled at the provider, and not polled", async () => {
  const openWith = usesPostgres ? opener(undefined, postgresStore(await createSharedDatabase())) : undefined;
  const { runner, store, engine } = await openRunner(() => ({}), openWith ? { openWith } : {});
  const video: StoredTask = { ...task, endpoint: "videos", kind: "video", model: "local/wan" };
  await store.insert(video, videoRequest({ model: video.model }));
  await store.markSent(video.id, "local", { model: video.model, operation: { id: "video_1" } });
  await store.release(video.id);
  expect(await store.delete(video.id)).toBe(true);
  await runner.start();
  await expect
    .poll(() => engine.requests.filter(({ path: to }) => to === "/v1/videos/video_1").map(({ method }) => method))
    .toEqual(["DELETE"]);
  await expect.poll(() => store.listOwn()).toEqual([]);
});

test.runIf(usesPostgres)("a queued task that was recorded although its caller got an error is stopped and removed", async () => {
  const { promise: isSent, resolve: send } = Promise.withResolvers<void>();
  const { promise: isStopped, resolve: stop } = Promise.withResolvers<void>();
  const { runner, engine, store } = await openRunner(
    ({ insert }) => ({
      insert: async (...given) => {
        await insert(...given);
        await isSent;
        throw new Error("The connection ended.");
      },
    }),
    {
      openWith: opener(undefined, postgresStore(await createSharedDatabase())),
      answer: (_, response) => {
        response.once("close", stop);
        send();
      },
    },
  );
  await runner.start();
  await expect(runner.accept(task, request, { isFree: false })).rejects.toThrow("The connection ended.");
  await expect.poll(() => store.get(task.id)).toBeUndefined();
  await isStopped;
  expect(engine.countOf(path)).toBe(1);
});

/** A queue that hands out tasks of the test's choice, once it is started. */
function createQueue() {
  const { promise: started, resolve: start } = Promise.withResolvers<(id: string) => Promise<void>>();
  const queue: TaskQueue = {
    workers: defaultWorkers,
    start: async (work) => start(work),
    startHourly: async () => undefined,
    stop: async () => undefined,
  };
  return { queue, started };
}

test("a task whose claim was lost is run by the service that has it", async () => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { queue, started } = createQueue();
  const { runner, engine, store } = await openRunner(({ claim }) => ({ claim: loseAnswer(claim) }), { queue });
  await store.insert(task, request);
  await runner.start();
  await expect((await started)(task.id)).rejects.toThrow("The connection ended.");
  vi.advanceTimersToNextTimer();
  await expect.poll(() => store.get(task.id)).toMatchObject({ status: "completed" });
  expect(engine.countOf(path)).toBe(1);
});

test("a result that waits for the disk does not occupy a worker, and is stored later", async () => {
  const { queue, started } = createQueue();
  let isFull = true;
  const change = ({ finish }: TaskStore): Partial<TaskStore> => ({
    claim: async () => ({ task, request, sent: undefined, isDeleted: false }),
    finish: async (...given) => (isFull ? Promise.reject(new Error("The disk is full.")) : finish(...given)),
  });
  const { runner, store } = await openRunner(change, { queue });
  await store.insert(task, request);
  await runner.start();
  await (await started)(task.id);
  expect(await store.get(task.id)).toMatchObject({ status: "processing" });
  isFull = false;
  await expect.poll(() => store.get(task.id)).toMatchObject({ status: "completed" });
});

test("while large files have no place, small results are stored, a large one is kept, and no other is paid for", async () => {
  let isFull = true;
  const refuse = () => Promise.reject(new Error("the folder of files cannot be used: ENOSPC"));
  const change = ({ finish, checkFiles }: TaskStore): Partial<TaskStore> => ({
    checkFiles: () => (isFull ? refuse() : checkFiles()),
    finish: (id, outcome) => (isFull && outcome.files.some(({ size }) => size > 1024 ** 2) ? refuse() : finish(id, outcome)),
  });
  const png = Buffer.from("89504e470d0a1a0a", "hex");
  let size = 4096;
  const answer: Answer = (...exchange) => {
    const b64_json = Buffer.concat([png, Buffer.alloc(size)]).toString("base64");
    return sendJson({ data: [{ b64_json }] })(...exchange);
  };
  const lines: string[] = [];
  const log = (line: string) => void (line.includes("stored") && lines.push(line));
  const { runner, engine, store } = await openRunner(change, { answer, log });
  const begin = (id: string) => runner.begin({ ...task, id }, request, { isFree: false, isStreamed: false });
  expect(await (await begin("small")).finished).toMatchObject({ status: "completed" });
  size = 2 * 1024 ** 2;
  const large = await begin("large");
  await expect.poll(() => lines).toHaveLength(1);
  const others = await Promise.all(Array.from({ length: 8 }, (_, index) => begin(`later-${index}`)));
  // Longer than the usual patience, whose waits take 10 ms here.
  for (let wait = 0; wait < 4 * usualPatience.attempts; wait += 1) await new Promise((done) => setTimeout(done, 10));
  expect([engine.countOf(path), lines]).toEqual([2, ["a result could not be stored: the folder of files cannot be used: ENOSPC"]]);
  expect(await store.get("large")).toMatchObject({ status: "processing" });
  isFull = false;
  for (const run of [large, ...others]) expect(await run.finished).toMatchObject({ status: "completed", files: [{ size: size + 8 }] });
});

test.each([
  ["is taken over", false],
  ["is taken over, although the answer of the database is lost,", true],
])("a task that %s while the queue hands it out is run", async (_, isLost) => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { queue, started } = createQueue();
  const gate = createGate();
  let takenOver = 0;
  const change = ({ claim, claimAll, listOwn }: TaskStore): Partial<TaskStore> => ({
    claim: async (id) => {
      await gate.pass();
      return claim(id);
    },
    claimAll: async () => {
      const claimed = await claimAll();
      if (isLost && claimed.length > 0) throw new Error("The connection ended.");
      takenOver += claimed.length;
      return claimed;
    },
    listOwn: async () => {
      const own = await listOwn();
      takenOver += own.length;
      return own;
    },
  });
  const { runner, engine, store, open } = await openRunner(change, { queue });
  await runner.start();
  const dead = await open();
  await dead.tasks.insert(task, request);
  await dead.close();
  const working = (await started)(task.id);
  await gate.reached;
  const looksAgain = () => {
    vi.advanceTimersToNextTimer();
    return takenOver;
  };
  await expect.poll(looksAgain).toBe(1);
  gate.open();
  await working;
  expect(await store.get(task.id)).toMatchObject({ status: "completed" });
  expect(engine.countOf(path)).toBe(1);
});
