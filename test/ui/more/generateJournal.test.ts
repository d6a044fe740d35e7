/** Task lists that cannot be read, with the resulting notifications, and a list of ten thousand, which is read in pages. */
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fillJournal } from "../../unit/tasks/library/fillJournal.ts";
import { repeatUntil } from "../workbench/repeatUntil.ts";
import { openWorkbench, type Workbench } from "../workbench.ts";

let workbench: Workbench;
let storage: string;

beforeAll(async () => {
  workbench = await openWorkbench();
  storage = path.join(workbench.folder, "..", "data", "User", "globalStorage", "generation-studio.generation-studio");
  await mkdir(storage, { recursive: true });
  await writeFile(path.join(storage, "tasks.sqlite"), "This is no database. ".repeat(500));
});
afterAll(() => workbench?.close());

/** Runs while no window is open; then a new window shows the view. */
async function replaceJournal(write: (file: string) => Promise<unknown>): Promise<void> {
  const file = path.join(storage, "tasks.sqlite");
  await workbench.page.goto("about:blank");
  // When it ends, the window's process would delete files beside the new database.
  await expect.poll(() => workbench.killExtensionHost().then(() => "killed", String)).toContain("No extension host runs");
  await expect.poll(() => rm(file).then(() => true)).toBe(true);
  for (const side of ["-wal", "-shm"]) await rm(file + side, { force: true });
  await write(file);
  await workbench.page.goBack();
  await workbench.openContainer("Generation Studio");
  await workbench.openView("Tasks");
}

it("reports that a damaged list was moved, and where", async () => {
  await workbench.openContainer("Generation Studio");
  await workbench.openView("Tasks");
  await workbench.notification(/was damaged\. It was kept as .*tasks-damaged-/).waitFor();
  await workbench.screenshot("generate-journal-damaged");
  expect((await readdir(storage)).some((name) => name.startsWith("tasks-damaged-"))).toBe(true);
});

it("reports that a newer version wrote the list, and offers the extension's update", async () => {
  await replaceJournal(async (file) => {
    const database = new DatabaseSync(file);
    database.exec("PRAGMA user_version = 999");
    database.close();
  });
  await workbench.notification("written by a newer version").waitFor();
  await workbench.screenshot("generate-journal-newer");
  await workbench.pressNotificationButton("written by a newer version", "Show Extension");
  await workbench.page.locator(".extensions-viewlet", { hasText: "@id:generation-studio.generation-studio" }).waitFor();
});

it("reports that the list cannot be opened and generates nothing; tried again, it shows ten thousand tasks in pages", async () => {
  const { page } = workbench;
  const error = "The list of tasks cannot be opened, so nothing can be generated";
  await replaceJournal(mkdir);
  await workbench.notification(error).waitFor();
  // The rows need the height.
  await workbench.pane("Chat").locator(".pane-header").click();
  await workbench.pane("Tasks").getByText("Generated files are not affected").waitFor();
  await expect.poll(() => workbench.pane("Tasks").getByText("Nothing has been generated yet").count()).toBe(0);
  await workbench.screenshot("generate-journal-unusable");
  await workbench.runCommand("Notifications: Clear All Notifications");
  await workbench.runCommand("Generation Studio: Generate Image…");
  await workbench.answerInput("A closed book", "What should the image show?");
  await workbench.notification(error).waitFor();
  expect(await readdir(workbench.folder)).not.toContain("generated");

  const file = path.join(storage, "tasks.sqlite");
  await rm(file, { recursive: true });
  await (await fillJournal(file, 10_000)).close();
  await workbench.pane("Tasks").getByRole("button", { name: "Try Again" }).click();
  const rows = workbench.pane("Tasks").locator(".monaco-list-row");
  await rows.filter({ hasText: /^Finished\s*10,000$/ }).waitFor();
  await rows.filter({ hasText: "Picture 9999" }).waitFor();
  for (const [shown, left] of [
    [50, "9,950"],
    [100, "9,900"],
  ] as const) {
    const more = rows.filter({ hasText: new RegExp(`^Show More…\\s*${left}$`) });
    await workbench.pane("Tasks").locator(".monaco-list").focus();
    await repeatUntil(more, () => page.keyboard.press("End"));
    await expect.poll(() => more.getAttribute("aria-setsize")).toBe(String(shown + 1));
    await workbench.pressRow("Show More…");
  }
  await workbench.screenshot("generate-tasks-paged");
});
