/** The chat on a real workbench: it answers, survives reloads and shows its states. */
import type { FrameLocator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { send, write } from "./workbench/chatFrames.ts";
import { takeActions } from "./workbench/takeActions.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";

let workbench: Workbench;
let chat: FrameLocator;

beforeAll(async () => {
  workbench = await openWorkbench({
    files: { "notes.md": "# Notes\n\nA lighthouse at dusk.\n", "src/add.ts": "export const add = (a: number, b: number) => a + b;\n" },
  });
  await workbench.openContainer("Generation Studio");
  chat = workbench.webview();
});
afterAll(() => workbench?.close());

const input = () => chat.getByRole("textbox", { name: "Message" });
const answers = () => chat.locator("article.answer");
const prompts = () => chat.locator("article.prompt");
/** The text of an answer, ignoring white space between its elements. */
async function firstAnswer(): Promise<string> {
  const text = await answers().first().locator(".markdown").first().textContent();
  return (text ?? "").replace(/\s+/g, " ");
}

const ask = (text: string) => send(input(), text);

test("an empty conversation shows which service answers", async () => {
  await chat.getByRole("heading", { name: "Ask anything" }).waitFor();
  await chat.locator(".demo-mark").waitFor();
  await workbench.screenshot("chat-empty");
});

test("a question is answered with Markdown, marked as demo", async () => {
  await ask("Explain what an incremental parser is, with a table and code");
  await answers().first().locator(".turn-footer .usage").waitFor();
  await expect.poll(() => answers().first().locator(".turn-header .badge").textContent()).toBe("Made by Code");
  await expect.poll(async () => (await firstAnswer()).length).toBeGreaterThan(100);
  await workbench.screenshot("chat-answer");
});

test("reloading the window, and hiding and showing the view, lose nothing", async () => {
  const before = await firstAnswer();
  await write(input(), "a draft that was not sent");
  await workbench.reload();
  chat = workbench.webview();
  await answers().first().locator(".turn-footer .usage").waitFor();
  await expect.poll(firstAnswer).toBe(before);
  await expect.poll(() => input().inputValue()).toBe("a draft that was not sent");
  // In this order: VS Code in a browser stores its layout every few seconds, and may restore a window without a side bar that was
  // just shown again.
  await workbench.runCommand("View: Toggle Primary Side Bar Visibility");
  await workbench.page.locator(".part.sidebar").waitFor({ state: "hidden" });
  await workbench.runCommand("View: Toggle Primary Side Bar Visibility");
  chat = workbench.webview();
  await answers().first().locator(".turn-footer .usage").waitFor();
  await expect.poll(firstAnswer).toBe(before);
  await expect.poll(() => input().inputValue()).toBe("a draft that was not sent");
});

test("the context menu of an answer copies it, its code and the selection, and has no Cut", async () => {
  await workbench.runCommand("Generation Studio: New Conversation");
  await chat.getByRole("heading", { name: "Ask anything" }).waitFor();
  await ask("Write a debounce function in TypeScript");
  const answer = answers().first();
  await answer.locator(".usage").waitFor();
  const copied = () => workbench.page.evaluate(() => navigator.clipboard.readText());
  const code = answer.locator(".code-block code").first();
  await workbench.chooseFromWebviewMenu(code, "Copy Code");
  await expect.poll(copied).toBe(await code.textContent());
  await workbench.chooseFromWebviewMenu(answer.locator(".turn-header"), "Copy as Markdown");
  await expect.poll(copied).toContain("```");
  const paragraph = answer.locator(".markdown p").first();
  const selected = await paragraph.evaluate((element) => {
    getSelection()?.selectAllChildren(element);
    return String(getSelection()).trim();
  });
  await workbench.unfoldMenuOf(paragraph, "Copy");
  await expect.poll(() => workbench.menuLabels()).toEqual(["Copy", "Copy as Markdown"]);
  await workbench.screenshot("chat-context-menu");
  await workbench.chooseFromWebviewMenu(paragraph, "Copy");
  await expect.poll(async () => (await copied()).trim()).toBe(selected);
});

test("a command of the palette asks about the selection", async () => {
  await workbench.openFile("notes.md");
  await workbench.select({ line: 3, column: 1 }, { line: 3, column: 22 });
  await workbench.runCommand("Generation Studio: Ask…");
  await workbench.answerInput("Explain this line", "Ask about the Selection");
  chat = workbench.webview();
  await expect.poll(() => prompts().last().textContent()).toMatch(/Explain this line\s+```markdown\s+A lighthouse at dusk\.\s+```/);
  await answers().last().locator(".usage").waitFor();
});

test("the open file is sent with a question, without being attached", async () => {
  await workbench.openFile("notes.md");
  await chat.locator(".composer .chip", { hasText: "notes.md" }).waitFor();
  await takeActions(2, {
    "write the question": () => write(input(), "What is this file about?"),
    "send it": () => input().press("Enter"),
  });
  await prompts().last().locator(".chip", { hasText: "notes.md" }).waitFor();
  await answers().last().locator(".turn-footer .usage").waitFor();
  await workbench.runCommand("View: Close All Editors");
});

test("a file is found with # and attached as a chip", async () => {
  await input().pressSequentially("What does #add");
  await chat.getByRole("option", { name: /add\.ts/ }).waitFor();
  await input().press("Enter");
  await chat.locator(".chip", { hasText: "add.ts" }).waitFor();
  await input().pressSequentially("do?");
  await workbench.screenshot("chat-attachment");
  await input().press("Enter");
  await chat.locator("article.prompt .chip", { hasText: "add.ts" }).waitFor();
  await answers().last().locator(".usage").waitFor();
});

test("the chat opens beside the code, on the same conversation", async () => {
  await workbench.runCommand("Generation Studio: Open Chat in Editor");
  const inEditor = workbench.webview(1);
  await inEditor.locator("article.answer .usage").last().waitFor();
  await send(inEditor.getByRole("textbox", { name: "Message" }), "Said in the editor");
  await inEditor.locator("article.prompt", { hasText: "Said in the editor" }).waitFor();
  await chat.locator("article.prompt", { hasText: "Said in the editor" }).waitFor();
  await workbench.screenshot("chat-in-editor");
});
