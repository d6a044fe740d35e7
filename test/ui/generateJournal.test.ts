/** A list of tasks that cannot be read: a person sees it, with what to do, and loses nothing. */
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openWorkbench, type Workbench } from "./workbench.ts";

let workbench: Workbench;
let storage: string;

beforeAll(async () => {
  workbench = await openWorkbench();
  storage = path.join(workbench.folder, "..", "data", "User", "globalStorage", "generation-studio.generation-studio");
  await mkdir(storage, { recursive: true });
  await writeFile(path.join(storage, "tasks.sqlite"), "This is no database. ".repeat(500));
});
afterAll(() => workbench?.close());

it("says that a damaged list was set aside, and where", async () => {
  await workbench.openContainer("Generation Studio");
  await workbench.notification(/was damaged\. It was kept as .*tasks-damaged-/).waitFor();
  await workbench.screenshot("generate-journal-damaged");
  expect((await readdir(storage)).some((name) => name.startsWith("tasks-damaged-"))).toBe(true);
});

it("says that a newer version wrote the list, and finds the extension to update", async () => {
  const { page } = workbench;
  await page.goto("about:blank");
  const file = path.join(storage, "tasks.sqlite");
  await expect.poll(() => rm(file).then(() => true)).toBe(true);
  for (const side of ["-wal", "-shm"]) await rm(file + side, { force: true });
  const database = new DatabaseSync(file);
  database.exec("PRAGMA user_version = 999");
  database.close();
  await page.goBack();
  await workbench.openContainer("Generation Studio");
  await workbench.notification("written by a newer version").waitFor();
  await workbench.screenshot("generate-journal-newer");
  await workbench.pressNotificationButton("written by a newer version", "Show Extension");
  await page.locator(".extensions-viewlet", { hasText: "@id:generation-studio.generation-studio" }).waitFor();
});
