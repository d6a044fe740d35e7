/** What comes into the chat from elsewhere: files of VS Code's Explorer, which are dropped while Shift is held, and dictated words. */
import { mkdtempSync } from "node:fs";
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ChatFrame, findChat } from "../workbench/chatFrames.ts";
import { openWorkbench, type Workbench } from "../workbench.ts";

const pixel = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

const speech = mkdtempSync(path.join(tmpdir(), "speech-"));
let workbench: Workbench;
let chat: ChatFrame;

beforeAll(async () => {
  // In a remote window, VS Code knows of an extension that this one does not see.
  const original = path.join(import.meta.dirname, "..", "..", "host", "speechExtension");
  await cp(original, speech, { recursive: true });
  const manifest = JSON.parse(await readFile(path.join(original, "package.json"), "utf8"));
  delete manifest.contributes.speechProviders;
  await writeFile(path.join(speech, "package.json"), JSON.stringify({ ...manifest, activationEvents: ["onStartupFinished"] }));
  workbench = await openWorkbench({
    files: {
      "notes.md": "# Notes\n",
      "lamp.ts": "export const lamp = 1;\n",
      "wick.ts": "export const wick = 2;\n",
      "inner/mill.md": "A mill.\n",
      "inner/river.md": "A river.\n",
    },
    otherExtensions: [speech],
    settings: { "generationStudio.chat.attachActiveFile": false, "explorer.compactFolders": false },
  });
  await writeFile(path.join(workbench.folder, "pixel.png"), pixel);
  await workbench.runCommand("View: Show Explorer");
  await workbench.runCommand("Generation Studio: Open Chat in Editor");
  chat = await findChat(workbench.page, "editor");
});
afterAll(async () => {
  await workbench?.close();
  await rm(speech, { recursive: true, force: true });
});

const row = (name: string) => workbench.page.locator(".explorer-folders-view .monaco-list-row", { hasText: name }).first();
const names = () => chat.frame.locator(".composer .chip-name").allTextContents();

async function dragToChat(name: string): Promise<void> {
  const { mouse, keyboard } = workbench.page;
  const from = await row(name).boundingBox();
  const to = await chat.frame.locator(".composer").boundingBox();
  if (from === null || to === null) throw new Error("The Explorer or the chat is not visible.");
  await mouse.move(from.x + 40, from.y + from.height / 2);
  await mouse.down();
  await mouse.move(from.x + 60, from.y + from.height / 2 + 4, { steps: 4 });
  await keyboard.down("Shift");
  await mouse.move(to.x + 60, to.y + 20, { steps: 20 });
  await mouse.move(to.x + 70, to.y + 24, { steps: 6 });
  await mouse.up();
  await keyboard.up("Shift");
  // VS Code gives the pointer back to panels with its next move.
  await mouse.move(from.x + 40, from.y + 200, { steps: 3 });
}

test.each([
  ["a file", "notes.md", "notes.md"],
  ["an image", "pixel.png", "pixel.png"],
  ["a folder", "inner", "inner/"],
])("%s of the Explorer is attached", async (_, name, attached) => {
  await dragToChat(name);
  await expect.poll(names).toContain(attached);
});

test("all selected files of the Explorer are attached", async () => {
  // A click without a key would open the file over the chat.
  await row("lamp.ts").click({ modifiers: ["ControlOrMeta"] });
  await row("wick.ts").click({ modifiers: ["ControlOrMeta"] });
  await dragToChat("wick.ts");
  await expect.poll(names).toEqual(["notes.md", "pixel.png", "inner/", "lamp.ts", "wick.ts"]);
});

async function dictate({ frame }: ChatFrame, start: () => Promise<unknown>): Promise<void> {
  const message = frame.getByRole("textbox", { name: "Message", exact: true });
  await message.fill("He said:");
  expect(await frame.getByRole("button", { name: "Dictate" }).count()).toBe(0);
  await start();
  await frame.getByRole("button", { name: "Stop Dictating" }).waitFor();
  await workbench.page.locator(".editor-dictation-widget.recording").waitFor();
  await workbench.runCommand("Speech Test: Say Hello");
  await workbench.page.locator(".view-line", { hasText: "Hello." }).waitFor();
  await workbench.screenshot("dictation");
  await message.click();
  await expect.poll(() => message.inputValue()).toBe("He said: Hello.");
  await frame.getByRole("button", { name: "Stop Dictating" }).waitFor({ state: "detached" });
  expect(await workbench.page.locator(".editor-dictation-widget.recording").count()).toBe(0);
  expect(await workbench.page.locator(".tab", { hasText: "Hello." }).count()).toBe(0);
}

test("a dictated sentence comes into the message when the user goes back to it: in a tab, and in the side bar", async () => {
  await dictate(chat, () => workbench.pressEditorAction("Dictate"));
  await workbench.runCommand("View: Close All Editors");
  await workbench.openContainer("Generation Studio");
  await dictate(await findChat(workbench.page, "sideBar"), () => workbench.pressViewAction("Chat", "Dictate"));
});
