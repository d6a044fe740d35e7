/** Generating from a selection: an image, the form, and a replacement. */
import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findForm } from "./workbench/findForm.ts";
import { takeActions } from "./workbench/takeActions.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench({
    files: {
      "story.md": "# Harbour\n\nA red lighthouse above the fog.\n\nThe end.\n",
      ".vscode/settings.json": "{}",
      "pier.md": "# Pier\n\nA wooden pier.\n",
    },
    settings: {
      "generationStudio.output.fileName": "{slug}",
      "files.autoSave": "afterDelay",
      "files.autoSaveDelay": 100,
    },
  });
});
afterAll(() => workbench?.close());

/** The workspace's settings; edits are saved automatically. */
const readText = (name: string) => readFile(path.join(workbench.folder, name), "utf8");

async function generatedFiles(): Promise<string[]> {
  return (await readdir(path.join(workbench.folder, "generated")).catch(() => [])).sort();
}

it("generates an image of the selection from the context menu, shows it, and links it below when asked to", async () => {
  const { page } = workbench;
  await workbench.openFile("story.md");
  const unfold = () => workbench.unfoldContextMenu("Generation Studio", "Generate Image from Selection");
  await takeActions(4, {
    "select the text": () => workbench.select({ line: 3, column: 1 }, { line: 3, column: 32 }),
    "open the context menu": async () => {
      await unfold();
      await workbench.screenshotInThemes("generate-submenu");
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
    },
    "choose Generate Image from Selection": async () => {
      await workbench.chooseFromContextMenu("Generation Studio", "Generate Image from Selection");
      await workbench.tab("a-red-lighthouse-above-the-fog.png").waitFor();
      // The progress has ended, and nothing covers the image that is in sight.
      await expect.poll(() => workbench.notification("").count()).toBe(0);
      await workbench.screenshotInThemes("generate-finished");
    },
    "insert the link": () => page.locator(".codelens-decoration a", { hasText: "Insert Link to a-red-li…he-fog.png" }).click(),
  });
  await page.locator(".monaco-editor .view-line", { hasText: "![A red lighthouse above the fog.]" }).waitFor();
  await page.keyboard.press("Control+s");
  await expect
    .poll(() => readFile(path.join(workbench.folder, "story.md"), "utf8"))
    .toContain("](generated/a-red-lighthouse-above-the-fog.png)");
  expect(await generatedFiles()).toEqual(["a-red-lighthouse-above-the-fog.png"]);
});

it("reads a selection aloud, and films it", async () => {
  await workbench.openFile("story.md");
  const select = () => workbench.select({ line: 7, column: 1 }, { line: 7, column: 9 });
  const choose = (title: string) => () => workbench.chooseFromContextMenu("Generation Studio", title);
  await takeActions(4, {
    "select the text": select,
    "open the context menu, and choose": choose("Generate Audio from Selection"),
  });
  await workbench.tab("the-end.mp3").waitFor();
  await workbench.openFile("story.md");
  await takeActions(4, { "select the text": select, "open the context menu, and choose": choose("Generate Video from Selection") });
  await expect.poll(generatedFiles).toEqual(["a-red-lighthouse-above-the-fog.png", "the-end.mp3", "the-end.mp4"]);
});

it("generates with the form: it refuses a size that the model does not make, and Ctrl+Enter generates", async () => {
  const { page } = workbench;
  await workbench.openFile("story.md");
  await workbench.select({ line: 3, column: 1 }, { line: 3, column: 16 });
  await workbench.chooseFromContextMenu("Generation Studio", "Generate with Options…");
  const form = await findForm(page);
  await form.getByRole("radio", { name: "Image" }).check({ force: true });
  await form.getByRole("combobox", { name: "Model" }).selectOption("demo-image");
  await form.getByRole("radio", { name: "Other…", exact: true }).first().click();
  const typed = form.getByRole("textbox", { name: "Size: Other Value" });
  await typed.fill("99k");
  await typed.press("Control+Enter");
  await form.getByText("demo-image accepts:").waitFor();
  await workbench.screenshotInThemes("generate-form");
  await typed.fill("96x64");
  const prompt = form.getByRole("textbox", { name: "Prompt", exact: true });
  await prompt.fill("A paper boat");
  await prompt.press("Control+Enter");
  await expect.poll(generatedFiles).toContain("a-paper-boat.png");
  await workbench.tab("a-paper-boat.png").waitFor();
  await rm(path.join(workbench.folder, "generated", "a-paper-boat.png"));
  await page.keyboard.press("Escape");
});

it("proposes a replacement as a diff: the file changes when it is accepted, and one undo restores it", async () => {
  const { page } = workbench;
  const diff = page.locator(".monaco-diff-editor");
  const before = await readText("pier.md");
  // With the image beside it, the narrow diff has one column, and its buttons are in a menu.
  await workbench.runCommand("View: Close All Editors");
  await workbench.openFile("pier.md");
  await workbench.select({ line: 3, column: 1 }, { line: 3, column: 15 });
  await workbench.chooseFromContextMenu("Generation Studio", "Replace Selection…");
  await workbench.answerInput("Say it louder", "How should the selection change?");
  await diff.locator(".modified .view-line", { hasText: /A\sWOODEN\sPIER\./ }).waitFor();
  await workbench.screenshotInThemes("generate-replacement");
  expect(await readText("pier.md")).toBe(before);
  await diff.locator(".modified .codelens-decoration a", { hasText: "Accept" }).click();
  await diff.waitFor({ state: "hidden" });
  await expect.poll(() => readText("pier.md")).toContain("A WOODEN PIER. (demo)\n");
  await workbench.undo();
  await expect.poll(() => readText("pier.md")).toBe(before);
});
