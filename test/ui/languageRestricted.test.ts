/** A prompt document in an untrusted workspace has all language features, but is not run. */
import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openWorkbench, type Workbench } from "./workbench.ts";

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench({
    restricted: true,
    files: { "picture.gen.md": "---\nkind: image\nmodel: demo-image\nsiez: 64x64\noutput: made\n\n---\nA cat and {{nobody}}\n" },
    settings: { "security.workspace.trust.startupPrompt": "never", "remote.autoForwardPorts": false },
  });
});
afterAll(() => workbench?.close());

it("is completed and checked", async () => {
  const { page } = workbench;
  await page.getByText("Restricted Mode").first().waitFor();
  await workbench.openFile("picture.gen.md");
  await page.locator(".codelens-decoration", { hasText: "2 problems" }).waitFor();
  await workbench.setCursor(6, 1);
  await page.keyboard.press("Control+Space");
  await page.locator(".suggest-widget.visible .monaco-list-row", { hasText: "aspect_ratio" }).waitFor();
  await page.keyboard.press("Escape");
});

it("is not run, with the reason and the way to change that", async () => {
  const { page } = workbench;
  await workbench.runCommand("Generation Studio: Run Prompt Document");
  await workbench.notification("Prompt documents are not run in Restricted Mode").waitFor();
  await workbench.screenshot("prompt-restricted");
  await workbench.pressNotificationButton("Prompt documents are not run in Restricted Mode", "Manage Trust");
  await page.locator(".workspace-trust-editor").waitFor();
  expect(await readdir(workbench.folder)).toEqual(["picture.gen.md"]);
});
