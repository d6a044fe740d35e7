/** Every item of the Tasks view's menus and its effect, the badge and the status bar, and a window without a folder. */
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService } from "../../../src/service/startService.ts";
import { faultyServiceKey } from "../faultyService.ts";
import { type Answer, type Front, openFront } from "../openFront.ts";
import { openWorkbench, type Workbench } from "../workbench.ts";

let service: Front;
let workbench: Workbench;
let hasVoice = false;
/** The paths of DELETE. */
const deleted: string[] = [];
/** true: the service does not answer DELETE, as if it were off. */
let isOff = false;
/** true: sounds and videos stay unfinished, even if the service behind has finished them. */
let isHeld = false;
/** The initial folder of a save dialog. */
let home: string;

const holdMedia: Answer = ({ method, url = "", headers }, _body, outgoing) => {
  if (method === "DELETE" && isOff) {
    outgoing.destroy();
    return true;
  }
  if (method === "DELETE") deleted.push(url);
  const [, id] = /^\/api\/v1\/(?:audios|videos)\/([^/?]+)$/.exec(url) ?? [];
  if (!isHeld || method !== "GET" || id === undefined || headers.authorization !== `Bearer ${faultyServiceKey}`) return false;
  outgoing.writeHead(200, { "content-type": "application/json" });
  outgoing.end(JSON.stringify({ id, status: "processing" }));
  return true;
};

beforeAll(async () => {
  service = await openFront(await startService({ keys: [faultyServiceKey], faults: true, superset: true }), holdMedia);
  home = await mkdtemp(path.join(tmpdir(), "generation-studio-home-"));
  workbench = await openWorkbench({
    environment: { HOME: home, USERPROFILE: home },
    files: { "notes.md": "# Notes\n\nCats below.\n" },
    settings: {
      "generationStudio.baseUrl": service.url,
      "generationStudio.output.fileName": "{slug}",
      "generationStudio.interface": { image: "v2" },
      "generationStudio.defaultModels": { image: "demo-image", audio: "fault-slow", video: "demo-video" },
    },
  });
  await workbench.runCommand("Generation Studio: Set API Key…");
  await workbench.answerInput(faultyServiceKey, "The key is stored in");
  // An input that loses the focus before the key was checked discards it.
  await workbench.page.locator(".quick-input-widget", { hasText: "The key is stored in" }).waitFor({ state: "hidden" });
  await workbench.openContainer("Generation Studio");
  await workbench.openView("Tasks");
  // The rows of the Tasks view need the height.
  await workbench.pane("Chat").locator(".pane-header").click();
});
afterAll(async () => {
  await workbench?.close();
  await service?.close();
  await rm(home, { recursive: true, force: true, maxRetries: 5 });
});

async function draw(prompt: string): Promise<Locator> {
  await workbench.runCommand("Generation Studio: Generate Image…");
  await workbench.answerInput(prompt, "What should the image show?");
  return task(prompt);
}

/** A sound that is not finished while `isHeld` is true. The voice is remembered after it was chosen once. */
async function sayHeld(text: string): Promise<Locator> {
  isHeld = true;
  await workbench.runCommand("Generation Studio: Generate Audio…");
  await workbench.answerInput(text, "What should be said?");
  if (!hasVoice) {
    await workbench.answerInput("slt", "Voice");
    hasVoice = true;
  }
  return task(text);
}

/** Rows of tasks with this prompt. */
const task = (prompt: string) => workbench.treeRow(prompt);
const described = (prompt: string, description: RegExp) => task(prompt).filter({ hasText: description });
const generated = () => path.join(workbench.folder, "generated");

