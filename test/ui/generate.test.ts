/** What a person does to generate: the submenu on a selection, the option steps, the Tasks and Models views, a reload in the middle of a video. */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openWorkbench, type Workbench } from "./workbench.ts";

const story = "# Harbour\n\nA red lighthouse above the fog.\n\nThe end.\n";
let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench({
    files: { "story.md": story },
    settings: { "generationStudio.output.fileName": "{slug}", "generationStudio.balanceWarning": 5000, "remote.autoForwardPorts": false },
  });
});
afterAll(() => workbench?.close());

async function generatedFiles(): Promise<string[]> {
  return (await readdir(path.join(workbench.folder, "generated")).catch(() => [])).sort();
}

/** Picks in one step of the options; the title tells that the step before is over. */
async function pickInStep(step: string, label: string | RegExp): Promise<void> {
  await workbench.page.locator(".quick-input-title", { hasText: `Generate: ${step} (` }).waitFor();
  await workbench.pick(label);
}

async function screenshotBoth(name: string): Promise<void> {
  const { switchTheme: wear } = workbench;
  for (const theme of ["light", "dark"] as const) {
    await wear(theme);
    await workbench.screenshot(`${name}-${theme}`);
  }
}

it("makes a picture of the selection from the context menu, shows it, and links it below when asked to", async () => {
  const { page } = workbench;
  await workbench.openFile("story.md");
  await workbench.select({ line: 3, column: 1 }, { line: 3, column: 32 });
  await workbench.unfoldContextMenu("Generate", "Image from Selection");
  await workbench.screenshot("generate-submenu");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await workbench.chooseFromContextMenu("Generate", "Image from Selection");
  await workbench.notification("Link it in story.md?").waitFor();
  await screenshotBoth("generate-finished");
  await workbench.pressNotificationButton("Link it in story.md?", "Insert Link");
  await page.locator(".monaco-editor .view-line", { hasText: "![A red lighthouse above the fog.]" }).waitFor();
  await page.keyboard.press("Control+s");
  await expect
    .poll(() => readFile(path.join(workbench.folder, "story.md"), "utf8"))
    .toContain("](generated/a-red-lighthouse-above-the-fog.png)");
  expect(await generatedFiles()).toEqual(["a-red-lighthouse-above-the-fog.png"]);
});

it("asks for the model and each option, and says what the service refused", async () => {
  const { page } = workbench;
  await workbench.openFile("story.md");
  await workbench.select({ line: 3, column: 1 }, { line: 3, column: 16 });
  await workbench.chooseFromContextMenu("Generate", "Image from Selection with Options…");
  await workbench.quickPickRows.filter({ hasText: "demo-image-pro" }).waitFor();
  await workbench.screenshot("generate-options-model");
  await pickInStep("Model", "demo-image");
  await workbench.quickPickRows.filter({ hasText: "1024x1024" }).waitFor();
  await workbench.screenshot("generate-options-size");
  await workbench.answerInput("99k");
  await pickInStep("Quality", "Default");
  await pickInStep("Aspect Ratio", "Default");
  await pickInStep("How Many", "1");
  await workbench.notification("The service refused the request").waitFor();
  await workbench.screenshot("generate-refused");
  await page.keyboard.press("Escape");
});

it("picks a video up again after a reload in the middle of it, and saves it once", async () => {
  const { page } = workbench;
  await workbench.openFile("story.md");
  await workbench.select({ line: 3, column: 3 }, { line: 3, column: 17 });
  await workbench.chooseFromContextMenu("Generate", "Video from Selection with Options…");
  await pickInStep("Model", "demo-video");
  await pickInStep("Size", "16:9");
  await page.locator(".quick-input-title", { hasText: "Generate: Quality (" }).waitFor();
  await workbench.answerInput("480p");
  await pickInStep("Duration in Seconds", "4");
  await pickInStep("How Many", "1");
  await workbench.openContainer("Generation Studio");
  await workbench.treeRow("In Progress").waitFor();
  await workbench.treeRow("red lighthouse").first().waitFor();
  await workbench.screenshot("generate-tasks-running");
  expect(await generatedFiles()).not.toContain("red-lighthouse.mp4");
  await workbench.reload();
  await expect.poll(generatedFiles, { timeout: 100_000 }).toContain("red-lighthouse.mp4");
  expect(await generatedFiles()).toEqual(["a-red-lighthouse-above-the-fog.png", "red-lighthouse.mp4"]);
  await workbench.openContainer("Generation Studio");
  await workbench.treeRow("Finished").waitFor();
  await workbench.treeRow(/^Failed\s*1$/).waitFor();
  await screenshotBoth("generate-tasks");
});

