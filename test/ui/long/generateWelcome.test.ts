/** A user's first steps: the walkthrough, the empty views, the option steps and the Models view. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { findChat } from "../workbench/chatFrames.ts";
import { findForm } from "../workbench/findForm.ts";
import { readImageWidth } from "../workbench/readImageWidth.ts";
import { openWorkbench, type Workbench } from "../workbench.ts";

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench({ files: { "story.md": "A red lighthouse.\n" } });
});
afterAll(() => workbench?.close());

it("shows the walkthrough, whose first step offers the demo, a provider or a key, and whose next step an image", async () => {
  const { page } = workbench;
  // The images are shown only if there is space beside the steps.
  await page.setViewportSize({ width: 1500, height: 900 });
  await workbench.runCommand("View: Toggle Primary Side Bar Visibility");
  await workbench.runCommand("Generation Studio: Open Walkthrough");
  const step = (title: string) => page.locator(".getting-started-step", { hasText: title });
  await step("Choose who generates").waitFor();
  // VS Code shows bold text and code in double backticks; other marks would be read as they are.
  const descriptions = await page.locator(".getting-started-step .step-description-container").allTextContents();
  expect(descriptions.filter((text) => /[*`]|\]\(/.test(text))).toEqual([]);
  await page.getByRole("button", { name: "Try the Demo" }).first().waitFor();
  await page.locator(".getting-started-step.expanded a", { hasText: "add a provider" }).waitFor();
  await expect.poll(() => page.locator(".getting-started-step.expanded .button-container .monaco-button").count()).toBe(1);
  await expect.poll(() => page.locator(".gettingStartedDetailsContent .getting-started-step").count()).toBe(5);
  const image = page.locator(".getting-started-media img");
  await image.waitFor();
  await expect.poll(() => readImageWidth(image)).toBeGreaterThan(0);
  await workbench.screenshotInThemes("welcome");
  for (const [title, name] of [
    ["Chat with a model", "chat"],
    ["Save a prompt as a document", "prompt"],
    ["Follow your tasks", "tasks"],
  ] as const) {
    await step(title).click();
    await workbench.page.locator(".getting-started-step.expanded", { hasText: title }).waitFor();
    await workbench.screenshot(`welcome-${name}`);
  }
  await step("Generate an image from your text").click();
  await page.getByRole("button", { name: "Generate Image…" }).first().click();
  await page.locator(".quick-input-widget", { hasText: "What should the image show?" }).waitFor();
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1280, height: 800 });
});

it("keeps the welcome of the empty Tasks view short", async () => {
  await workbench.openContainer("Generation Studio");
  await workbench.openView("Tasks");
  const view = workbench.pane("Tasks");
  await view.getByText("Nothing has been generated yet.").waitFor();
  await expect.poll(() => view.locator(".welcome-view-content .monaco-button").count()).toBe(1);
  await workbench.screenshot("welcome-tasks");
});

it("saves what the form says as a prompt document instead of a task", async () => {
  const { page } = workbench;
  await workbench.openFile("story.md");
  await workbench.select({ line: 1, column: 1 }, { line: 1, column: 17 });
  await workbench.chooseFromContextMenu("Generation Studio", "Generate with Options…");
  const form = await findForm(page);
  await form.getByRole("combobox", { name: "Model" }).selectOption("demo-image-pro");
  await form.getByRole("radio", { name: "2048 px", exact: true }).click();
  await workbench.screenshotInThemes("generate-form-filled");
  await form.getByRole("button", { name: "Save as Prompt Document" }).click();
  const lines = page.locator(".editor-group-container.active .monaco-editor .view-lines");
  await lines.getByText("demo-image-pro").waitFor();
  await lines.getByText("2k").waitFor();
  await lines.getByText("A red lighthouse").waitFor();
  await workbench.screenshot("generate-saved-as-document");
  await workbench.pane("Tasks").getByText("Nothing has been generated yet.").waitFor();
  // Closing it later would ask whether to save it.
  await workbench.runCommand("View: Revert and Close Editor");
  await page.locator(".tab", { hasText: "Untitled" }).waitFor({ state: "detached" });
});

it("uses a model in the chat and continues the conversation with it", async () => {
  await workbench.runCommand("Generation Studio: Focus on Models View");
  // A tree renders only the visible rows.
  for (const view of ["Chat", "Tasks"]) await workbench.pane(view).locator(".pane-header").click();
  await workbench.chooseFromMenuOf(workbench.treeRow("demo-multimodal"), "Use in Chat");
  const chat = await findChat(workbench.page, "sideBar");
  await chat.frame.getByRole("button", { name: "Model: demo-multimodal" }).waitFor();
  await chat.askAndWait("Say hello");
  await chat.answers.filter({ hasText: "demo-multimodal" }).waitFor();
});

it("generates an image with one press of Try the Demo, and completes only the walkthrough's steps that were done", async () => {
  const { page } = workbench;
  await workbench.runCommand("View: Close All Editors");
  await workbench.runCommand("Generation Studio: Open Walkthrough");
  const step = (title: string) => page.locator(".getting-started-step", { hasText: title });
  // The step that was open last is open.
  await step("Choose who generates").locator(".step-title").click();
  await page.getByRole("button", { name: "Try the Demo" }).first().click();
  await page.locator(".tab", { hasText: /A-lighthouse-at-dusk/i }).waitFor();
  await workbench.runCommand("Generation Studio: Open Walkthrough");
  for (const done of ["Generate an image", "Chat with a model", "Follow your tasks"])
    await step(done).locator(".codicon.complete").waitFor();
  await expect.poll(() => step("Choose who generates").locator(".codicon.complete").count()).toBe(0);
});
