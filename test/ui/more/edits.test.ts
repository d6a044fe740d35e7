/** Proposed edits on a real workbench, with and without auto save: the file changes when the user accepts. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Front } from "../openFront.ts";
import { answerOf, scriptedServiceKey, startScriptedService } from "../scriptedService.ts";
import { type ChatFrame, findChat } from "../workbench/chatFrames.ts";
import { repeatUntilGone } from "../workbench/repeatUntil.ts";
import { openWorkbench, type Workbench } from "../workbench.ts";

const source = [
  "export function add(a, b) {",
  "  return a - b;",
  "}",
  "",
  "export const unchanged = true;",
  "",
  "export function subtract(a, b) {",
  "  return a + b;",
  "}",
  "",
].join("\n");
const fixedAdd = source.replace("return a - b", "return a + b");
const fixed = fixedAdd.replace("subtract(a, b) {\n  return a + b", "subtract(a, b) {\n  return a - b");
const notes = "# Notes\n\nNothing of this is code.\n";
const fence = (info: string, code: string) => `\`\`\`${info}\n${code}\`\`\`\n`;

let service: Front;
let workbench: Workbench;
let chat: ChatFrame;

const read = (name: string) => readFile(path.join(workbench.folder, name), "utf8");
const diff = () => workbench.page.locator(".monaco-diff-editor");
const lens = (title: string) => diff().locator(".modified .codelens-decoration a").filter({ hasText: title });

beforeAll(async () => {
  service = await startScriptedService({
    "Fix both": answerOf(`Both operators are wrong:\n\n${fence("js", `// src/math.js\n${fixed}`)}`),
    "Fix addition": answerOf(`In \`src/math.js\`:\n\n${fence("js", fixedAdd.slice(0, fixedAdd.indexOf("\n\n") + 1))}`),
    "Write a test": answerOf(fence("js test/math.test.js", "assert.equal(add(1, 2), 3);\n")),
    "How do I test": answerOf(fence("bash", "# Both.\necho one > one.txt\necho two > two.txt\n")),
  });
  workbench = await openWorkbench({
    files: { "src/math.js": source, "notes.md": notes },
    settings: {
      "generationStudio.baseUrl": service.url,
      "files.autoSave": "afterDelay",
      "files.autoSaveDelay": 100,
      "remote.autoForwardPorts": false,
      // The terminal's content is read from the page.
      "terminal.integrated.gpuAcceleration": "off",
    },
  });
  await workbench.runCommand("Generation Studio: Set API Key…");
  await workbench.answerInput(scriptedServiceKey, "The key is stored in");
  await workbench.openContainer("Generation Studio");
  chat = await findChat(workbench.page, "sideBar");
});
afterAll(async () => {
  await workbench?.close();
  await service?.close();
});

/** Sends a prompt, and presses a button of the code block in the answer. */
async function press(question: string, button: string): Promise<void> {
  await chat.askAndWait(question);
  const block = chat.answers.last().locator(".code-block");
  await block.hover();
  await block.getByRole("button", { name: button, exact: true }).click();
}

test.each(["afterDelay", "off"])(
  "a change is accepted or rejected by itself, and the file on the disk waits for it, with auto save %s",
  async (autoSave) => {
    await workbench.changeWorkspaceSettings({ "files.autoSave": autoSave });
    // Not the file named in the block.
    await workbench.openFile("notes.md");
    await press("Fix both", "Apply to File…");
    await lens("Accept All 2").waitFor();
    await expect.poll(() => lens("Accept").count()).toBe(3);
    await workbench.screenshotInThemes("edits-two-changes");
    expect(await read("src/math.js")).toBe(source);
    await lens("Reject").last().click();
    await expect.poll(() => lens("Accept").count()).toBe(1);
    expect(await read("src/math.js")).toBe(source);
    await repeatUntilGone(diff(), () => workbench.pressEditorAction("Accept All Changes", 2000));
    await workbench.tab("math.js").waitFor();
    await expect.poll(() => workbench.activeEditor.locator(".view-line", { hasText: "return a + b" }).count()).toBe(2);
    if (autoSave === "off") expect(await read("src/math.js")).toBe(source);
    else await expect.poll(() => read("src/math.js")).toBe(fixedAdd);
    await workbench.undo();
    await expect.poll(() => workbench.activeEditor.locator(".view-line", { hasText: "return a + b" }).count()).toBe(1);
    await expect.poll(() => read("src/math.js")).toBe(source);
    expect(await read("notes.md")).toBe(notes);
  },
);

test("a second edit of a file waits for the decision on the first one; closing the diff rejects", async () => {
  const { page } = workbench;
  await workbench.changeWorkspaceSettings({ "files.autoSave": "afterDelay" });
  await press("Fix both", "Apply to File…");
  await lens("Accept All 2").waitFor();
  // The notification is shown for a few seconds.
  const isReported = page.locator(".statusbar", { hasText: "The next edit of this file is shown after" }).waitFor();
  await Promise.all([isReported, press("Fix addition", "Apply to File…")]);
  await expect.poll(() => lens("Accept All 2").count()).toBe(1);
  await diff().locator(".modified .view-line").first().click();
  await page.keyboard.press("Control+w");
  // Those of the first edit remain until its diff is closed.
  await expect.poll(() => lens("Accept All").count()).toBe(0);
  await expect.poll(() => lens("Accept").count()).toBe(1);
  expect(await read("src/math.js")).toBe(source);
  await diff().locator(".modified .view-line").first().click();
  await page.keyboard.press("Control+Shift+Alt+Backspace");
  await diff().waitFor({ state: "hidden" });
  expect(await read("src/math.js")).toBe(source);
});

test("accepting an edit creates its file if it does not exist", async () => {
  await press("Write a test", "Apply to File…");
  await lens("Accept").waitFor();
  await expect(read("test/math.test.js")).rejects.toThrow();
  await repeatUntilGone(diff(), () => workbench.pressEditorAction("Accept All Changes", 2000));
  await expect.poll(() => read("test/math.test.js").catch(() => "")).toBe("assert.equal(add(1, 2), 3);\n");
  // The new editor takes the focus, even from a chat in which the user is typing.
  await workbench.tab("math.test.js").waitFor();
  await workbench.page.locator(".editor-group-container.active .monaco-editor.focused").waitFor();
});

test("a shell's code block is inserted into the terminal and runs when Enter is pressed", async () => {
  const { page } = workbench;
  await press("How do I test", "Run in Terminal");
  await expect.poll(() => chat.answers.last().getByRole("button", { name: "Apply to File…" }).count()).toBe(0);
  await page.locator(".terminal-wrapper .xterm-rows", { hasText: "echo two > two.txt" }).waitFor();
  await workbench.screenshot("edits-terminal");
  await expect(read("one.txt")).rejects.toThrow();
  await page.locator(".terminal-wrapper .xterm-helper-textarea").first().press("Enter");
  await expect.poll(() => read("two.txt").catch(() => "")).toBe("two\n");
});
