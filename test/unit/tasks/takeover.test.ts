/** Several processes on one journal, with the built-in service and real processes. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createServiceClient } from "../../../src/client/createServiceClient.ts";
import { startService } from "../../../src/service/startService.ts";
import { openTasks } from "../../../src/tasks/openTasks.ts";
import type { Tasks } from "../../../src/tasks/tasks.ts";
import { temporaryFolder } from "./temporaryFolder.ts";

/** Polls, processes and disks take their time on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

/** A process that submits three tasks, follows them and ends; and this process on the same journal. */
async function openBeside(delay: number) {
  const folder = await temporaryFolder();
  const service = await startService({ delay });
  const client = createServiceClient({ baseUrl: service.url, key: async () => service.key });
  const tasks: Tasks = await openTasks({ folder: join(folder, "journal"), client: async () => client });
  const worker = spawn(process.execPath, [join(import.meta.dirname, "../../faults/killedWorker.ts"), folder, service.url, service.key], {
    stdio: "ignore",
  });
  const ended = once(worker, "exit");
  onTestFinished(async () => {
    worker.kill("SIGKILL");
    await ended;
    await tasks.close();
    await client.close();
    await service.close();
  });
  return { folder, tasks, worker, ended };
}

test("a change is seen by other processes within two seconds", async () => {
  const { tasks, worker, ended } = await openBeside(0);
  const late: number[] = [];
  tasks.onChange(({ task }) => {
    if (task?.state === "saved" && task.finishedAt !== undefined) late.push(Date.now() - task.finishedAt);
  });
  await ended;
  await vi.waitFor(() => expect(late.length).toBeGreaterThanOrEqual(3), { timeout: 5000 });
  expect(Math.max(...late)).toBeLessThan(2000);
  expect(worker.exitCode).toBe(0);
});

test("the tasks of a process that stopped answering are taken over within 15 seconds, and saved once although it wakes up", async () => {
  const { folder, tasks, worker, ended } = await openBeside(2500);
  await vi.waitFor(() => expect(tasks.count({ states: ["pending", "processing"] })).toBe(3), { timeout: 10_000 });
  worker.kill("SIGSTOP");
  const stoppedAt = Date.now();
  await vi.waitFor(() => expect(tasks.count({ states: ["saved"] })).toBe(3), { timeout: 20_000, interval: 100 });
  expect(Date.now() - stoppedAt).toBeLessThan(15_000);
  worker.kill("SIGCONT");
  expect(await ended).toEqual([0, null]);
  expect((await readdir(join(folder, "out"))).sort()).toEqual(["a-red-fox-2.png", "a-red-fox.png", "a-red-fox.wav"]);
});

test("a process that was killed is noticed at once", async () => {
  const { tasks, worker } = await openBeside(1500);
  await vi.waitFor(() => expect(tasks.count({ states: ["pending", "processing"] })).toBe(3), { timeout: 10_000 });
  worker.kill("SIGKILL");
  const killedAt = Date.now();
  await vi.waitFor(() => expect(tasks.count({ states: ["saved"] })).toBe(3), { timeout: 15_000, interval: 100 });
  expect(Date.now() - killedAt).toBeLessThan(8000);
});
