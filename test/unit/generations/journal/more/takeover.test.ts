/** Several processes on one journal, with the built-in service and real processes. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import { createServiceClient } from "../../../../../src/client/createServiceClient.ts";
import { Journal } from "../../../../../src/generations/journal/journal.ts";
import { openTasks } from "../../../../../src/generations/openTasks.ts";
import type { Clock } from "../../../../../src/generations/taskEnvironment.ts";
import type { Tasks } from "../../../../../src/generations/tasks.ts";
import { startService } from "../../../../../src/service/startService.ts";
import { imageRequest, openScripted } from "../../imageTask.ts";
import { baseUrl } from "../../scriptedClient.ts";
import { temporaryFolder } from "../../temporaryFolder.ts";

/** Polls, processes and disks are slow on a busy machine. */
vi.setConfig({ testTimeout: 180_000 });

/** A process that submits three tasks, follows them and ends; and this process on the same journal. */
async function openBeside(delay: number, clock?: Clock) {
  const folder = await temporaryFolder();
  const service = await startService({ delay });
  const client = createServiceClient({ baseUrl: service.url, key: async () => service.key });
  /** Services for which this process requested a client, which it does only to take tasks over. */
  const services: string[] = [];
  const tasks: Tasks = await openTasks({
    folder: join(folder, "journal"),
    client: async (baseUrl) => {
      services.push(baseUrl);
      return client;
    },
    ...(clock === undefined ? {} : { clock }),
  });
  const worker = spawn(
    process.execPath,
    [join(import.meta.dirname, "../../../../faults/killedWorker.ts"), folder, service.url, service.key],
    {
      stdio: "ignore",
    },
  );
  const ended = once(worker, "exit");
  onTestFinished(async () => {
    worker.kill("SIGKILL");
    await ended;
    await tasks.close();
    await client.close();
    await service.close();
  });
  return { folder, tasks, worker, ended, services };
}

test("a change is noticed by other processes", async () => {
  const { tasks, worker, ended } = await openBeside(0);
  const saved = new Set<string>();
  tasks.onChange(({ key, task }) => {
    if (task?.state === "saved") saved.add(key);
  });
  await ended;
  await expect.poll(() => saved.size).toBe(3);
  expect(worker.exitCode).toBe(0);
});

test("a change without a file event is noticed within a second", async () => {
  const folder = await temporaryFolder();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { tasks } = await openScripted({}, { folder });
  const changed: string[] = [];
  tasks.onChange(({ key }) => changed.push(key));
  const journal = await Journal.open(join(folder, "journal", "tasks.sqlite"), undefined);
  onTestFinished(() => journal.close());
  const target = { folder: join(folder, "out"), pattern: "{slug}" };
  await journal.write(() =>
    journal.tasks.add({ key: "there", baseUrl, request: imageRequest, model: "m", prompt: "p", target, origin: {}, createdAt: 1 }, "other"),
  );
  expect(changed).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(changed).toEqual(["there"]);
});

test("a change is noticed although another task that has changed cannot be read", async () => {
  const { tasks, target, folder } = await openScripted({});
  const [damaged, other] = [1, 2].map(() => tasks.submit({ baseUrl, request: imageRequest, target }));
  for (const handle of [damaged, other]) await handle?.end();
  const changed = new Set<string>();
  tasks.onChange(({ key }) => changed.add(key));
  const database = new DatabaseSync(join(folder, "journal", "tasks.sqlite"));
  const change = database.prepare("UPDATE tasks SET finished_at = ? WHERE key = ?");
  database.exec("BEGIN");
  // A number that JavaScript cannot represent.
  change.run(2n ** 62n, damaged?.key ?? "");
  change.run(1, other?.key ?? "");
  database.exec("COMMIT");
  database.close();
  await expect.poll(() => changed.has(other?.key ?? "")).toBe(true);
  expect(() => tasks.get(damaged?.key ?? "")).toThrow(RangeError);
});

test("a suspended process keeps its tasks, and saves each once when it continues", async () => {
  const month = 31 * 24 * 3600 * 1000;
  const { folder, tasks, worker, ended, services } = await openBeside(4000, {
    now: () => Date.now() + month,
    elapsed: () => performance.now(),
  });
  await expect.poll(() => tasks.count({ states: ["pending", "processing", "saved"] })).toBe(3);
  worker.kill("SIGSTOP");
  const late = await openTasks({ folder: join(folder, "journal"), client: async (baseUrl) => void services.push(baseUrl) });
  // Closing waits for the search for free tasks that opening starts.
  await late.close();
  worker.kill("SIGCONT");
  expect(await ended).toEqual([0, null]);
  expect(services).toEqual([]);
  expect((await readdir(join(folder, "out"))).sort()).toEqual(["a-red-fox-2.png", "a-red-fox.png", "a-red-fox.wav"]);
});

test("a killed process is noticed without a clock", async () => {
  const start = Date.now();
  const { tasks, worker } = await openBeside(4000, { now: () => start, elapsed: () => performance.now() });
  await expect.poll(() => tasks.count({ states: ["pending", "processing", "saved"] })).toBe(3);
  worker.kill("SIGKILL");
  await expect.poll(() => tasks.count({ states: ["saved"] })).toBe(3);
});
