/** Runs one measurement of the tasks in a process of its own and prints it as a line of JSON. */
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createServiceClient } from "../../src/client/createServiceClient.ts";
import type { TaskRequest } from "../../src/contract/wireRequest.ts";
import { Journal } from "../../src/generations/journal/journal.ts";
import { openTasks } from "../../src/generations/openTasks.ts";
import type { SendingTasks } from "../../src/generations/tasks.ts";

const [way = "", folder = "", baseUrl = ""] = process.argv.slice(2);
const prompt = "A red fox in the snow";
const request: TaskRequest = { interface: "v1", kind: "image", body: { model: "painter", prompt } };
const pageSize = 100;
const followedMilliseconds = 20_000;

async function open(): Promise<SendingTasks> {
  const client = createServiceClient({ baseUrl, key: async () => "bench-key" });
  return await openTasks({ folder, client: async () => client });
}

/** The cost of following 1,000 tasks that stay pending, after the first polls. */
async function follow(): Promise<Record<string, number>> {
  const tasks = await open();
  for (let batch = 0; batch < 50; batch += 1) {
    const target = { folder: join(folder, "out"), pattern: "{slug}" };
    await Promise.all(Array.from({ length: 20 }, () => tasks.submit({ baseUrl, request, target })));
  }
  await delay(2000);
  const pollsBefore = await readPolls();
  const cpuBefore = process.cpuUsage();
  const started = performance.now();
  await delay(followedMilliseconds);
  const { user, system } = process.cpuUsage(cpuBefore);
  const seconds = (performance.now() - started) / 1000;
  const polls = (await readPolls()) - pollsBefore;
  await tasks.close();
  return {
    requestsPerSecond: polls / seconds,
    cpuPercent: (user + system) / 10_000 / seconds,
    peakMiB: process.resourceUsage().maxRSS / 1024,
  };
}

async function readPolls(): Promise<number> {
  return Number(await (await fetch(`${baseUrl}/polls`)).text());
}

/** The time to open a journal of 10,000 saved tasks and to page through it. */
async function list(): Promise<Record<string, number>> {
  await fillJournal(10_000);
  const started = performance.now();
  const tasks = await open();
  const openMilliseconds = performance.now() - started;
  const pageTimes: number[] = [];
  let before: string | undefined;
  for (;;) {
    const pageStarted = performance.now();
    const page = tasks.list({ limit: pageSize, states: ["saved"], ...(before === undefined ? {} : { before }) });
    if (page.length === 0) break;
    pageTimes.push(performance.now() - pageStarted);
    before = page.at(-1)?.key;
  }
  await tasks.close();
  const sorted = pageTimes.toSorted((left, right) => left - right);
  return {
    openMilliseconds,
    pageMilliseconds: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    slowestPageMilliseconds: sorted.at(-1) ?? Number.NaN,
  };
}

async function fillJournal(count: number): Promise<void> {
  const journal = await Journal.open(join(folder, "tasks.sqlite"), undefined);
  const { tasks: table } = journal;
  await journal.write(() => {
    for (let index = 0; index < count; index += 1) {
      const key = `0190aabbccdd-${String(index).padStart(5, "0")}`;
      const target = { folder: join(folder, "out"), pattern: "{slug}" };
      table.add({ key, baseUrl, request, model: "painter", prompt, target, origin: {}, createdAt: index }, "owner");
      table.accept(key, `id-${index}`, index, "owner");
      const artifact = { path: join(folder, "out", `fox-${index}.png`), size: 1, sha256: String(index), mediaType: "image/png" };
      table.save(key, "owner", [artifact], index);
    }
  });
  await journal.close();
}

const ways: Record<string, () => Promise<Record<string, number>>> = { follow, list };
process.stdout.write(`${JSON.stringify(await ways[way]?.())}\n`);
process.exit();
