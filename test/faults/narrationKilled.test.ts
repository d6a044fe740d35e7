/** A process that narrates a dialogue is killed between its turns: what is there is kept, and only the rest is asked for again. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createServiceClient } from "../../src/client/createServiceClient.ts";
import { openTasks } from "../../src/generations/openTasks.ts";
import { decodeSound } from "../../src/media/sounds/decodeSound.ts";
import { startServiceProcess } from "./killRuns.ts";
import { narrationIn, spoken } from "./narration.ts";
import { originOf } from "./statedOrigin.ts";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const keys = ["key-0", "key-1", "key-2"];
let data: string;
let service: Awaited<ReturnType<typeof startServiceProcess>>;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "generation-studio-service-"));
  service = await startServiceProcess(data, keys);
});
afterAll(async () => {
  service.service.kill("SIGKILL");
  await rm(data, { recursive: true, force: true, maxRetries: 5 });
});

function read<Row>(file: string, query: string, ...values: readonly string[]): Row[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database.prepare(query).all(...values) as Row[];
  } finally {
    database.close();
  }
}

const turnsIn = (folder: string) =>
  read<{ state: string; id: string | null }>(
    join(folder, "journal", "tasks.sqlite"),
    "SELECT state, id FROM tasks WHERE key LIKE '%.%' ORDER BY key",
  );

/** The requests that the service has from an account. */
const billedTo = (account: string) =>
  read<{ id: string }>(join(data, "generation-service.db"), "SELECT id FROM tasks WHERE account = ?", account).map(({ id }) => id);

test.each([1, 3, 5])("killed when %i turns are there", async (count) => {
  const [key, account] = [keys[(count - 1) / 2] ?? "", `account-${(count + 1) / 2}`];
  const folder = await realpath(await mkdtemp(join(tmpdir(), "generation-studio-narration-")));
  const client = createServiceClient({ baseUrl: service.baseUrl, key: async () => key });
  try {
    const worker = spawn(process.execPath, [join(import.meta.dirname, "narratingWorker.ts"), folder, service.baseUrl, key], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const gone = once(worker, "exit");
    await once(worker.stdout, "data");
    await vi.waitUntil(() => turnsIn(folder).filter(({ state }) => state === "saved").length >= count, { timeout: 120_000, interval: 5 });
    worker.kill("SIGKILL");
    await gone;
    const left = turnsIn(folder);
    expect(left).toHaveLength(spoken.length);
    expect(left.some(({ state }) => state !== "saved")).toBe(true);
    // Of these, only the service knows whether it has them.
    const unclear = left.filter(({ state, id }) => state === "submitting" && id === null).length;

    const tasks = await openTasks({ folder: join(folder, "journal"), client: async () => client, originOf });
    const [first] = tasks.list();
    const ended = await tasks.handle(first?.key ?? "").end();
    expect(ended.state).toBe(unclear > 0 ? "maybeAccepted" : "failed");
    const task = await tasks.submit(narrationIn(folder, service.baseUrl)).end();
    expect(task).toMatchObject({ key: first?.key, state: "saved", error: undefined });
    await tasks.close();

    const turns = turnsIn(folder);
    // What the service had is not asked for again.
    for (const [index, { id }] of left.entries()) if (id !== null) expect(turns[index]?.id).toBe(id);
    const billed = billedTo(account);
    expect(billed).toEqual(expect.arrayContaining(turns.map(({ id }) => id)));
    expect(billed.length - spoken.length).toBeLessThanOrEqual(unclear);
    expect(await readdir(join(folder, "out"))).toHaveLength(1);
    const sound = await readFile(task.artifacts[0]?.path ?? "");
    // Each chapter's title is in the file.
    for (const line of spoken) expect(sound.includes(line)).toBe(true);
    expect((await decodeSound(sound, "wav"))?.channels[0]?.length).toBeGreaterThan(8000 * spoken.length);
  } finally {
    await client.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
