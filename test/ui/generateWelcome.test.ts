/** What a newcomer meets: the walkthrough, the empty views, and the option steps with their way back and their other end. */
import { afterAll, beforeAll, expect, it } from "vitest";
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
  for (const theme of ["light", "dark"] as const) {
    await workbench.switchTheme(theme);
    await workbench.screenshot(`welcome-${theme}`);
  }
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
