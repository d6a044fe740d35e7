/** An untrusted workspace: the user can generate, but nothing of the workspace is used or run. */
import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { repeatUntil } from "../workbench/repeatUntil.ts";
import { openWorkbench, type Workbench } from "../workbench.ts";

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench({
    restricted: true,
    files: {
      "story.md": "A red lighthouse.\n",
      "picture.gen.md": "---\nkind: image\nmodel: demo-image\nsiez: 64x64\noutput: made\n\n---\nA cat and {{nobody}}\n",
      "found.png": "parameters of somebody",
      ".vscode/settings.json": '{ "generationStudio.output.folder": "../outside" }',
    },
    settings: {
      "generationStudio.output.fileName": "{slug}",
      "remote.autoForwardPorts": false,
      "chat.disableAIFeatures": false,
      "security.workspace.trust.startupPrompt": "never",
    },
  });
});
afterAll(() => workbench?.close());

it("generates from a selection, into the folder of the user's settings", async () => {
  await workbench.page.getByText("Restricted Mode").first().waitFor();
  await workbench.openFile("story.md");
  await workbench.select({ line: 1, column: 1 }, { line: 1, column: 17 });
  await workbench.chooseFromContextMenu("Generation Studio", "Generate Image from Selection");
  await workbench.tab("a-red-lighthouse.png").waitFor();
  await workbench.screenshot("generate-restricted");
  expect(await readdir(path.join(workbench.folder, "generated"))).toEqual(["a-red-lighthouse.png"]);
});

it("does not offer to send the workspace's images", async () => {
  const { page } = workbench;
  const row = page.locator(".explorer-folders-view .monaco-list-row", { hasText: "generated" });
  const image = page.locator(".explorer-folders-view .monaco-list-row", { hasText: "a-red-lighthouse.png" });
  await repeatUntil(image, () => row.click({ timeout: 2000 }));
  await workbench.unfoldMenuOf(image, "Generation Studio", "Show How This Was Made");
  await expect.poll(() => page.locator(".monaco-menu .action-label", { hasText: "from This Image" }).count()).toBe(0);
  await workbench.screenshot("generate-restricted-picture");
  await page.keyboard.press("Escape");
});

it("shows the results in the library with their prompts, without their files", async () => {
  await workbench.runCommand("Generation Studio: Open Library");
  const found = () => workbench.page.frames().map((frame) => frame.locator(".library"));
  const count = async (selector: string) => {
    const counts = await Promise.all(
      found().map((library) =>
        library
          .locator(selector)
          .count()
          .catch(() => 0),
      ),
    );
    return counts.reduce((sum, one) => sum + one, 0);
  };
  await expect.poll(() => count('.cell:has-text("A red lighthouse")')).toBe(1);
  await expect.poll(() => count('.banner:has-text("Restricted Mode")')).toBe(1);
  expect(await count("img, canvas, video, audio")).toBe(0);
  await workbench.screenshot("library-restricted");
  await workbench.runCommand("View: Close Editor");
});

it("does not read a file's metadata to show how it was made", async () => {
  await workbench.chooseFromExplorer("found.png", "Generation Studio", "Show How This Was Made");
  await workbench.notification("Files of the workspace are not read in Restricted Mode").waitFor();
});

it("completes and checks a prompt document", async () => {
  const { page } = workbench;
  await workbench.openFile("picture.gen.md");
  await page.locator(".codelens-decoration", { hasText: "1 problem" }).waitFor();
  await workbench.setCursor(6, 1);
  await repeatUntil(page.locator(".suggest-widget.visible .monaco-list-row", { hasText: "aspect_ratio" }), () =>
    page.keyboard.press("Control+Space"),
  );
  await page.keyboard.press("Escape");
});

it("neither lists nor runs tests of prompt documents", async () => {
  const titles = await workbench.commandTitles();
  expect(titles).toContain("Run Prompt Document");
  expect(titles).not.toContain("Test Prompt Document");
  await expect.poll(() => workbench.page.locator(".activitybar .action-item", { hasText: "Testing" }).count()).toBe(0);
});

it("does not run a prompt document, and explains why and how to change that", async () => {
  await workbench.runCommand("Generation Studio: Run Prompt Document");
  const message = "Prompt documents are not run in Restricted Mode";
  await workbench.notification(message).waitFor();
  await workbench.screenshot("prompt-restricted");
  await workbench.pressNotificationButton(message, "Manage Trust");
  await workbench.page.locator(".workspace-trust-editor").waitFor();
  expect((await readdir(workbench.folder)).toSorted()).toEqual([".vscode", "found.png", "generated", "picture.gen.md", "story.md"]);
});

it("offers the MCP server only after the workspace is trusted", async () => {
  const { page } = workbench;
  const listed = workbench.quickPickRows.filter({ hasText: "Generation Studio" });
  await workbench.runCommand("MCP: List Servers");
  await workbench.quickPickRows.filter({ hasText: "Add Server" }).waitFor();
  await expect.poll(() => listed.count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.locator(".workspace-trust-editor").getByRole("button", { name: "Trust", exact: true }).first().click();
  await repeatUntil(listed, () => workbench.runCommand("MCP: List Servers"));
});
