/** A machine that disappears from the network without closing its connections. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { postgresStore } from "../../src/service/store/postgres/openPostgresStore.ts";
import { startPostgres } from "../service/postgresServer.ts";
import { task } from "../unit/service/store/storedTasks.ts";
import { opener } from "../unit/service/store/storeKinds.ts";

const space = `gs-${process.pid}`;
const subnet = `10.${100 + (process.pid % 100)}.${Math.floor(process.pid / 100) % 256}`;
const ip = (...words: string[]) => execFileSync("ip", words, { stdio: "pipe" });

function canMakeNetworks(): boolean {
  try {
    ip("netns", "add", space);
    return true;
  } catch {
    return false;
  }
}

/** Opens a store like a service, inserts a task and goes on running. */
const program = (database: string) => `
  const { postgresStore } = await import(${JSON.stringify(fileURLToPath(new URL("../../src/service/store/postgres/openPostgresStore.ts", import.meta.url)))});
  const { completeOptions } = await import(${JSON.stringify(fileURLToPath(new URL("../../src/service/serviceOptions.ts", import.meta.url)))});
  const open = postgresStore(${JSON.stringify(database)});
  const store = await open({ data: undefined, files: undefined, keys: ["key"], settings: completeOptions({}), log: undefined });
  await store.tasks.insert({ ...${JSON.stringify(task)}, createdAt: Date.now() }, { kind: "image", model: "demo-image", prompt: "x", references: [] });
  console.log("inserted");
`;

test.skipIf(!canMakeNetworks())(
  "its tasks are free for others, which look every 4 seconds, within 11 seconds (skipped without the right to make networks)",
  async () => {
    onTestFinished(() => void ip("netns", "delete", space));
    const inside = `${space}i`.slice(-15);
    const outside = `${space}o`.slice(-15);
    ip("link", "add", outside, "type", "veth", "peer", "name", inside, "netns", space);
    ip("address", "add", `${subnet}.1/24`, "dev", outside);
    ip("link", "set", outside, "up");
    ip("-n", space, "address", "add", `${subnet}.2/24`, "dev", inside);
    ip("-n", space, "link", "set", inside, "up");
    const postgres = await startPostgres(`${subnet}.1`);
    onTestFinished(() => postgres.close());
    const local = await postgres.createDatabase();
    const survivor = await opener(undefined, postgresStore(local))();
    const remote = `postgres://postgres@${subnet}.1/${new URL(local).pathname.slice(1)}`;
    const machine = spawn("ip", ["netns", "exec", space, process.execPath, "--input-type=module", "-e", program(remote)]);
    onTestFinished(() => void machine.kill("SIGKILL"));
    let errors = "";
    machine.stderr.on("data", (chunk) => {
      errors += chunk;
    });
    await Promise.race([once(machine.stdout, "data"), once(machine, "exit").then(() => Promise.reject(new Error(errors)))]);
    expect(await survivor.tasks.claimAll()).toEqual([]);
    ip("-n", space, "link", "set", inside, "down");
    const lost = performance.now();
    await expect.poll(() => survivor.tasks.claimAll(), { timeout: 60_000, interval: 500 }).toMatchObject([{ task: { id: task.id } }]);
    expect(performance.now() - lost).toBeLessThan(11_000);
  },
);
