/** Messages and conversations of the chat: stopping, queueing, editing, deleting, finding. */
import type { FrameLocator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { send, write } from "../workbench/chatFrames.ts";
import { openWorkbench, type Workbench } from "../workbench.ts";

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
/** Only in the turns: the list of conversations shows it too. */
const prompt = (text: string) => chat.locator("article.prompt", { hasText: text });

/** The text of an answer, ignoring white space between its elements. */
async function firstAnswer(): Promise<string> {
  const text = await answers().first().locator(".markdown").first().textContent();
  return (text ?? "").replace(/\s+/g, " ");
}

const ask = (text: string) => send(input(), text);

test("a running answer is stopped; the text so far stays, and it can be tried again", async () => {
  await workbench.runCommand("Generation Studio: New Conversation");
  await chat.getByRole("heading", { name: "Ask anything" }).waitFor();
  await ask("Write 1000 words about lighthouses");
  await answers().first().locator(".markdown p").first().waitFor();
  await expect.poll(async () => (await firstAnswer()).length).toBeGreaterThan(20);
  await workbench.screenshot("chat-streaming");
  await chat.getByRole("button", { name: "Stop", exact: true }).click();
  await chat.getByText("Stopped.").waitFor();
  await expect.poll(async () => (await firstAnswer()).length).toBeGreaterThan(20);
  await chat.getByRole("button", { name: "Try Again" }).click();
  await chat.getByText("2/2").waitFor({ timeout: 60_000 });
  await chat.getByRole("button", { name: "Previous Version" }).click();
  await chat.getByText("Stopped.").waitFor();
});

test("a queued message is sent after a reload when the user confirms it", async () => {
  await workbench.runCommand("Generation Studio: New Conversation");
  await chat.getByRole("heading", { name: "Ask anything" }).waitFor();
  // Still streaming when the window reloads, however long the palette takes.
  await ask("Write 2000 words about piers");
  await answers().first().locator(".markdown p").first().waitFor();
  await ask("Say goodbye");
  await chat.locator(".queue li", { hasText: "Say goodbye" }).waitFor();
  await workbench.reload();
  chat = workbench.webview();
  await chat.getByText("Paused because the window was closed before these were sent.").first().waitFor();
  await answers().first().locator(".turn-footer").waitFor({ timeout: 90_000 });
  await expect.poll(() => chat.locator(".queue li").count()).toBe(1);
  await workbench.screenshot("chat-queue-paused");
  await chat.getByRole("button", { name: "Send Now" }).click();
  await chat.locator("article.prompt", { hasText: "Say goodbye" }).waitFor();
  await answers().last().locator(".usage").waitFor({ timeout: 30_000 });
  await expect.poll(() => chat.locator(".queue").count()).toBe(0);
});

test("an earlier message is edited in place and sent again as a branch", async () => {
  await workbench.runCommand("Generation Studio: New Conversation");
  await chat.getByRole("heading", { name: "Ask anything" }).waitFor();
  await ask("Say hello");
  await answers().first().locator(".usage").waitFor({ timeout: 30_000 });
  await chat.getByRole("button", { name: "Edit and Resend" }).click();
  const editor = chat.getByRole("textbox", { name: "Edit the message" });
  await editor.fill("Say good night");
  await editor.press("Enter");
  await chat.locator("article.prompt .siblings", { hasText: "2/2" }).waitFor();
  await answers().first().locator(".usage").waitFor({ timeout: 30_000 });
});

test("a message and those below it are deleted only after confirmation", async () => {
  const messages = chat.locator("article");
  const deleteFirst = async () => {
    await messages.first().hover();
    await messages.first().getByRole("button", { name: "Delete Message and What Follows" }).click();
    await workbench.page.locator(".monaco-dialog-box", { hasText: "Delete this message and the one that follows it?" }).waitFor();
  };
  await deleteFirst();
  await workbench.screenshot("chat-delete-message");
  await workbench.pressDialogButton("Cancel");
  await workbench.page.locator(".monaco-dialog-box").waitFor({ state: "hidden" });
  await expect.poll(() => messages.count()).toBe(2);
  await deleteFirst();
  await workbench.pressDialogButton("Delete");
  await chat.getByText("Say hello").waitFor();
  await expect.poll(() => messages.count()).toBe(2);
});

test("a model is searched for and chosen", async () => {
  await chat.getByRole("button", { name: /^Model:/ }).click();
  await chat.getByRole("combobox", { name: "Search models" }).fill("multi");
  await workbench.screenshot("chat-models");
  await chat.getByRole("combobox", { name: "Search models" }).press("Enter");
  await chat.getByRole("button", { name: "Model: demo-multimodal" }).waitFor();
});

test("conversations are found by any word of their text and opened", async () => {
  await workbench.runCommand("Generation Studio: New Conversation");
  await chat.getByRole("heading", { name: "Ask anything" }).waitFor();
  await ask("Explain what an incremental parser is, with a table and code");
  await answers().first().locator(".usage").waitFor({ timeout: 30_000 });
  await workbench.runCommand("Generation Studio: New Conversation");
  await chat.getByRole("heading", { name: "Ask anything" }).waitFor();
  await workbench.runCommand("Generation Studio: Show Conversations");
  await chat.getByRole("textbox", { name: "Search all conversations" }).fill("incremental");
  await chat
    .getByRole("button", { name: /incremental parser/ })
    .first()
    .click();
  await prompt("with a table and code").waitFor();
  await workbench.screenshot("chat-conversations");
});

test("the draft of a new conversation is listed when another one is opened, and is kept", async () => {
  await workbench.runCommand("Generation Studio: New Conversation");
  await chat.getByRole("heading", { name: "Ask anything" }).waitFor();
  await write(input(), "A draft about breakwaters");
  await workbench.runCommand("Generation Studio: Show Conversations");
  await chat
    .getByRole("button", { name: /incremental parser/ })
    .first()
    .click();
  await prompt("with a table and code").waitFor();
  await workbench.runCommand("Generation Studio: Show Conversations");
  await chat.getByRole("button", { name: /Draft.*A draft about breakwaters/ }).waitFor();
  await workbench.screenshot("chat-draft-listed");
  await chat.getByRole("button", { name: /Draft.*A draft about breakwaters/ }).click();
  await chat.getByRole("heading", { name: "Ask anything" }).waitFor();
  await expect.poll(() => input().inputValue()).toBe("A draft about breakwaters");
  await write(input(), "");
});
