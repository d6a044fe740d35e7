/** Every item of the Tasks view's menus and its effect, the badge and the status bar. */
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService } from "../../src/service/startService.ts";
import { faultyServiceKey } from "./faultyService.ts";
import { type Answer, type Front, openFront } from "./openFront.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";

let service: Front;
let workbench: Workbench;
let hasVoice = false;
/** true: sounds stay unfinished, even if the service behind has finished them. */
let isHeld = false;
/** The initial folder of a save dialog. */
let home: string;

const holdSounds: Answer = ({ method, url = "", headers }, _body, outgoing) => {
  const [, id] = /^\/api\/v1\/audios\/([^/?]+)$/.exec(url) ?? [];
  if (!isHeld || method !== "GET" || id === undefined || headers.authorization !== `Bearer ${faultyServiceKey}`) return false;
  outgoing.writeHead(200, { "content-type": "application/json" });
  outgoing.end(JSON.stringify({ id, status: "processing" }));
  return true;
};

beforeAll(async () => {
  service = await openFront(await startService({ keys: [faultyServiceKey], faults: true }), holdSounds);
  home = await mkdtemp(path.join(tmpdir(), "generation-studio-home-"));
  workbench = await openWorkbench({
    environment: { HOME: home, USERPROFILE: home },
    files: { "notes.md": "# Notes\n\nCats below.\n" },
    settings: {
      "generationStudio.baseUrl": service.url,
      "generationStudio.output.fileName": "{slug}",
      "generationStudio.interface": { image: "v2" },
      "generationStudio.defaultModels": { image: "demo-image", audio: "fault-slow" },
    },
  });
  await workbench.runCommand("Generation Studio: Set API Key…");
  await workbench.answerInput(faultyServiceKey, "The key is stored in");
  await workbench.openContainer("Generation Studio");
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
    await workbench.answerInput("alto", "Voice");
    hasVoice = true;
  }
  return task(text);
}

/** Rows of tasks with this prompt. */
const task = (prompt: string) => workbench.treeRow(prompt);
const described = (prompt: string, description: RegExp) => task(prompt).filter({ hasText: description });
const closeEditors = async () => {
  await workbench.runCommand("View: Close All Editors");
  await workbench.tab(/./).first().waitFor({ state: "hidden" });
};
const clipboard = () => workbench.page.evaluate(() => navigator.clipboard.readText());
const generated = () => path.join(workbench.folder, "generated");

it("counts running tasks in the badge and the status bar, stops following one, and fetches its result when it is followed again", async () => {
  const { page } = workbench;
  const badge = page.locator(".activitybar .action-item", { has: page.locator('a[aria-label^="Generation Studio"]') }).locator(".badge");
  const status = page.locator('.statusbar-item[id*="generationStudio.status"]');
  const kite = await sayHeld("A kite above 2 trees");
  const running = described("A kite", /processing/);
  const stopped = described("A kite", /not followed/);
  await running.waitFor();
  await badge.locator(".badge-content", { hasText: /^1$/ }).waitFor();
  await status.filter({ has: page.locator(".codicon-loading"), hasText: "1" }).waitFor();
  await workbench.showHover(status, "1 task is running");
  await workbench.screenshot("tasks-running");
  await workbench.pressRowAction(kite, "Stop Following", stopped);
  await badge.waitFor({ state: "hidden" });
  await status.filter({ has: page.locator(".codicon-loading") }).waitFor({ state: "hidden" });
  await workbench.showHover(status, "no task is running");
  await workbench.chooseFromMenuOf(kite, "Follow Again");
  await running.waitFor();
  await workbench.chooseFromMenuOf(kite, "Stop Following");
  await stopped.waitFor();
  isHeld = false;
  const finished = described("A kite", /^A kite above 2 trees\s*just now/);
  await workbench.pressRowAction(kite, "Follow Again", running.or(finished));
  await finished.waitFor({ timeout: 60_000 });
  expect(await readdir(generated())).toEqual(["a-kite-above-2-trees.mp3"]);
});

