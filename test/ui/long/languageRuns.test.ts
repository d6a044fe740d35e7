/** Runs prompt documents from every menu and button, and checks answers, files and code lenses. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { repeatUntilGone } from "../workbench/repeatUntil.ts";
import { openWorkbench, type Workbench } from "../workbench.ts";

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
const tested = `---
interface: v2
model: demo-text
tests:
  - { description: a bird, assert: [ { starts-with: a heron } ] }
  - { description: another one, assert: [ { starts-with: an owl } ] }
---
Repeat exactly: a heron
`;

const endless = `---
model: demo-text
vars: { wish: "Repeat exactly: a heron" }
tests:
  - { description: right, assert: [ { starts-with: a heron } ] }
  - { description: wrong, assert: [ { starts-with: an owl } ] }
  - { description: endless, vars: { wish: Write 20000 words about herons }, assert: [ { contains: heron } ] }
---
{{wish}}
`;

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench({
    files: {
      "batch.gen.md": batch,
      "letter.gen.md": letter,
      "asking.gen.md": "---\nmodel: demo-text\n---\nTell a story about {{input:Which harbour?}}.\n",
      "answer.gen.md": "---\nmodel: demo-text\n---\nSay hello.\n",
      "fence.gen.md": "---\nkind: image\nmodel: demo-image\n\nA **red** lighthouse at dusk.\n\n---\n\nIn watercolours.\n",
      "picture.gen.md": small("picture"),
      "menu.gen.md": small("menu"),
      "tested.gen.md": tested,
      "series/one.gen.md": small("one"),
      "series/two.gen.md": small("two"),
      "series/inner/three.gen.md": small("three"),
    },
  });
});
afterAll(() => workbench?.close());

const lens = (text: string | RegExp) => workbench.page.locator(".codelens-decoration a", { hasText: text });
const filesIn = (folder: string) => readdir(path.join(workbench.folder, folder)).catch(() => []);

/** Discards unsaved answers, as a user would when asked. */
async function closeEditors(): Promise<void> {
  const giveUp = workbench.page.locator(".monaco-dialog-box").getByRole("button", { name: "Don't Save" });
  await workbench.runCommand("View: Close All Editors");
  await repeatUntilGone(workbench.tab(/./), async () => {
    if (await giveUp.isVisible()) await giveUp.click({ timeout: 2000 });
  });
}

test("the button in the editor's title runs the document", async () => {
  await workbench.openFile("picture.gen.md");
  await lens("Run").first().waitFor();
  await workbench.pressEditorAction("Run Prompt Document");
  await lens("1 result").waitFor();
  expect(await filesIn("")).toContain("picture.png");
  await workbench.screenshot("prompt-title-button");
});

test("the Explorer runs all documents of a folder after a confirmation with their number and names", async () => {
  await workbench.chooseFromExplorer("series", "Run All in Folder…");
  const question = workbench.page.locator(".monaco-dialog-box", { hasText: "Run 3 prompt documents?" });
  await question.waitFor();
  for (const name of ["series/one.gen.md", "series/two.gen.md", "series/inner/three.gen.md"]) {
    await expect.poll(() => question.textContent()).toContain(name);
  }
  await workbench.screenshot("prompt-explorer-folder");
  expect(await filesIn("series")).not.toContain("one.png");
  await workbench.pressDialogButton("Run All");
  await expect.poll(() => filesIn("series")).toEqual(expect.arrayContaining(["one.png", "two.png"]));
  await expect.poll(() => filesIn("series/inner")).toContain("three.png");
});

test("several selected files of the Explorer are run after a confirmation", async () => {
  // The Explorer automatically selects the file of the active editor.
  await workbench.openFile("picture.gen.md");
  await workbench.explorerRow("picture.gen.md").click();
  await workbench.explorerRow("answer.gen.md").click({ modifiers: ["Control"] });
  await workbench.chooseFromExplorer("answer.gen.md", "Run Prompt Document");
  await workbench.page.locator(".monaco-dialog-box", { hasText: "Run 2 prompt documents?" }).waitFor();
  await workbench.pressDialogButton("Cancel");
});

