/** Kills processes with tasks and collects the results of later processes and the service. */
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { createServiceClient } from "../../src/client/createServiceClient.ts";
import type { ServiceClient } from "../../src/client/serviceClient.ts";
import { openTasks } from "../../src/generations/openTasks.ts";
import { runningStates, type Task, type TaskState } from "../../src/generations/task.ts";
import type { Tasks } from "../../src/generations/tasks.ts";
import { mainProgram } from "../service/mainProgram.ts";
import { finishAgain, originOf } from "./statedOrigin.ts";

/** Number of concurrent runs; each has a folder and an account of its own. */
const lanes = 4;

export interface KillRun {
  /** Milliseconds between the opening of the journal and the kill, for each process that was killed. */
  killedAfter: number[];
  /** Task states that the last killed process left. */
  left: TaskState[];
  /** Task states after the later process has finished. */
  states: TaskState[];
  /** File names in the artifacts folder, one for each saved file. */
  names: string[];
  /** Names of the artifacts in the journal. */
  artifactNames: string[];
  /** Saved files whose bytes, without the metadata on their origin, differ from the service's, or whose hash differs from the journal's. */
  differing: string[];
  /** Names of leftovers among the received files. */
  leftovers: string[];
  /** Tasks in the journal that have an id or may have been accepted. */
  accepted: number;
  maybeAccepted: number;
  /** Tasks that the service has for the account of this run. */
  billed: number;
}

export async function runKills(runs: number): Promise<KillRun[]> {
  const data = await mkdtemp(join(tmpdir(), "generation-studio-service-"));
  const keys = Array.from({ length: runs }, (_, index) => `key-${index}`);
  const { service, baseUrl } = await startServiceProcess(data, keys);
  const endService = () => service.kill("SIGKILL");
  process.once("exit", endService);
  try {
    const results: KillRun[] = [];
    const waiting = keys.entries();
    const lane = async () => {
      for (const [index, key] of waiting) results.push(await runKill(baseUrl, key, `account-${index + 1}`, data));
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    return results;
  } finally {
    endService();
    process.off("exit", endService);
    await rm(data, { recursive: true, force: true, maxRetries: 5 });
  }
}

export async function startServiceProcess(data: string, keys: readonly string[]): Promise<{ service: ChildProcess; baseUrl: string }> {
  const options = ["--port", "0", "--data", data, ...keys.flatMap((key) => ["--key", key])];
  const service = spawn(process.execPath, [mainProgram, "service", ...options], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  for await (const line of createInterface(service.stdout)) {
    const url = /^url: (\S+)$/.exec(line)?.[1];
    if (url !== undefined) return { service, baseUrl: url };
  }
  throw new Error("The service did not start.");
}

async function runKill(baseUrl: string, key: string, account: string, data: string): Promise<KillRun> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "generation-studio-kill-")));
  const client = createServiceClient({ baseUrl, key: async () => key });
  try {
    const killedAfter = [await runUntilKilled(folder, baseUrl, key)];
    // Sometimes the process that takes over is killed too.
    if (Math.random() < 0.25) killedAfter.push(await runUntilKilled(folder, baseUrl, key));
    const left = readStates(join(folder, "journal", "tasks.sqlite"));
    const tasks = await openTasks({ folder: join(folder, "journal"), client: async () => client, originOf });
    const ended = await waitForAll(tasks);
    const leftovers = await readNamesUntilEmpty(join(folder, "journal", "received"));
    await tasks.close();
    return {
      killedAfter,
      left,
      states: ended.map((task) => task.state),
      names: (await readdir(join(folder, "out")).catch(() => [])).sort(),
      artifactNames: ended
        .flatMap((task) => task.artifacts.map((artifact) => (artifact.path ?? "").slice(join(folder, "out").length + 1)))
        .sort(),
      differing: (await Promise.all(ended.map((task) => findDiffering(task, client, folder)))).flat(),
      leftovers,
      accepted: ended.filter((task) => task.id !== undefined).length,
      maybeAccepted: ended.filter((task) => task.state === "maybeAccepted").length,
      billed: countBilled(data, account),
    };
  } finally {
    await client.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Half of the kills happen during submission, half during polling and saving, which begin a second later. */
async function runUntilKilled(folder: string, baseUrl: string, key: string): Promise<number> {
  const killedAfter = Math.random() < 0.5 ? Math.random() * 250 : 900 + Math.random() * 900;
  const worker = spawn(process.execPath, [join(import.meta.dirname, "killedWorker.ts"), folder, baseUrl, key], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const gone = once(worker, "exit");
  await Promise.race([once(worker.stdout, "data"), gone]);
  const timer = setTimeout(() => worker.kill("SIGKILL"), killedAfter);
  await gone;
  clearTimeout(timer);
  return killedAfter;
}

function readStates(path: string): TaskState[] {
  const database = new DatabaseSync(path);
  const rows = database.prepare("SELECT state FROM tasks ORDER BY key").all();
  database.close();
  return rows.map((row) => String(row.state) as TaskState);
}

function waitForAll(tasks: Tasks): Promise<Task[]> {
  return new Promise((resolve) => {
    const look = () => {
      if (tasks.count({ states: runningStates }) > 0) return;
      stop();
      resolve(tasks.list());
    };
    const stop = tasks.onChange(look);
    look();
  });
}

/** A received file is removed right after its task is saved. */
async function readNamesUntilEmpty(folder: string): Promise<string[]> {
  for (let tries = 0; ; tries += 1) {
    const names = await readdir(folder).catch(() => []);
    if (names.length === 0 || tries === 1000) return names;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function findDiffering(task: Task, client: ServiceClient, folder: string): Promise<string[]> {
  if (task.id === undefined) return [];
  const again = join(folder, `again-${task.key}`);
  const { files } =
    task.request.interface === "v1" ? await client.pollMedia(task.request.kind, task.id, again) : await client.pollV2(task.id, again);
  const differing: string[] = [];
  for (const [position, file] of files.entries()) {
    const artifact = task.artifacts[position];
    const expected = (await finishAgain(file, task)).sha256;
    const saved =
      artifact === undefined
        ? undefined
        : createHash("sha256")
            .update(await readFile(artifact.path ?? ""))
            .digest("hex");
    if (expected === undefined || saved !== expected || artifact?.sha256 !== expected) differing.push(`${task.key} file ${position}`);
  }
  if (files.length !== task.artifacts.length) differing.push(`${task.key}: ${task.artifacts.length} files of ${files.length}`);
  return differing;
}

function countBilled(data: string, account: string): number {
  const database = new DatabaseSync(join(data, "generation-service.db"));
  const row = database.prepare("SELECT count(*) AS count FROM tasks WHERE account = ?").get(account);
  database.close();
  return Number(row?.count);
}