it("waits for a key if the service refuses the current one, offers to set it, and continues with the new one", async () => {
  const { page } = workbench;
  const bell = await sayHeld("A bell at the harbour");
  await described("A bell", /processing/).waitFor();
  await workbench.runCommand("Generation Studio: Set API Key…");
  await workbench.answerInput("wrong-key-0123456789", "The key is stored in");
  await described("A bell", /waiting for a key/).waitFor({ timeout: 60_000 });
  await workbench.screenshotInThemes("tasks-waiting-for-key");
  // The row is repainted every second.
  await workbench.pressRowAction(bell, "Set API Key…", page.locator(".quick-input-widget", { hasText: "The key is stored in" }));
  isHeld = false;
  await workbench.answerInput(faultyServiceKey, "The key is stored in");
  await described("A bell", /^A bell at the harbour\s*just now/).waitFor({ timeout: 60_000 });
});

it("opens a result, reveals it in the Explorer, and copies its prompt and its id", async () => {
  const { page } = workbench;
  const cat = await draw("A grey cat");
  await workbench.tab("a-grey-cat.png").waitFor();
  await workbench.chooseFromMenuOf(cat, "Copy Prompt");
  await expect.poll(clipboard).toBe("A grey cat");
  await workbench.chooseFromMenuOf(cat, "Copy Task ID");
  await expect.poll(clipboard).toMatch(/^[a-z]+_\w{16,}$/);
  for (const open of [() => workbench.pressRowAction(cat, "Open Result"), () => workbench.chooseFromMenuOf(cat, "Open Result")]) {
    await closeEditors();
    await open();
    await workbench.tab("a-grey-cat.png").waitFor();
    // The preview takes the focus once it is loaded, which closes any open menu.
    await page.locator(".statusbar", { hasText: "1024x1024" }).waitFor();
  }
  await workbench.chooseFromMenuOf(cat, "Reveal in Explorer");
  await page.locator(".explorer-folders-view .monaco-list-row.selected", { hasText: "a-grey-cat.png" }).waitFor();
  await workbench.openContainer("Generation Studio");
});

it("shows the details, with the cost of the task and of the whole day", async () => {
  await closeEditors();
  await workbench.chooseFromMenuOf(task("A grey cat"), "Show Details");
  await workbench.tab("Task.md").waitFor();
  const page = await workbench.rendered("A grey cat");
  const cost = async (name: string) => Number(new RegExp(`${name}: ([\\d.]+)`).exec((await page.textContent()) ?? "")?.[1]);
  await expect.poll(() => cost("Cost")).toBeGreaterThan(0);
  await expect.poll(() => cost("Cost of all tasks today")).toBe(await cost("Cost"));
  await workbench.screenshot("tasks-details");
});

it("inserts the link below the cursor of a visible document, and reports if there is none", async () => {
  await closeEditors();
  const missing = "Place the cursor where the link should be inserted";
  await workbench.chooseFromMenuOf(task("A grey cat"), "Insert Link");
  await workbench.notification(missing).waitFor();
  await workbench.runCommand("Notifications: Clear All Notifications");
  await workbench.openFile("notes.md");
  await workbench.setCursor(3, 5);
  await workbench.chooseFromMenuOf(task("A grey cat"), "Insert Link");
  await workbench.activeEditor.locator(".view-line", { hasText: "![A grey cat](generated/a-grey-cat.png)" }).waitFor();
  await workbench.page.keyboard.press("Control+s");
});

