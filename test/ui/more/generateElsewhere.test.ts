/** A window without a folder: a save dialog asks where to save the file. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openWorkbench, type Workbench } from "../workbench.ts";

let workbench: Workbench;
let home: string;

beforeAll(async () => {
  // The initial folder of the dialog.
  home = await mkdtemp(path.join(tmpdir(), "generation-studio-home-"));
  workbench = await openWorkbench({ environment: { HOME: home, USERPROFILE: home } });
  const address = new URL(workbench.page.url());
  address.searchParams.delete("folder");
  address.searchParams.set("ew", "true");
  await workbench.page.goto(address.href);
  await workbench.page.locator(".monaco-workbench .part.statusbar").waitFor();
});
afterAll(async () => {
  await workbench?.close();
  await rm(home, { recursive: true, force: true, maxRetries: 5 });
});

async function askForLighthouse(): Promise<void> {
  await workbench.runCommand("Generation Studio: Generate Image…");
  await workbench.answerInput("A red lighthouse", "What should the image show?");
  await workbench.page.locator(".quick-input-title", { hasText: "Save the Generated File" }).waitFor();
}

it("asks where to save, and generates nothing if the dialog is cancelled", async () => {
  const { page } = workbench;
  await askForLighthouse();
  await workbench.screenshot("generate-save-dialog");
  await page.keyboard.press("Escape");
  await page.locator(".quick-input-widget").filter({ visible: true }).waitFor({ state: "hidden" });
  await workbench.openContainer("Generation Studio");
  await workbench.openView("Tasks");
  await workbench.pane("Tasks").getByText("Nothing has been generated yet.").waitFor();
});

it("saves under the name that the dialog suggests from the prompt, and shows the image", async () => {
  const { page } = workbench;
  const file = path.join(home, "a-red-lighthouse.png");
  await askForLighthouse();
  await expect.poll(() => page.locator(".quick-input-widget input.input").first().inputValue()).toBe(file);
  await workbench.answerFileDialog("save", "Save the Generated File", file);
  await expect.poll(() => readFile(file, "latin1").catch(() => ""), { timeout: 30_000 }).toMatch(/^.PNG/);
  await workbench.tab("a-red-lighthouse.png").waitFor();
  await workbench.openContainer("Generation Studio");
  await workbench.openView("Tasks");
  await workbench.treeRow("A red lighthouse").waitFor();
  await workbench.screenshot("generate-no-folder");
});