test("several results are listed, and the picked one opens", async () => {
  await closeEditors();
  await workbench.openFile("batch.gen.md");
  await lens("Run 3 Tasks").click();
  await lens("3 results").waitFor();
  await lens("3 results").click();
  await expect.poll(() => workbench.quickPickRows.allTextContents()).toHaveLength(3);
  await workbench.screenshot("prompt-results");
  await workbench.pick("noon.png");
  // The status bar shows its size once it is drawn; until then its editor may still take the focus.
  await workbench.page.locator(".statusbar", { hasText: "64x64" }).waitFor();
  await workbench.tab("noon.png").waitFor();
  await workbench.runCommand("View: Focus First Editor Group");
  await workbench.openFile("batch.gen.md");
  await workbench.runCommand("Generation Studio: Show Results");
  await expect.poll(() => workbench.quickPickRows.allTextContents()).toHaveLength(3);
  await workbench.page.keyboard.press("Escape");
});

test("the result is visible in a narrow editor", async () => {
  const editor = workbench.page.locator(".editor-instance", { has: workbench.page.locator(".codelens-decoration") }).first();
  await workbench.page.setViewportSize({ width: 1100, height: 700 });
  const shown = lens("3 results");
  await shown.waitFor();
  const rightOf = async (element: Locator) => {
    const box = await element.boundingBox();
    return box === null ? Number.NaN : box.x + box.width;
  };
  // The window lays out its parts one after another.
  await expect.poll(async () => (await rightOf(editor)) - (await rightOf(shown))).toBeGreaterThanOrEqual(0);
  await workbench.screenshot("prompt-narrow");
  await workbench.page.setViewportSize({ width: 1280, height: 800 });
});

test("Run with… compares the selected models with the typed values, and does not change the document", async () => {
  await closeEditors();
  await workbench.openFile("letter.gen.md");
  await lens("Run with…").click();
  await workbench.quickPickRows.filter({ hasText: "in the document" }).waitFor();
  const unsuitable = workbench.quickPickRows.filter({ hasText: "does not make text" });
  await expect.poll(() => unsuitable.count()).toBe(0);
  await workbench.page.locator('.quick-input-widget [aria-label="Show All Models"]').click();
  await unsuitable.first().waitFor();
  await workbench.pick("demo-text");
  await workbench.pick("demo-multimodal");
  await workbench.page.locator(".quick-input-widget", { hasText: "2 Selected" }).waitFor();
  await workbench.screenshot("prompt-run-with-models");
  await workbench.page.keyboard.press("Enter");
  await workbench.answerInput("Quimper", "place");
  await workbench.quickPickRows.filter({ hasText: "soft" }).waitFor();
  await workbench.screenshot("prompt-run-with-values");
  await workbench.page.keyboard.press("Enter");
  await lens(/\d+ tokens/).waitFor();
  const answer = workbench.page.locator(".editor-group-container").last();
  await answer.locator(".view-line", { hasText: "2 of 2 · demo-multimodal" }).waitFor();
  await answer.locator(".view-line", { hasText: "Quimper" }).first().waitFor();
  await workbench.screenshot("prompt-run-with-answers");
  expect(await readFile(path.join(workbench.folder, "letter.gen.md"), "utf8")).toBe(letter);
});

test("a document's questions are asked when it runs, with the last answers as defaults, and nothing is sent without answers", async () => {
  await closeEditors();
  await workbench.openFile("asking.gen.md");
  const run = () => lens("Run").first().click();
  const question = workbench.page.locator(".quick-input-widget", { hasText: "Which harbour?" });
  const typed = question.locator("input.input");
  await run();
  await question.waitFor();
  await workbench.screenshot("prompt-question");
  await workbench.page.keyboard.press("Escape");
  await question.waitFor({ state: "hidden" });
  await run();
  await workbench.answerInput("Camaret", "Which harbour?");
  await lens(/\d+ tokens/).waitFor();
  const answer = workbench.page.locator(".editor-group-container").last();
  await answer.locator(".view-line", { hasText: "Camaret" }).first().waitFor();
  await expect.poll(() => lens(/1 result/).count()).toBe(1);
  await workbench.openFile("asking.gen.md");
  await run();
  await expect.poll(() => typed.inputValue()).toBe("Camaret");
  await workbench.page.keyboard.press("Escape");
});