it("runs a task again, then with other options, and saves it as a prompt document", async () => {
  const { page } = workbench;
  const cat = task("A grey cat").last();
  await workbench.pressRowAction(cat, "Run Again");
  await workbench.tab("a-grey-cat-2.png").waitFor();
  await workbench.chooseFromMenuOf(cat, "Run Again");
  await workbench.tab("a-grey-cat-3.png").waitFor();
  await expect.poll(() => task("A grey cat").count()).toBe(3);
  const isInOptions = () => page.locator(".quick-input-title", { hasText: "Generate: Model (" }).waitFor();
  await workbench.chooseFromMenuOf(cat, "Run Again with Options…");
  await isInOptions();
  await page.keyboard.press("Escape");
  // While Alt is pressed, the button *Run Again* becomes its alternative.
  await cat.hover();
  await page.keyboard.down("Alt");
  await workbench.pressRowAction(cat, "Run Again with Options…");
  await page.keyboard.up("Alt");
  await isInOptions();
  await page.keyboard.press("Escape");
  await workbench.chooseFromMenuOf(cat, "More Like This…");
  await page.locator(".quick-input-title", { hasText: "More Like This" }).waitFor();
  await page.keyboard.press("Escape");
  await workbench.chooseFromMenuOf(cat, "Save as Prompt Document");
  const lines = page.locator(".editor-group-container.active .monaco-editor .view-lines");
  await lines.getByText("demo-image").first().waitFor();
  await lines.getByText("A grey cat").waitFor();
});

/** Generates a sound whose folder is replaced by a file before the result arrives. */
async function loseFolder(prompt: string): Promise<void> {
  await sayHeld(prompt);
  // The folder was created before the request was sent.
  await described(prompt, /processing/).waitFor();
  await rm(generated(), { recursive: true });
  await writeFile(generated(), "A file where the folder belongs.");
  isHeld = false;
  await described(prompt, /could not be written/).waitFor();
}

it("saves a result that could not be written elsewhere, or again in its original folder", async () => {
  const { page } = workbench;
  const refused = "The result could not be written";
  await loseFolder("A crane with 2 legs");
  await workbench.screenshot("tasks-unwritable");
  await workbench.pressNotificationButton(refused, "Save Elsewhere…");
  const position = page.locator(".quick-input-widget input.input").first();
  await expect.poll(() => position.inputValue()).toMatch(/A-crane-with-2-legs\.mp3$/);
  await workbench.answerFileDialog("save", "Save the Generated File", path.join(home, "crane.mp3"));
  await workbench.notification(`Saved in ${home}.`).waitFor();
  expect((await readdir(home)).filter((name) => !name.startsWith("."))).toEqual(["crane.mp3"]);
  await described("A crane with 2 legs", /^A crane with 2 legs\s*just now/).waitFor();

  await workbench.runCommand("Notifications: Clear All Notifications");
  await rm(generated());
  await loseFolder("A hat in 2 sizes");
  await workbench.runCommand("Notifications: Clear All Notifications");
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
  await workbench.chooseFromMenuOf(task("A hat in 2 sizes"), "Delete…");
  await confirm("Delete this task?", "Delete", "A hat in 2 sizes");
  await task("A hat in 2 sizes").waitFor({ state: "hidden" });
  await workbench.chooseFromMenuOf(task("A crane with 2 legs"), "Delete…");
  await confirm("Delete this task?", "Delete Here Only", "A crane with 2 legs");
  await task("A crane with 2 legs").waitFor({ state: "hidden" });

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
  await task("A bell at the harbour").waitFor({ state: "hidden" });
  await expect.poll(() => task("A grey cat").count()).toBe(2);
  await workbench.screenshotInThemes("tasks-search");
  await search("");
  await task("A bell at the harbour").waitFor();
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
  await task("A bell at the harbour").waitFor({ state: "hidden" });
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
  journal.exec("UPDATE tasks SET prompt = 'A white cat'");
  journal.close();
  await workbench.pressViewAction("Tasks", "Refresh Tasks", task("A white cat").first());
  await expect.poll(() => task("A white cat").count()).toBe(2);
});

