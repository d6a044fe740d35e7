/** The views of the side bar on a demo service: tasks and their menus, the library, and models. */

import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openWorkbench, type Workbench } from "./workbench.ts";

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench({
    files: { "notes.md": "# Notes\n\nCats below.\n" },
    settings: {
      "generationStudio.output.fileName": "{slug}",
      "generationStudio.interface": { image: "v2" },
      "generationStudio.defaultModels": { image: "demo-image" },
    },
  });
  await workbench.openContainer("Generation Studio");
  await workbench.openView("Tasks");
  // The rows of the Tasks view need the height.
  await workbench.pane("Chat").locator(".pane-header").click();
});
afterAll(() => workbench?.close());

async function draw(prompt: string): Promise<Locator> {
  await workbench.runCommand("Generation Studio: Generate Image…");
  await workbench.answerInput(prompt, "What should the image show?");
  return task(prompt);
}

/** Rows of tasks with this prompt. */
const task = (prompt: string) => workbench.treeRow(prompt);
const closeEditors = async () => {
  await workbench.runCommand("View: Close All Editors");
  await workbench.tab(/./).first().waitFor({ state: "hidden" });
};
const clipboard = () => workbench.page.evaluate(() => navigator.clipboard.readText());

it("opens a result, reveals it in the Explorer, and copies its prompt and its id", async () => {
  const { page } = workbench;
  const cat = await draw("A grey cat");
  await workbench.tab("a-grey-cat.png").waitFor();
  await workbench.page.locator(".pane-header", { hasText: /^Tasks \(1\)/ }).waitFor();
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
  await workbench.clearNotifications();
  await workbench.openFile("notes.md");
  await workbench.setCursor(3, 5);
  await workbench.chooseFromMenuOf(task("A grey cat"), "Insert Link");
  await workbench.activeEditor.locator(".view-line", { hasText: "![A grey cat](generated/a-grey-cat.png)" }).waitFor();
  await workbench.page.keyboard.press("Control+s");
});

it("shows the results in the library, with their menu", async () => {
  /** The preview of an image is a webview too, and the library's document is created again whenever its tab is shown. */
  const cell = async () => {
    const found = async () => {
      const cells = workbench.page.frames().map((frame) => frame.locator(".library .cell", { hasText: "A lamp in 2 colours" }).first());
      const counts = await Promise.all(cells.map((one) => one.count().catch(() => 0)));
      return cells[counts.findIndex((count) => count > 0)];
    };
    await expect.poll(found).toBeDefined();
    const shown = await found();
    if (shown === undefined) throw new Error("The library was closed.");
    return shown;
  };
  await draw("A lamp in 2 colours");
  await workbench.tab(/a-lamp-in-2-colours/).waitFor();
  await workbench.pressViewAction("Tasks", "Open Library", workbench.tab(/Library/));
  await cell();
  await workbench.screenshot("library");
  await workbench.chooseFromWebviewMenu(await cell(), "Copy Prompt");
  await expect.poll(() => clipboard()).toBe("A lamp in 2 colours");
});

it("lists the models by provider or by kind", async () => {
  await workbench.runCommand("Generation Studio: Focus on Models View");
  // A tree renders only the visible rows.
  await workbench.pane("Tasks").locator(".pane-header").click();
  const row = (text: string | RegExp) => workbench.pane("Models").locator(".monaco-list-row", { hasText: text });
  const group = (name: string) => row(new RegExp(`^${name}\\s*\\d+$`));
  await group("demo").waitFor();
  await workbench.screenshotInThemes("models-by-provider");
  await workbench.pressViewAction("Models", "Toggle Grouping by Kind", group("Video"));
  for (const kind of ["Text", "Image", "Audio", "Video"]) await group(kind).waitFor();
  await expect.poll(() => group("demo").count()).toBe(0);
  await workbench.screenshotInThemes("models-by-kind");
});
