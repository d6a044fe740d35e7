/** The chat in the side bar and in editor tabs of a real workbench: keys and commands reach the panel that the user is in, and tabs survive. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ChatFrame, findChat } from "./workbench/chatFrames.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";

let workbench: Workbench;
let side: ChatFrame;

const inSideBar = (text?: string) => findChat(workbench.page, "sideBar", text);
const inTab = (text?: string) => findChat(workbench.page, "editor", text);
const press = (key: string) => workbench.page.keyboard.press(key);
const empty = ({ frame }: ChatFrame) => frame.getByRole("heading", { name: "Ask anything" });
const find = ({ frame }: ChatFrame) => frame.getByRole("textbox", { name: "Find in the conversation" });

beforeAll(async () => {
  workbench = await openWorkbench({ files: { "notes.md": "# Notes\n", "src/add.ts": "export const add = 1;\n" } });
  await workbench.openContainer("Generation Studio");
  side = await inSideBar();
}, 180_000);
afterAll(() => workbench?.close());

test("a conversation is opened in one tab beside the code, and tabs and side bar show different ones", async () => {
  await side.askAndWait("Lighthouses in one sentence");
  await workbench.openFile("notes.md");
  await side.input.click();
  await workbench.runCommand("Generation Studio: Open Chat in Editor");
  const tab = await inTab("Lighthouses in one sentence");
  await workbench.runCommand("Generation Studio: Open Chat in Editor");
  await tab.input.waitFor();
  expect(await workbench.tab("Lighthouses in one sentence").count()).toBe(1);

  await workbench.pressViewAction("Chat", "New Conversation");
  await empty(side).waitFor();
  await tab.prompts.first().waitFor();
  await side.askAndWait("Bread in one sentence");
  expect(await tab.prompts.allInnerTexts()).not.toContain("Bread in one sentence");
});

test("keys work in the panel that has the focus, in the side bar and in a tab", async () => {
  const tab = await inTab("Lighthouses in one sentence");
  for (const [panel, other] of [
    [side, tab],
    [tab, side],
  ] as const) {
    await panel.input.click();
    await press("Control+Alt+ArrowUp");
    await expect.poll(() => panel.focused()).toContain("article.turn answer");
    await press("Control+Alt+ArrowDown");
    await expect.poll(() => panel.focused()).toContain("textarea.input");
    await press("Control+f");
    await find(panel).waitFor();
    expect(await find(other).count()).toBe(0);
    await find(panel).press("Escape");
    await find(panel).waitFor({ state: "detached" });
  }
  await tab.input.click();
  await press("Control+n");
  await empty(tab).waitFor();
  await side.prompts.first().waitFor();
  await side.input.click();
  await press("Control+n");
  await empty(side).waitFor();
});

test("the same keys do what they always do elsewhere, though a chat is the active tab", async () => {
  const tab = await inTab();
  await tab.input.fill("Not sent yet");
  await workbench.runCommand("View: Show Explorer");
  await workbench.page.locator(".explorer-folders-view .monaco-list:focus").waitFor();
  await press("Control+f");
  // A command that the key had sent to the extension would have run before this one.
  await workbench.runCommand("Generation Studio: Stop Answer");
  expect(await find(tab).count()).toBe(0);

  const editor = await workbench.openFile("notes.md");
  await editor.click();
  await press("Control+f");
  await workbench.page.locator(".find-widget.visible").waitFor();
  await press("Escape");
  await press("Control+n");
  await workbench.tab(/^Untitled-1/).waitFor();
  await workbench.openContainer("Generation Studio");
  side = await inSideBar();
});

test("commands of the palette open a side bar that is hidden, and act there", async () => {
  await side.askAndWait("Harbours in one sentence");
  const hide = async () => {
    await workbench.runCommand("View: Toggle Primary Side Bar Visibility");
    await workbench.page.locator(".part.sidebar").waitFor({ state: "hidden" });
  };
  const run = async (title: string) => {
    await side.input.click();
    await hide();
    await workbench.runCommand(`Generation Studio: ${title}`);
    side = await inSideBar();
  };
  await run("Focus Last Message");
  await expect.poll(() => side.focused()).toContain("article.turn answer");
  await run("Focus Chat Input");
  await expect.poll(() => side.focused()).toContain("textarea.input");
  await run("Find in Conversation");
  await find(side).waitFor();
  await run("New Conversation");
  await empty(side).waitFor();
  await expect.poll(() => side.focused()).toContain("textarea.input");
  await side.ask("Write 1000 words about lighthouses");
  await side.answers.first().locator(".markdown p").first().waitFor();
  await workbench.runCommand("Generation Studio: Stop Answer");
  await side.frame.getByText("Stopped.").waitFor();
});
