/** An untrusted workspace: the user can generate, but the files and settings of the workspace are not used. */
import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openWorkbench, type Workbench } from "./workbench.ts";

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench({
    restricted: true,
    files: {
      "story.md": "A red lighthouse.\n",
      ".vscode/settings.json": '{ "generationStudio.output.folder": "../outside" }',
    },
    settings: {
      "generationStudio.output.fileName": "{slug}",
      "remote.autoForwardPorts": false,
      "security.workspace.trust.startupPrompt": "never",
    },
  });
});
afterAll(() => workbench?.close());

it("generates from a selection, into the folder of the user's settings", async () => {
  await workbench.page.getByText("Restricted Mode").first().waitFor();
  await workbench.openFile("story.md");
  await workbench.select({ line: 1, column: 1 }, { line: 1, column: 17 });
  await workbench.chooseFromContextMenu("Generate", "Generate Image from Selection");
  await workbench.notification("Link it in story.md?").waitFor();
  await workbench.screenshot("generate-restricted");
  expect(await readdir(path.join(workbench.folder, "generated"))).toEqual(["a-red-lighthouse.png"]);
});

it("does not offer to send the workspace's pictures", async () => {
  const { page } = workbench;
  const row = page.locator(".explorer-folders-view .monaco-list-row", { hasText: "generated" });
  await row.click();
  const image = page.locator(".explorer-folders-view .monaco-list-row", { hasText: "a-red-lighthouse.png" });
  await workbench.unfoldMenuOf(image, "Generate", "Show How This Was Made");
  expect(await page.locator(".monaco-menu .action-label", { hasText: "from This Image" }).count()).toBe(0);
  await workbench.screenshot("generate-restricted-picture");
});