test("a missing closing fence is reported where it belongs", async () => {
  await workbench.openFile("fence.gen.md");
  await lens("1 problem").waitFor();
  const scopes = workbench.page.locator(".token-inspect-widget");
  await workbench.setCursor(2, 2);
  await workbench.runCommand("Developer: Inspect Editor Tokens and Scopes");
  await scopes.filter({ hasText: "meta.embedded.block.frontmatter" }).waitFor();
  for (const [line, column, scope] of [
    [5, 6, "markup.bold.markdown"],
    [9, 1, "meta.paragraph.markdown"],
  ] as const) {
    await workbench.setCursor(line, column);
    await scopes.filter({ hasText: scope }).waitFor();
    await expect.poll(() => scopes.textContent()).not.toContain("frontmatter");
  }
  await workbench.page.keyboard.press("Escape");
});

test("the terminal that is offered with a copied request has the demo's key, which the request does not contain", async () => {
  await workbench.openFile("answer.gen.md");
  await workbench.chooseFromContextMenu("Copy Request as…");
  await workbench.pick("cURL");
  await workbench.notification("Copied. It reads the key from GENERATION_STUDIO_API_KEY.").waitFor();
  const command = await workbench.page.evaluate(() => navigator.clipboard.readText());
  await workbench.pressNotificationButton("Copied. It reads the key", "Open a Terminal with the Demo Key");
  await workbench.page.locator(".terminal-wrapper.active .xterm-helper-textarea, .xterm-helper-textarea").first().focus();
  const written = (name: string) => readFile(path.join(workbench.folder, name), "utf8").catch(() => "");
  await writeFile(path.join(workbench.folder, "command.sh"), command);
  await workbench.page.keyboard.insertText("sh command.sh > command.txt; echo $GENERATION_STUDIO_API_KEY > key.txt");
  await workbench.page.keyboard.press("Enter");
  await expect.poll(() => written("key.txt")).toMatch(/\S{16}/);
  await workbench.screenshot("prompt-terminal");
  expect(JSON.parse(await written("command.txt"))).toMatchObject({ object: "response", status: "completed" });
  expect(command).not.toContain((await written("key.txt")).trim());
});

test("File › New File… offers a prompt document of each kind", async () => {
  await workbench.openFile("answer.gen.md");
  await lens("Run").first().waitFor();
  await workbench.runCommand("Create: New File...");
  await workbench.screenshot("prompt-new-file");
  await workbench.pick("Prompt Document");
  for (const kind of ["Text", "Image", "Audio"]) await workbench.quickPickRows.filter({ hasText: new RegExp(`^\\s*${kind}`) }).waitFor();
  await workbench.pick(/^\s*Video/);
  await workbench.activeEditor.locator(".view-lines", { hasText: /kind:\svideo[\s\S]*model:\sdemo-video/ }).waitFor();
  await workbench.activeEditor.locator(".codelens-decoration a", { hasText: "Run" }).first().waitFor();
});

test("the menus of the editor and of its title copy the request, show it and run it", async () => {
  const { page } = workbench;
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await workbench.openFile("menu.gen.md");
  await lens("Run").first().waitFor();
  await workbench.setCursor(7, 1);
  await workbench.chooseFromContextMenu("Run Prompt Document");
  await expect.poll(() => filesIn("")).toContain("menu.png");
  await workbench.openFile("menu.gen.md");
  await workbench.chooseFromEditorMenu("Copy Request as…");
  await workbench.pick("cURL");
  await expect.poll(clipboard).toMatch(/^curl /);
  await workbench.chooseFromEditorMenu("Copy Request as…");
  await workbench.pick("TypeScript");
  await expect.poll(clipboard).toMatch(/^import /);
  await workbench.chooseFromEditorMenu("Run Prompt Document with…");
  await workbench.quickPickRows.filter({ hasText: "in the document" }).waitFor();
  await page.keyboard.press("Escape");
  await workbench.chooseFromEditorMenu("Show Request");
  await page.locator(".view-line", { hasText: '"prompt": "A menu"' }).waitFor();
});