it("counts running tasks in the badge and the status bar, says that one that is left is still billed, and fetches its result", async () => {
  const { page } = workbench;
  const badge = page.locator(".activitybar .action-item", { has: page.locator('a[aria-label^="Generation Studio"]') }).locator(".badge");
  const status = page.locator('.statusbar-item[id*="generationStudio.status"]');
  const kite = await sayHeld("A kite by 2 trees");
  const running = described("A kite", /being generated/);
  const stopped = described("A kite", /still generated and billed/);
  await running.waitFor();
  await badge.locator(".badge-content", { hasText: /^1$/ }).waitFor();
  await status.filter({ has: page.locator(".codicon-loading"), hasText: "1" }).waitFor();
  await workbench.showHover(status, "1 task is running");
  await workbench.screenshotInThemes("tasks-running");
  const toast = workbench.notification("Generating audio with");
  expect(await toast.getByRole("button", { name: "Cancel" }).count()).toBe(0);
  await toast.getByText("Stop Waiting (it is still generated and billed)").click();
  await stopped.waitFor();
  await toast.waitFor({ state: "hidden" });
  await workbench.treeRow(/^Stopped/).waitFor();
  await workbench.screenshotInThemes("tasks-left");
  await badge.waitFor({ state: "hidden" });
  await status.filter({ has: page.locator(".codicon-loading") }).waitFor({ state: "hidden" });
  await workbench.showHover(status, "no task is running");
  await workbench.chooseFromMenuOf(kite, "Get Result");
  await running.waitFor();
  await workbench.chooseFromMenuOf(kite, "Stop Waiting (it is still generated and billed)");
  await stopped.waitFor();
  isHeld = false;
  await described("A kite", /generated, not fetched/).waitFor({ timeout: 60_000 });
  expect(await readdir(generated())).toEqual([]);
  isHeld = true;
  await workbench.chooseFromMenuOf(kite, "Get Result");
  await running.waitFor();
  await workbench.pressRowAction(kite, "Stop Waiting (it is still generated and billed)", stopped);
  isHeld = false;
  await described("A kite", /generated, not fetched/).waitFor({ timeout: 60_000 });
  const finished = described("A kite", /^A kite by 2 trees\s*just now(?!.*not fetched)/);
  await workbench.pressRowAction(kite, "Get Result", running.or(finished));
  await finished.waitFor({ timeout: 60_000 });
  expect(await readdir(generated())).toEqual(["a-kite-by-2-trees.mp3"]);
});

it("cancels a task of the demo at the service, from its progress, its row and its menu", async () => {
  const film = (name: string) => `A film of ${name}`;
  const start = async (name: string) => {
    isHeld = true;
    await workbench.runCommand("Generation Studio: Generate Video…");
    await workbench.answerInput(film(name), "What should the video show?");
    await described(film(name), /waiting|being generated/).waitFor();
    return task(film(name));
  };
  const cancelled = (name: string) => described(film(name), /cancelled/);
  await start("a lamp");
  await workbench.screenshotInThemes("tasks-cancellable");
  await workbench.notification("Generating a video with").getByRole("button", { name: "Cancel" }).click();
  await cancelled("a lamp").waitFor();
  await workbench.pressRowAction(await start("a boat"), "Cancel", cancelled("a boat"));
  await workbench.chooseFromMenuOf(await start("a gull"), "Cancel");
  await cancelled("a gull").waitFor();
  await workbench.screenshotInThemes("tasks-cancelled");
  isHeld = false;
  expect(deleted).toHaveLength(3);
});

it("waits for a key if the service refuses the current one, offers to set it, and continues with the new one", async () => {
  const { page } = workbench;
  const bell = await sayHeld("A bell by the sea");
  await described("A bell", /being generated/).waitFor();
  await workbench.runCommand("Generation Studio: Set API Key…");
  await workbench.answerInput("wrong-key-0123456789", "The key is stored in");
  await described("A bell", /waiting for a key/).waitFor({ timeout: 60_000 });
  await workbench.screenshotInThemes("tasks-waiting-for-key");
  // The row is repainted every second.
  await workbench.pressRowAction(bell, "Set API Key…", page.locator(".quick-input-widget", { hasText: "The key is stored in" }));
  isHeld = false;
  await workbench.answerInput(faultyServiceKey, "The key is stored in");
  await described("A bell", /^A bell by the sea\s*just now/).waitFor({ timeout: 60_000 });
});

/** Generates a sound whose folder is replaced by a file before the result arrives. */
async function loseFolder(prompt: string): Promise<void> {
  await sayHeld(prompt);
  // The folder was created before the request was sent.
  await described(prompt, /being generated/).waitFor();
  await rm(generated(), { recursive: true });
  await writeFile(generated(), "A file where the folder belongs.");
  isHeld = false;
  await described(prompt, /could not be written/).waitFor();
}

