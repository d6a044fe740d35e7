/** What a newcomer meets: the walkthrough, the empty views, the option steps with their way back and their other end, and the Models view. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { findChat } from "./workbench/chatFrames.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench({ files: { "story.md": "A red lighthouse.\n" } });
});
afterAll(() => workbench?.close());

it("shows the walkthrough, whose first step leads to a picture", async () => {
  const { page } = workbench;
  // The pictures are shown where there is room beside the steps.
  await page.setViewportSize({ width: 1500, height: 900 });
  await workbench.runCommand("View: Toggle Primary Side Bar Visibility");
  await workbench.runCommand("Generation Studio: Welcome");
  const step = (title: string) => page.locator(".getting-started-step", { hasText: title });
  await step("Make a picture of what you wrote").waitFor();
  expect(await page.locator(".gettingStartedDetailsContent .getting-started-step").count()).toBe(5);
  const picture = page.locator(".getting-started-media img");
  await picture.waitFor();
  await expect.poll(() => picture.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth)).toBeGreaterThan(0);
  await workbench.screenshotInThemes("welcome");
  for (const [title, name] of [
    ["Ask in the chat", "chat"],
    ["Keep a good prompt", "prompt"],
    ["Watch the tasks", "tasks"],
    ["Use your own service", "key"],
  ] as const) {
    await step(title).click();
    await workbench.page.locator(".getting-started-step.expanded", { hasText: title }).waitFor();
    await workbench.screenshot(`welcome-${name}`);
  }
  await step("Make a picture of what you wrote").click();
  await page.getByRole("button", { name: "Generate Image…" }).first().click();
  await page.locator(".quick-input-widget", { hasText: "What should the picture show?" }).waitFor();
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1280, height: 800 });
});

it("keeps the welcome of the empty Tasks view short", async () => {
  await workbench.openContainer("Generation Studio");
  const view = workbench.pane("Tasks");
  await view.getByText("Nothing generated yet.").waitFor();
  expect(await view.locator(".welcome-view-content .monaco-button").count()).toBe(1);
  await workbench.screenshot("welcome-tasks");
});

it("goes back in the option steps with what was answered before, and ends in a prompt document instead of a task", async () => {
  const { page } = workbench;
  const inStep = (title: string) => page.locator(".quick-input-title", { hasText: `Generate: ${title} (` }).waitFor();
  await workbench.openFile("story.md");
  await workbench.chooseFromContextMenu("Generate", "Image from Selection with Options…");
  await inStep("Model");
  await workbench.pick("demo-image-pro");
  await inStep("Size");
  await workbench.quickPickRows.filter({ hasText: "1024x1024" }).click();
  await inStep("Quality");
  await page.locator('.quick-input-titlebar a.action-label[aria-label^="Back"]').click();
  await inStep("Size");
  await workbench.quickPickRows.and(page.locator(".focused")).filter({ hasText: "1024x1024" }).waitFor();
  await page.keyboard.press("Enter");
  await inStep("Quality");
  await workbench.pick("Default");
  await inStep("Aspect Ratio");
  await workbench.pick("Default");
  await inStep("How Many");
  await workbench.screenshot("generate-options-last");
  await workbench.pick("Save as Prompt Document");
  const lines = page.locator(".editor-group-container.active .monaco-editor .view-lines");
  await lines.getByText("A red lighthouse.").waitFor();
  await lines.getByText("demo-image-pro").waitFor();
  await lines.getByText("1024x1024").waitFor();
  await workbench.screenshot("generate-saved-as-document");
  await workbench.pane("Tasks").getByText("Nothing generated yet.").waitFor();
});

it("lists the models by provider or by kind, and does with each what the view's menus say", async () => {
  const { page } = workbench;
  await workbench.runCommand("Generation Studio: Focus on Models View");
  // A tree has only those rows that are in sight.
  for (const view of ["Chat", "Tasks"]) await workbench.pane(view).locator(".pane-header").click();
  const row = (text: string | RegExp) => workbench.pane("Models").locator(".monaco-list-row", { hasText: text });
  const group = (name: string) => row(new RegExp(`^${name}\\s*\\d+$`));
  await group("inkwell").waitFor();
  await workbench.screenshotInThemes("models-by-provider");
  await workbench.pressViewAction("Models", "Group by Kind", group("video"));
  for (const kind of ["text", "image", "audio", "video"]) await group(kind).waitFor();
  expect(await group("inkwell").count()).toBe(0);
  await workbench.screenshotInThemes("models-by-kind");

  await workbench.chooseFromMenuOf(row("demo-image-pro"), "Say What It Can Make…");
  await workbench.pick("video");
  await workbench.pick("It can make video");
  await expect.poll(() => row("demo-image-pro").count()).toBe(2);
  await workbench.pressViewAction("Models", "Group by Provider", group("inkwell"));

  const model = row("demo-image-pro").last();
  await workbench.pressRowAction(model, "Add to Favourites", group("Favourites"));
  await workbench.chooseFromMenuOf(model, "Remove from Favourites");
  await group("Favourites").waitFor({ state: "hidden" });
  await workbench.chooseFromMenuOf(model, "Add to Favourites");
  await group("Favourites").waitFor();
  await workbench.screenshotInThemes("models-favourite");
  await workbench.pressRowAction(model, "Remove from Favourites");
  await group("Favourites").waitFor({ state: "hidden" });

  await workbench.chooseFromMenuOf(row("demo-voice-lite"), "Set as Default for…");
  await row(/demo-voice-lite.*default for audio/).waitFor();
  await workbench.chooseFromMenuOf(row("demo-image-pro"), "Copy Model Id");
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("demo-image-pro");
  await workbench.chooseFromMenuOf(row("demo-image-pro"), "Show Details");
  await workbench.tab("Model.md").waitFor();
  await workbench.activeEditor.locator(".view-lines").getByText("you said so").waitFor();
  await workbench.screenshot("models-details");

  await workbench.pressViewAction("Models", "Refresh Models");
  await row("demo-image-pro").waitFor();
  await workbench.chooseFromViewMenu("Models", "Set API Key…");
  await page.locator(".quick-input-widget", { hasText: "The built-in service needs no key" }).waitFor();
  await page.keyboard.press("Escape");
  await workbench.chooseFromViewMenu("Models", "Remove API Key");
  await workbench.notification("No API key is stored").waitFor();
});

it("asks a model in the chat, and goes on with it", async () => {
  await workbench.chooseFromMenuOf(workbench.treeRow("demo-multimodal"), "Use in Chat");
  const chat = await findChat(workbench.page, "sideBar");
  await chat.frame.getByRole("button", { name: "Model: demo-multimodal" }).waitFor();
  await chat.askAndWait("Say hello");
  await chat.answers.filter({ hasText: "demo-multimodal" }).waitFor();
});
