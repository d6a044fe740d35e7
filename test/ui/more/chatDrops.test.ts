/** Files of VS Code's Explorer that are dropped on the chat, which gets them only while Shift is held. */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ChatFrame, findChat } from "../workbench/chatFrames.ts";
import { openWorkbench, type Workbench } from "../workbench.ts";

const pixel = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

let workbench: Workbench;
let chat: ChatFrame;

beforeAll(async () => {
  workbench = await openWorkbench({
    files: {
      "notes.md": "# Notes\n",
      "lamp.ts": "export const lamp = 1;\n",
      "wick.ts": "export const wick = 2;\n",
      "inner/mill.md": "A mill.\n",
      "inner/river.md": "A river.\n",
    },
    settings: { "generationStudio.chat.attachActiveFile": false, "explorer.compactFolders": false },
  });
  await writeFile(path.join(workbench.folder, "pixel.png"), pixel);
  await workbench.runCommand("View: Show Explorer");
  await workbench.runCommand("Generation Studio: Open Chat in Editor");
  chat = await findChat(workbench.page, "editor");
});
afterAll(() => workbench?.close());

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