it("shows the results in the library, and runs the actions of its menu", async () => {
  const { page } = workbench;
  /** The preview of an image is a webview too, and the library's document is created again whenever its tab is shown. */
  const cell = async () => {
    const found = async () => {
      const cells = page.frames().map((frame) => frame.locator(".library .cell", { hasText: "A lamp in 2 colours" }).first());
      const counts = await Promise.all(cells.map((one) => one.count().catch(() => 0)));
      return cells[counts.findIndex((count) => count > 0)];
    };
    await expect.poll(found).toBeDefined();
    const shown = await found();
    if (shown === undefined) throw new Error("The library was closed.");
    return shown;
  };
  await draw("A lamp in 2 colours");
  await workbench.tab(/a-lamp-in-2-colours/).waitFor({ timeout: 60_000 });
  await workbench.pressViewAction("Tasks", "Open Library", workbench.tab(/Library/));
  await cell();
  await workbench.screenshot("library");
  await workbench.chooseFromWebviewMenu(await cell(), "Copy Prompt");
  await expect.poll(() => clipboard()).toBe("A lamp in 2 colours");
  await workbench.chooseFromWebviewMenu(await cell(), "Rename…");
  await workbench.answerInput("lamp.png", "The new name of the file");
  await workbench.tab("lamp.png").waitFor();
  await rm(path.join(workbench.folder, "generated", "lamp.png"));
  await (await cell()).getByText("The file is missing").waitFor();
  await workbench.screenshot("library-missing");
  await workbench.chooseFromWebviewMenu(await cell(), "Save Again");
  await expect.poll(async () => (await cell()).locator("img").count(), { timeout: 60_000 }).toBe(1);
  await workbench.chooseFromWebviewMenu(await cell(), "Insert Link");
  await workbench.notification("Place the cursor where the link should be inserted").waitFor();
  await workbench.chooseFromWebviewMenu(await cell(), "Delete…");
  await page.locator(".monaco-dialog-box", { hasText: "Delete this task?" }).waitFor();
  await workbench.pressDialogButton("Cancel");
  await workbench.chooseFromWebviewMenu(await cell(), "More Like This…");
  await page.locator(".quick-input-title", { hasText: "More Like This" }).waitFor();
  await page.keyboard.press("Escape");
  await workbench.chooseFromWebviewMenu(await cell(), "Use as Reference…");
  await page.getByPlaceholder("What should be generated?").waitFor();
  await page.keyboard.press("Escape");
  await workbench.chooseFromWebviewMenu(await cell(), "Save as Prompt Document");
  const lines = page.locator(".editor-group-container.active .monaco-editor.focused .view-lines");
  await lines.getByText("A lamp in 2 colours").first().waitFor();
  await workbench.runCommand("Generation Studio: Open Library");
  await workbench.chooseFromWebviewMenu(await cell(), "Attach to Chat");
  const chips = () =>
    Promise.all(
      page.frames().map((frame) =>
        frame
          .locator(".chip", { hasText: "colours" })
          .count()
          .catch(() => 0),
      ),
    );
  await expect.poll(async () => (await chips()).includes(1)).toBe(true);
  await workbench.chooseFromWebviewMenu(await cell(), "Run Again");
  await workbench.tab(/colours-2/).waitFor({ timeout: 60_000 });
  await workbench.runCommand("Generation Studio: Open Library");
  await workbench.chooseFromWebviewMenu(await cell(), "Reveal in Explorer");
  await workbench.explorerRow("a-lamp-in-2-colours-2.png").waitFor();
  await workbench.openContainer("Generation Studio");
  await workbench.chooseFromWebviewMenu(await cell(), "Show Details");
  await workbench.tab(/Task/).waitFor();
  await workbench.runCommand("Generation Studio: Open Library");
  await workbench.chooseFromWebviewMenu(await cell(), "Open Result");
  // The file may already be open beside the library.
  await page.locator(".editor-group-container.active .tab.active", { hasText: /colours.*\.png/ }).waitFor();
});