it("saves a result that could not be written elsewhere, or again in its original folder", async () => {
  const { page } = workbench;
  const refused = "The result could not be written";
  await loseFolder("A crane on 2 legs");
  await workbench.screenshot("tasks-unwritable");
  await workbench.pressNotificationButton(refused, "Save Elsewhere…");
  const position = page.locator(".quick-input-widget input.input").first();
  await expect.poll(() => position.inputValue()).toMatch(/a-crane-on-2-legs\.mp3$/);
  await workbench.answerFileDialog("save", "Save the Generated File", path.join(home, "crane.mp3"));
  await workbench.notification(`Saved in ${home}.`).waitFor();
  expect((await readdir(home)).filter((name) => !name.startsWith("."))).toEqual(["crane.mp3"]);
  await described("A crane on 2 legs", /^A crane on 2 legs\s*just now/).waitFor();

  await workbench.clearNotifications();
  await rm(generated());
  await loseFolder("A hat in 2 sizes");
  await workbench.clearNotifications();
  await workbench.pressRowAction(task("A hat in 2 sizes"), "Save Again", workbench.notification(refused));
  await rm(generated());
  await workbench.chooseFromMenuOf(task("A hat in 2 sizes"), "Save Again");
  await workbench.notification("Saved in").waitFor();
  expect(await readdir(generated())).toEqual(["a-hat-in-2-sizes.mp3"]);
  // Its row moves to another section, which moves all rows below.
  await described("A hat in 2 sizes", /^A hat in 2 sizes\s*just now/).waitFor();
});

it("deletes one or several tasks here and on the service, or only here, after confirmation", async () => {
  const { page } = workbench;
  const confirm = async (question: string, button: string, about: string) => {
    await page.locator(".monaco-dialog-box", { hasText: question }).filter({ hasText: about }).waitFor();
    await workbench.pressDialogButton(button);
  };
  isOff = true;
  await workbench.chooseFromMenuOf(task("A hat in 2 sizes"), "Delete…");
  await confirm("Delete this task?", "Delete", "A hat in 2 sizes");
  await workbench.notification("Nothing was deleted.").waitFor();
  await task("A hat in 2 sizes").waitFor();
  isOff = false;
  await workbench.pressNotificationButton("Nothing was deleted.", "Try Again");
  await task("A hat in 2 sizes").waitFor({ state: "hidden" });
  await workbench.chooseFromMenuOf(task("A crane on 2 legs"), "Delete…");
  await confirm("Delete this task?", "Delete Here Only", "A crane on 2 legs");
  await task("A crane on 2 legs").waitFor({ state: "hidden" });

  for (let count = 1; count <= 3; count += 1) {
    await draw("A grey cat");
    await expect.poll(() => task("A grey cat").count()).toBe(count);
  }
  // A task that ends moves to another section, and its preview takes the focus.
  await workbench.tab("a-grey-cat-3.png").waitFor();
  await expect.poll(() => described("A grey cat", /just now/).count()).toBe(3);
  await task("A grey cat")
    .last()
    .click({ modifiers: ["ControlOrMeta"] });
  await task("A kite").click({ modifiers: ["ControlOrMeta"] });
  await workbench.chooseFromMenuOf(task("A kite"), "Delete…");
  await workbench.screenshot("tasks-delete-several");
  await confirm("Delete 2 tasks?", "Delete", "A kite");
  await task("A kite").waitFor({ state: "hidden" });
  await expect.poll(() => task("A grey cat").count()).toBe(2);

  await task("A grey cat")
    .first()
    .click({ modifiers: ["ControlOrMeta"] });
  await task("A grey cat")
    .last()
    .click({ modifiers: ["Shift"] });
  await page.keyboard.press("Delete");
  await confirm("Delete 2 tasks?", "Cancel", "A grey cat");
  await expect.poll(() => task("A grey cat").count()).toBe(2);
});

it("finds tasks by words of their prompt, and filters them by state", async () => {
  const { page } = workbench;
  const pane = workbench.pane("Tasks");
  const search = async (text: string) => {
    await workbench.pressViewAction("Tasks", "Search Tasks…", page.locator(".quick-input-title", { hasText: "Search Tasks" }));
    await workbench.answerInput(text, "Part of a prompt");
  };
  await search("GREY");
  await pane.getByText("Only “GREY”").waitFor();
  await task("A bell by the sea").waitFor({ state: "hidden" });
  await expect.poll(() => task("A grey cat").count()).toBe(2);
  await workbench.screenshotInThemes("tasks-search");
  await search("");
  await task("A bell by the sea").waitFor();
  await workbench.pressViewAction("Tasks", "Filter Tasks…", page.locator(".quick-input-title", { hasText: "Tasks That Are Shown" }));
  await workbench.pick("Finished");
  await page.keyboard.press("Enter");
  await task("A grey cat").first().waitFor({ state: "hidden" });
  await workbench.pressViewAction("Tasks", "Filter Tasks…", page.locator(".quick-input-title", { hasText: "Tasks That Are Shown" }));
  await workbench.pick("Finished");
  await page.keyboard.press("Enter");
  await task("A grey cat").first().waitFor();
});