test("the Testing view asks before it sends, shows each result at its case, also after a reload, as do code lenses and a comparison, and runs again on save", async () => {
  const { page } = workbench;
  const report = async (file: string) => {
    await workbench.openFile(file);
    const result = workbench.activeEditor.locator(".codelens-decoration a", { hasText: "1 result" });
    await result.waitFor();
    return result.textContent();
  };
  await closeEditors();
  await workbench.openFile("answer.gen.md");
  await lens("Run").first().click();
  await lens(/1 result · [\d,.]+ tokens/).waitFor();
  const before = [await report("answer.gen.md"), await report("picture.gen.md")];
  await closeEditors();
  await workbench.openFile("tested.gen.md");
  const gutter = (state: string) => page.locator(`.glyph-margin-widgets .codicon-testing-${state}-icon`);
  await expect.poll(() => gutter("run-all").count()).toBe(2);
  await gutter("run-all").first().click();
  const question = page.locator(".monaco-dialog-box", { hasText: "Send 1 request?" });
  await question.waitFor();
  await expect.poll(() => question.textContent()).toMatch(/demo-text: 1 of 1\s*Nothing is billed/);
  await workbench.screenshot("tests-question");
  await workbench.pressDialogButton("Run All");
  await gutter("passed").waitFor();
  // The answer to the same request is in the cache: no confirmation is needed.
  await workbench.runCommand("Test: Run All Tests");
  await gutter("failed").waitFor();
  await workbench.screenshotInThemes("tests-failed");
  await workbench.openFile("answer.gen.md");
  await workbench.runCommand("Generation Studio: Compare Models…");
  await workbench.pick("demo-text-mini");
  await page.keyboard.press("Enter");
  await workbench.pressDialogButton("Run All");
  const cells = () => workbench.webview().getByRole("gridcell");
  const isCompared = () => expect.poll(() => cells().filter({ hasText: "Answered" }).count()).toBe(2);
  await isCompared();
  await cells().nth(1).press("4");
  await expect.poll(() => cells().nth(1).textContent()).toContain("4 ★");
  // VS Code stores results by a timer of its page, half a second after a run, but not when the page closes: a timer that was set
  // later fires later.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 5000)));
  await workbench.reload();
  await isCompared();
  await expect.poll(() => cells().nth(1).textContent()).toContain("4 ★");
  // The document is opened each time.
  const limit = { timeout: 100_000 };
  await expect.poll(() => report("answer.gen.md"), limit).toBe(before[0]);
  // The journal's time of a task does not include the time before its request.
  const withoutTime = (text: string | null | undefined) => text?.replace(/ · [\d.]+ s$/, "");
  await expect.poll(async () => withoutTime(await report("picture.gen.md")), limit).toBe(withoutTime(before[1]));
  await workbench.openFile("tested.gen.md");
  await gutter("passed").waitFor();
  await gutter("failed").waitFor();
  await workbench.runCommand("Test: Start Continuous Run");
  const column = "  - { description: another one, assert: [ { starts-with: ".length + 1;
  await workbench.select({ line: 6, column }, { line: 6, column: column + "an owl".length });
  await page.keyboard.type("a heron");
  await workbench.runCommand("File: Save");
  await expect.poll(() => gutter("passed").count()).toBe(2);
  await workbench.runCommand("Test: Stop Continuous Run");
});

test("only failed tests are run again, and stopping a run ends its current request", async () => {
  const { page } = workbench;
  await closeEditors();
  await writeFile(path.join(workbench.folder, "endless.gen.md"), endless);
  await workbench.openFile("endless.gen.md");
  await workbench.openContainer("Testing");
  const gutter = (state: string) => page.locator(`.glyph-margin-widgets .codicon-testing-${state}-icon`);
  const summary = page.locator(".result-summary");
  await expect.poll(() => gutter("run-all").count()).toBe(3);
  await gutter("run-all").nth(0).click();
  await workbench.pressDialogButton("Run All");
  await gutter("passed").waitFor();
  await gutter("run-all").nth(0).click();
  await gutter("failed").waitFor();
  const column = "  - { description: wrong, assert: [ { starts-with: ".length + 1;
  await workbench.select({ line: 6, column }, { line: 6, column: column + "an owl".length });
  await page.keyboard.type("a heron");
  await workbench.runCommand("File: Save");
  await workbench.runCommand("Test: Rerun Failed Tests");
  await expect.poll(() => gutter("passed").count()).toBe(2);
  await expect.poll(() => summary.textContent()).toContain("1/1");
  await gutter("run-all").click();
  await workbench.pressDialogButton("Run All");
  await expect.poll(() => summary.textContent()).toContain("0/1");
  await workbench.runCommand("Test: Cancel Test Run");
  await gutter("skipped").waitFor();
});
