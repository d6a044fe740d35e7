/** Every item of the menus of a result in the library, of a finished task, and of models. */
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cancelForm, findForm } from "../workbench/findForm.ts";
import { repeatUntilGone } from "../workbench/repeatUntil.ts";
import { takeActions } from "../workbench/takeActions.ts";
import { openWorkbench, type Workbench } from "../workbench.ts";

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench({
    settings: {
      "generationStudio.output.fileName": "{slug}",
      "generationStudio.interface": { image: "v2" },
      "generationStudio.defaultModels": { image: "demo-image" },
    },
  });
  await workbench.openContainer("Generation Studio");
  await workbench.openView("Tasks");
});
afterAll(() => workbench?.close());

const clipboard = () => workbench.page.evaluate(() => navigator.clipboard.readText());

it("runs each action of the menu of a result", async () => {
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
  await workbench.runCommand("Generation Studio: Generate Image…");
  await workbench.answerInput("A lamp in 2 colours", "What should the image show?");
  await workbench.tab(/a-lamp-in-2-colours/).waitFor();
  await workbench.pressViewAction("Tasks", "Open Library", workbench.tab(/Library/));
  await cell();
  await workbench.chooseFromWebviewMenu(await cell(), "Copy Prompt");
  await expect.poll(() => clipboard()).toBe("A lamp in 2 colours");
  await workbench.chooseFromWebviewMenu(await cell(), "Save As…");
  await workbench.answerFileDialog("save", "Save As", path.join(workbench.folder, "copy.png"));
  await expect.poll(async () => (await readdir(workbench.folder)).includes("copy.png")).toBe(true);
  await rm(path.join(workbench.folder, "copy.png"));
  await workbench.chooseFromWebviewMenu(await cell(), "Rename…");
  await workbench.answerInput("lamp.png", "The new name of the file");
  await workbench.tab("lamp.png").waitFor();
  await rm(path.join(workbench.folder, "generated", "lamp.png"));
  await (await cell()).getByText("The file is missing").waitFor();
  await workbench.screenshot("library-missing");
  await workbench.chooseFromWebviewMenu(await cell(), "Save Again");
  await expect.poll(async () => (await cell()).locator("img").count()).toBe(1);
  await workbench.chooseFromWebviewMenu(await cell(), "Insert Link");
  await workbench.notification("Place the cursor where the link should be inserted").waitFor();
  await workbench.chooseFromWebviewMenu(await cell(), "Delete…");
  await page.locator(".monaco-dialog-box", { hasText: "Delete this task?" }).waitFor();
  await workbench.pressDialogButton("Cancel");
  const lamp = await cell();
  await takeActions(3, {
    "choose from the menu of the result": () => workbench.chooseFromWebviewMenu(lamp, "Run Again with Options…"),
    "change the size": async () => (await findForm(page)).getByRole("radio", { name: "2048 px", exact: true }).click(),
    // By keyboard: a notification may cover the button.
    "press Generate": async () => (await findForm(page)).getByRole("button", { name: "Generate", exact: true }).press("Enter"),
  });
  await workbench.tab(/colours-2/).waitFor();
  await workbench.runCommand("Generation Studio: Open Library");
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
  await workbench.tab(/colours-3/).waitFor();
  await workbench.runCommand("Generation Studio: Open Library");
  await workbench.chooseFromWebviewMenu(await cell(), "More Like This…");
  await workbench.pick("Only the Result");
  await workbench.screenshot("library-more-like-this");
  await workbench.pick(/Run 4 Requests/);
  const lamps = async () => (await readdir(path.join(workbench.folder, "generated"))).filter((name) => name.startsWith("a-lamp"));
  await expect.poll(async () => (await lamps()).length).toBe(7);
  await workbench.chooseFromViewMenu("Chat", "Open Library");
  await workbench.chooseFromWebviewMenu(await cell(), "Reveal in Explorer");
  await workbench.explorerRow("a-lamp-in-2-colours-2.png").waitFor();
  await workbench.openContainer("Generation Studio");
  await workbench.chooseFromWebviewMenu(await cell(), "Edit Image…");
  await workbench.tab(/^Edit a-lamp/).waitFor();
  await workbench.runCommand("Generation Studio: Open Library");
  await workbench.chooseFromWebviewMenu(await cell(), "Upscale…");
  await page.locator(".editor-group-container.active .tab.active", { hasText: /^Edit a-lamp/ }).waitFor();
  await workbench.runCommand("Generation Studio: Open Library");
  await workbench.chooseFromWebviewMenu(await cell(), "Show Details");
  await workbench.tab(/Task/).waitFor();
  await workbench.runCommand("Generation Studio: Open Library");
  await workbench.chooseFromWebviewMenu(await cell(), "Open Result");
  // The file may already be open beside the library.
  await page.locator(".editor-group-container.active .tab.active", { hasText: /colours.*\.png/ }).waitFor();
});

