/** Lists of tasks that cannot be read, with the resulting notifications, and one of ten thousand tasks, which is read in pages. */
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fillJournal } from "../../unit/generations/library/fillJournal.ts";
import { repeatUntil } from "../workbench/repeatUntil.ts";
import { openWorkbench, type Workbench } from "../workbench.ts";

let workbench: Workbench;
let file: string;

beforeAll(async () => {
  workbench = await openWorkbench();
  file = path.join(workbench.folder, "..", "data", "User", "globalStorage", "generation-studio.generation-studio", "tasks.sqlite");
  // No file can be written there.
  await mkdir(file, { recursive: true });
  await workbench.openContainer("Generation Studio");
  await workbench.openView("Tasks");
  // The rows need the height.
  await workbench.pane("Chat").locator(".pane-header").click();
});
afterAll(() => workbench?.close());

async function draw(prompt: string): Promise<void> {
  await workbench.clearNotifications();
  await workbench.runCommand("Generation Studio: Generate Image…");
  await workbench.answerInput(prompt, "What should the image show?");
}

it("reports that the list cannot be opened, and generates nothing", async () => {
  const error = "The list of tasks cannot be opened, so nothing can be generated";
  await workbench.notification(error).waitFor();
  await workbench.pane("Tasks").getByText("Generated files are not affected").waitFor();
  await expect.poll(() => workbench.pane("Tasks").getByText("Nothing has been generated yet").count()).toBe(0);
  await workbench.screenshot("generate-journal-unusable");
  await draw("A closed book");
  await workbench.notification(error).waitFor();
  expect(await readdir(workbench.folder)).not.toContain("generated");
});

it("reports that a newer version wrote the list, and offers the extension's update", async () => {
  await rm(file, { recursive: true });
  const database = new DatabaseSync(file);
  database.exec("PRAGMA user_version = 999");
  database.close();
  await draw("A newer book");
  await workbench.notification("written by a newer version").waitFor();
  await workbench.screenshot("generate-journal-newer");
  await workbench.pressNotificationButton("written by a newer version", "Show Extension");
  await workbench.page.locator(".extensions-viewlet", { hasText: "@id:generation-studio.generation-studio" }).waitFor();
  await workbench.openContainer("Generation Studio");
});

it("reports that a damaged list was moved, and where", async () => {
  await writeFile(file, "This is no database. ".repeat(500));
  await workbench.pane("Tasks").getByRole("button", { name: "Try Again" }).click();
  await workbench.notification(/was damaged\. It was kept as .*tasks-damaged-/).waitFor();
  await workbench.screenshot("generate-journal-damaged");
  expect((await readdir(path.dirname(file))).some((name) => name.startsWith("tasks-damaged-"))).toBe(true);
});

it("shows ten thousand tasks in pages", async () => {
  const { page } = workbench;
  await (await fillJournal(file, 10_000)).close();
  const rows = workbench.pane("Tasks").locator(".monaco-list-row");
  await workbench.chooseFromViewMenu("Tasks", "Refresh Tasks");
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
