/** A person who runs prompt documents at a real workbench, from each place that offers it, in; answers, files and lenses that tell of them out. */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorkbench, type Workbench } from "./workbench.ts";

const small = (name: string): string => `---\nkind: image\nmodel: demo-image\nsize: 64x64\noutput: ${name}\n---\nA ${name}\n`;
const batch = `---
kind: image
model: demo-image
size: 64x64
output: art/{{time}}
batch: [{ time: dawn }, { time: noon }, { time: night }]
---
The coast at {{time}}
`;
const letter = "---\nmodel: demo-text\nvars: { place: Brest, light: soft }\n---\nWrite from {{place}} in {{light}} light.\n";

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench({
    files: {
      "batch.gen.md": batch,
      "letter.gen.md": letter,
      "answer.gen.md": "---\nmodel: demo-text\n---\nSay hello.\n",
      "picture.gen.md": small("picture"),
      "series/one.gen.md": small("one"),
      "series/two.gen.md": small("two"),
      "series/inner/three.gen.md": small("three"),
    },
  });
}, 180_000);
afterAll(() => workbench?.close());

const lens = (text: string | RegExp) => workbench.page.locator(".codelens-decoration a", { hasText: text });
const explorerRow = (name: string) =>
  workbench.page.locator(".explorer-folders-view .monaco-list-row", { has: workbench.page.getByText(name, { exact: true }) });
const filesIn = (folder: string) => readdir(path.join(workbench.folder, folder)).catch(() => []);

test("the button in the editor's title runs the document", async () => {
  await workbench.openFile("picture.gen.md");
  await lens("Run").first().waitFor();
  await workbench.page.locator(".editor-actions").getByRole("button", { name: "Run Prompt Document" }).click();
  await lens("1 result").waitFor({ timeout: 60_000 });
  expect(await filesIn("")).toContain("picture.png");
  await workbench.screenshot("prompt-title-button");
});

test("the Explorer runs all of a folder after a question that counts and names them", async () => {
  await workbench.chooseFromMenuOf(explorerRow("series"), "Run All in Folder…");
  const question = workbench.page.locator(".monaco-dialog-box", { hasText: "Run 3 prompt documents?" });
  await question.waitFor();
  for (const name of ["series/one.gen.md", "series/two.gen.md", "series/inner/three.gen.md"]) {
    expect(await question.textContent()).toContain(name);
  }
  await workbench.screenshot("prompt-explorer-folder");
  await workbench.pressDialogButton("Cancel");
  await question.waitFor({ state: "hidden" });
  expect(await filesIn("series")).not.toContain("one.png");
  await workbench.chooseFromMenuOf(explorerRow("series"), "Run All in Folder…");
  await workbench.pressDialogButton("Run All");
  await expect.poll(() => filesIn("series"), { timeout: 60_000 }).toEqual(expect.arrayContaining(["one.png", "two.png"]));
  await expect.poll(() => filesIn("series/inner"), { timeout: 60_000 }).toContain("three.png");
});

test("several files that are selected in the Explorer are run after a question", async () => {
  await explorerRow("picture.gen.md").click({ modifiers: ["Control"] });
  await explorerRow("answer.gen.md").click({ modifiers: ["Control"] });
  await workbench.chooseFromMenuOf(explorerRow("answer.gen.md"), "Run Prompt Document");
  await workbench.page.locator(".monaco-dialog-box", { hasText: "Run 2 prompt documents?" }).waitFor();
  await workbench.pressDialogButton("Cancel");
});

test("several results are shown to pick from, and the picked one opens", async () => {
  await workbench.runCommand("View: Close All Editors");
  await workbench.openFile("batch.gen.md");
  await lens("Run 3 Tasks").click();
  await lens("3 results").waitFor({ timeout: 60_000 });
  await lens("3 results").click();
  await expect.poll(() => workbench.quickPickRows.allTextContents()).toHaveLength(3);
  await workbench.screenshot("prompt-results");
  await workbench.pick("noon.png");
  await workbench.tab("noon.png").waitFor();
});

test("the result stays in sight where the editor is narrow", async () => {
  const editor = workbench.page.locator(".editor-instance", { has: workbench.page.locator(".codelens-decoration") }).first();
  await workbench.page.setViewportSize({ width: 1100, height: 700 });
  const shown = lens("3 results");
  await shown.waitFor();
  const [outside, inside] = [await editor.boundingBox(), await shown.boundingBox()];
  expect((inside?.x ?? 0) + (inside?.width ?? 0)).toBeLessThanOrEqual((outside?.x ?? 0) + (outside?.width ?? 0));
  await workbench.screenshot("prompt-narrow");
  await workbench.page.setViewportSize({ width: 1280, height: 800 });
});

test("Run with… compares the models that are marked, with the values that are typed, and leaves the document alone", async () => {
  await workbench.runCommand("View: Close All Editors");
  await workbench.openFile("letter.gen.md");
  await lens("Run with…").click();
  await workbench.quickPickRows.filter({ hasText: "as written" }).waitFor();
  await workbench.pick("demo-text");
  await workbench.pick("demo-multimodal");
  await workbench.page.locator(".quick-input-widget", { hasText: "2 Selected" }).waitFor();
  await workbench.screenshot("prompt-run-with-models");
  await workbench.page.keyboard.press("Enter");
  await workbench.answerInput("Quimper", "place");
  await workbench.quickPickRows.filter({ hasText: "soft" }).waitFor();
  await workbench.screenshot("prompt-run-with-values");
  await workbench.page.keyboard.press("Enter");
  await lens(/\d+ tokens/).waitFor({ timeout: 60_000 });
  const answer = workbench.page.locator(".editor-group-container").last();
  await answer.locator(".view-line", { hasText: "2 of 2 · demo-multimodal" }).waitFor();
  await answer.locator(".view-line", { hasText: "Quimper" }).first().waitFor();
  await workbench.screenshot("prompt-run-with-answers");
  expect(await readFile(path.join(workbench.folder, "letter.gen.md"), "utf8")).toBe(letter);
}, 180_000);