it("runs a task again, then with other options, and saves it as a prompt document", async () => {
  const { page } = workbench;
  /** Rows of tasks with this prompt. */
  const task = (prompt: string) => workbench.treeRow(prompt);
  // The rows of the Tasks view need the height.
  await workbench.pane("Chat").locator(".pane-header").click();
  await workbench.runCommand("Generation Studio: Generate Image…");
  await workbench.answerInput("A grey cat", "What should the image show?");
  await workbench.tab("a-grey-cat.png").waitFor();
  // The row moves to another group, above other rows.
  await workbench.treeRow("In Progress").waitFor({ state: "detached" });
  const cat = task("A grey cat").last();
  await workbench.pressRowAction(cat, "Run Again");
  await workbench.tab("a-grey-cat-2.png").waitFor();
  await workbench.chooseFromMenuOf(cat, "Run Again");
  await workbench.tab("a-grey-cat-3.png").waitFor();
  await expect.poll(() => task("A grey cat").count()).toBe(3);
  const form = workbench.tab("Generate");
  const closeForm = async () => {
    await cancelForm(page);
    await form.waitFor({ state: "detached" });
  };
  await workbench.chooseFromMenuOf(cat, "Run Again with Options…");
  await closeForm();
  await takeActions(3, {
    "press the row's button": () => workbench.pressRowAction(cat, "Run Again with Options…", form),
    "change the size": async () => (await findForm(page)).getByRole("radio", { name: "2048 px", exact: true }).click(),
    // By keyboard: a notification may cover the button.
    "press Generate": async () => (await findForm(page)).getByRole("button", { name: "Generate", exact: true }).press("Enter"),
  });
  await workbench.tab("a-grey-cat-4.png").waitFor();
  await form.waitFor({ state: "detached" });
  await workbench.chooseFromMenuOf(cat, "Save As…");
  await workbench.answerFileDialog("save", "Save As", path.join(workbench.folder, "cat.png"));
  await expect.poll(async () => (await readdir(workbench.folder)).includes("cat.png")).toBe(true);
  await workbench.chooseFromMenuOf(cat, "More Like This…");
  await page.locator(".quick-input-title", { hasText: "More Like This" }).waitFor();
  await page.keyboard.press("Escape");
  await workbench.chooseFromMenuOf(cat, "Save as Prompt Document");
  const lines = page.locator(".editor-group-container.active .monaco-editor .view-lines");
  await lines.getByText("demo-image").first().waitFor();
  await lines.getByText("A grey cat").waitFor();
});

it("runs each action of the menus of the Models view", async () => {
  const { page } = workbench;
  await workbench.runCommand("Generation Studio: Focus on Models View");
  // A tree renders only the visible rows.
  await workbench.pane("Tasks").locator(".pane-header").click();
  const row = (text: string | RegExp) => workbench.pane("Models").locator(".monaco-list-row", { hasText: text });
  const group = (name: string) => row(new RegExp(`^${name}\\s*\\d+$`));
  await group("demo").waitFor();
  await workbench.pressViewAction("Models", "Toggle Grouping by Kind", group("Video"));

  await workbench.chooseFromMenuOf(row("demo-image-pro"), "Change What It Can Generate…");
  await workbench.pick("video");
  await workbench.pick("It can generate video");
  await expect.poll(() => row("demo-image-pro").count()).toBe(2);
  await workbench.pressViewAction("Models", "Toggle Grouping by Kind", group("demo"));

  const model = row("demo-image-pro").last();
  await workbench.pressRowAction(model, "Add to Favourites", group("Favourites"));
  await workbench.chooseFromMenuOf(model, "Remove from Favourites");
  await group("Favourites").waitFor({ state: "hidden" });
  await workbench.chooseFromMenuOf(model, "Add to Favourites");
  await group("Favourites").waitFor();
  await workbench.screenshotInThemes("models-favourite");
  await repeatUntilGone(group("Favourites"), () => workbench.pressRowAction(model, "Remove from Favourites"));

  await workbench.chooseFromMenuOf(row(/^\s*flite\s*2 voices/), "Set as Default for…");
  await row(/flite.*default for audio/).waitFor();
  await workbench.chooseFromMenuOf(row("demo-image-pro"), "Copy Model ID");
  await expect.poll(() => clipboard()).toBe("demo-image-pro");
  await workbench.chooseFromMenuOf(row("demo-image-pro"), "Show Details");
  await workbench.tab("Model.md").waitFor();
  await workbench.rendered("set by you");
  await workbench.screenshot("models-details");

  await workbench.pressViewAction("Models", "Refresh Models");
  await row("demo-image-pro").waitFor();
  await workbench.chooseFromViewMenu("Models", "Set API Key…");
  await page.locator(".quick-input-widget", { hasText: "The built-in service needs no key" }).waitFor();
  await page.keyboard.press("Escape");
  await workbench.chooseFromViewMenu("Models", "Remove API Key");
  await workbench.notification("No API key is stored").waitFor();
});
