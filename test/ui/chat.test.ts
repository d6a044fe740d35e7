/** A person at a real workbench in; that the chat answers, survives and shows its states out. */
import type { FrameLocator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorkbench, type Workbench } from "./workbench.ts";

let workbench: Workbench;
let chat: FrameLocator;

beforeAll(async () => {
  workbench = await openWorkbench({
    files: { "notes.md": "# Notes\n\nA lighthouse at dusk.\n", "src/add.ts": "export const add = (a: number, b: number) => a + b;\n" },
  });
  await workbench.openContainer("Generation Studio");
  chat = workbench.webview();
}, 180_000);
afterAll(() => workbench?.close());

const input = () => chat.getByRole("textbox", { name: "Message" });
const answers = () => chat.locator("article.answer");

async function ask(text: string): Promise<void> {
  await input().fill(text);
  await input().press("Enter");
}

test("an empty conversation says who answers", async () => {
  await chat.getByRole("heading", { name: "Ask anything" }).waitFor();
  await chat.locator(".demo-mark").waitFor();
  await workbench.screenshot("chat-empty");
});

test("a question is answered with Markdown, marked as demo", async () => {
  await ask("Explain what an incremental parser is, with a table and code");
  await answers().first().locator(".turn-footer .usage").waitFor({ timeout: 60_000 });
  expect(await answers().first().locator(".turn-header .badge").textContent()).toBe("Demo");
  expect((await answers().first().locator(".markdown").first().textContent())?.length).toBeGreaterThan(100);
  await workbench.screenshot("chat-answer");
}, 90_000);

test("hiding and showing the view, and reloading the window, lose nothing", async () => {
  const before = await answers().first().locator(".markdown").first().textContent();
  await input().fill("a draft that was not sent");
  await workbench.runCommand("View: Toggle Primary Side Bar Visibility");
  await workbench.runCommand("View: Toggle Primary Side Bar Visibility");
  chat = workbench.webview();
  await answers().first().locator(".turn-footer .usage").waitFor();
  expect(await input().inputValue()).toBe("a draft that was not sent");
  await workbench.reload();
  await workbench.openContainer("Generation Studio");
  chat = workbench.webview();
  await answers().first().locator(".turn-footer .usage").waitFor();
  expect(await answers().first().locator(".markdown").first().textContent()).toBe(before);
  expect(await input().inputValue()).toBe("a draft that was not sent");
}, 120_000);

test("the four themes", async () => {
  for (const theme of ["dark", "light", "highContrastDark", "highContrastLight"] as const) {
    await workbench.switchTheme(theme);
    await workbench.screenshot(`chat-${theme}`);
  }
}, 60_000);