it("filters by kind, and clears only the visible tasks, after confirmation", async () => {
  const { page } = workbench;
  const pane = workbench.pane("Tasks");
  await sayHeld("1 good evening");
  isHeld = false;
  await described("1 good evening", /just now/).waitFor();
  const toggle = async (...kinds: string[]) => {
    await workbench.pressViewAction("Tasks", "Filter Tasks…", page.locator(".quick-input-title", { hasText: "Tasks That Are Shown" }));
    for (const kind of kinds) await workbench.pick(kind);
    await workbench.screenshot("tasks-filter");
    await page.keyboard.press("Enter");
  };
  await toggle("text", "image", "video");
  await pane.getByText("Only audio").waitFor();
  await task("A grey cat").first().waitFor({ state: "hidden" });
  await workbench.screenshot("tasks-filtered");
  const question = page.locator(".monaco-dialog-box", { hasText: "Clear 2 finished tasks from the list?" });
  await workbench.pressViewAction("Tasks", "Clear Finished…", question);
  await workbench.pressDialogButton("Clear");
  await task("1 good evening").waitFor({ state: "hidden" });
  await task("A bell by the sea").waitFor({ state: "hidden" });
  await workbench.screenshot("tasks-filtered-empty");
  await expect.poll(() => pane.getByText("Nothing has been generated yet.").isVisible()).toBe(false);
  await toggle("text", "image", "video");
  await expect.poll(() => task("A grey cat").count()).toBe(2);
});

it("reads the list again when it is refreshed", async () => {
  const storage = path.join(workbench.folder, "..", "data", "User", "globalStorage", "generation-studio.generation-studio");
  // The window may be writing to the database.
  const journal = new DatabaseSync(path.join(storage, "tasks.sqlite"), { timeout: 20_000 });
  // A change that triggers no notification of the journal.
  journal.exec("UPDATE tasks SET prompt = 'A white cat' WHERE kind = 'image'");
  journal.close();
  await workbench.chooseFromViewMenu("Tasks", "Refresh Tasks");
  await task("A white cat").first().waitFor();
  await workbench.chooseFromViewMenu("Tasks", "Open Task by ID…");
  await workbench.page.locator(".quick-input-widget", { hasText: "Open Task" }).waitFor();
  await workbench.page.keyboard.press("Escape");
  await expect.poll(() => task("A white cat").count()).toBe(2);
});

it("a window without a folder asks where to save a file, and generates nothing if the dialog is cancelled", async () => {
  const { page } = workbench;
  const address = new URL(page.url());
  address.searchParams.delete("folder");
  address.searchParams.set("ew", "true");
  await page.goto(address.href);
  await page.locator(".monaco-workbench .part.statusbar").waitFor();
  const file = path.join(home, "a-red-lighthouse.png");
  const askForLighthouse = async () => {
    await workbench.runCommand("Generation Studio: Generate Image…");
    await workbench.answerInput("A red lighthouse", "What should the image show?");
    await page.locator(".quick-input-title", { hasText: "Save the Generated File" }).waitFor();
  };
  await askForLighthouse();
  await workbench.screenshot("generate-save-dialog");
  await page.keyboard.press("Escape");
  await page.locator(".quick-input-widget").filter({ visible: true }).waitFor({ state: "hidden" });
  await workbench.openContainer("Generation Studio");
  await workbench.openView("Tasks");
  await task("A white cat").first().waitFor();
  expect(await task("A red lighthouse").count()).toBe(0);

  await askForLighthouse();
  // The name that the dialog suggests is made from the prompt.
  await expect.poll(() => page.locator(".quick-input-widget input.input").first().inputValue()).toBe(file);
  await workbench.answerFileDialog("save", "Save the Generated File", file);
  await expect.poll(() => readFile(file, "latin1").catch(() => "")).toMatch(/^.PNG/);
  await workbench.tab("a-red-lighthouse.png").waitFor();
  await task("A red lighthouse").waitFor();
  await workbench.screenshot("generate-no-folder");
});