it("deletes a task here and on the service, after asking, and leaves the file", async () => {
  const row = workbench.treeRow("A red lighthouse above");
  await workbench.pressRowAction(row, "Delete…");
  await workbench.page.locator(".monaco-dialog-box").waitFor();
  await workbench.screenshot("generate-delete");
  await workbench.pressDialogButton("Delete");
  await row.waitFor({ state: "hidden" });
  expect(await generatedFiles()).toContain("a-red-lighthouse-above-the-fog.png");
});

it("lists the models by provider", async () => {
  await workbench.runCommand("Generation Studio: Focus on Models View");
  await workbench.treeRow("demo-image-pro").waitFor();
  await screenshotBoth("generate-models");
});

it("streams a replacement into the document and shows the difference, to accept or reject", async () => {
  const { page } = workbench;
  await workbench.openFile("story.md");
  await workbench.select({ line: 3, column: 1 }, { line: 3, column: 32 });
  await workbench.chooseFromContextMenu("Generate", "Replace Selection…");
  await workbench.answerInput("Say it louder", "How should the selection change?");
  await page.locator(".monaco-diff-editor").waitFor();
  const reject = page.locator('.editor-actions a.action-label[aria-label^="Reject Replacement"]');
  await reject.waitFor();
  await screenshotBoth("generate-replacement");
  await reject.click();
  await page.locator(".monaco-diff-editor").waitFor({ state: "hidden" });
  await workbench.openFile("story.md");
  await page.locator(".monaco-editor .view-line", { hasText: "A red lighthouse above the fog." }).first().waitFor();
});

it("tells the balance in the status bar once v2 told it, and warns below the user's threshold", async () => {
  const { page } = workbench;
  await workbench.changeWorkspaceSettings({ "generationStudio.interface": { image: "v2" } });
  await workbench.runCommand("Generation Studio: Generate Image…");
  await workbench.answerInput("A yellow kite", "What should the picture show?");
  const item = page.locator('.statusbar-item[id*="generationStudio.status"]');
  await item.locator(".codicon-credit-card").waitFor();
  expect(await item.getAttribute("class")).toContain("warning");
  await item.hover();
  await page.locator(".monaco-hover", { hasText: "Below your warning threshold" }).waitFor();
  await workbench.screenshot("generate-status-bar");
});

it("shows the picture and its cost where the pointer rests on a task", async () => {
  const { page } = workbench;
  await workbench.treeRow("A yellow kite").hover();
  const hover = page.locator(".monaco-hover", { hasText: "A yellow kite" });
  const picture = hover.locator("img");
  await picture.waitFor();
  await expect.poll(() => picture.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth)).toBe(1024);
  await hover.getByText("Cost:").waitFor();
  await workbench.screenshot("generate-tooltip");
});

it("asks for the key of a service that has none, with the one button that sets it", async () => {
  const { page } = workbench;
  await workbench.changeUserSettings({ "generationStudio.baseUrl": "http://127.0.0.1:9" });
  await workbench.runCommand("Generation Studio: Generate Image…");
  await workbench.answerInput("A locked door", "What should the picture show?");
  await workbench.notification("This service needs an API key.").waitFor();
  await workbench.screenshot("generate-missing-key");
  await workbench.pressNotificationButton("This service needs an API key.", "Set API Key…");
  await page.locator(".quick-input-widget", { hasText: "sent to http://127.0.0.1:9 alone" }).waitFor();
  await workbench.screenshot("generate-set-key");
  await page.keyboard.press("Escape");
});
