/** Two windows on one folder: both show a task, and its file is saved once, whichever window is closed. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { views } from "../workbench/views.ts";
import { openWorkbench, type Workbench } from "../workbench.ts";

const released = { "generationStudio.builtInService": {} };
const settings = { "generationStudio.output.fileName": "{slug}", "remote.autoForwardPorts": false };
let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench({ settings: { ...settings, "generationStudio.builtInService": { delay: 3_600_000 } } });
});
afterAll(() => workbench?.close());

it("a task is shown in every window, and saved once after the window that started it is closed", async () => {
  const { page } = workbench;
  // The first window has read its settings: while it is open, only the other window generates.
  const userSettings = path.join(workbench.folder, "..", "data", "User", "settings.json");
  await writeFile(userSettings, JSON.stringify({ ...JSON.parse(await readFile(userSettings, "utf8")), ...released }));
  const other = await page.context().newPage();
  await other.goto(page.url());
  const inOther = views(other);
  await inOther.openContainer("Generation Studio");
  await inOther.openView("Tasks");
  await inOther.pane("Tasks").getByText("Nothing has been generated yet.").waitFor();

  await workbench.runCommand("Generation Studio: Generate Video…");
  await workbench.answerInput("A paper boat", "What should the video show?");
  await inOther.treeRow("A paper boat").waitFor();
  await inOther.treeRow("In Progress").waitFor();
  await page.close();

  const files = () => readdir(path.join(workbench.folder, "generated")).catch(() => []);
  await expect.poll(files, { timeout: 100_000 }).toEqual(["a-paper-boat.mp4"]);
  await inOther.treeRow("Finished").waitFor();
  expect(await files()).toEqual(["a-paper-boat.mp4"]);
});
