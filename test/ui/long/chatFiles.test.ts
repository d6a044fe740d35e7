/** Attachments, images of answers, and export and import of conversations on a real workbench. */
import { open, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ChatFrame, findChat, startConversation, write } from "../workbench/chatFrames.ts";
import { openWorkbench, type Workbench } from "../workbench.ts";

let workbench: Workbench;
let chat: ChatFrame;

const inFolder = (name: string) => path.join(workbench.folder, name);
const button = (name: string | RegExp) => chat.frame.getByRole("button", { name, exact: true });
const chips = () => chat.frame.locator(".composer .chip");
const rows = () => chat.frame.locator("li.conversation");
const search = () => chat.frame.getByRole("textbox", { name: "Search all conversations" });

beforeAll(async () => {
  workbench = await openWorkbench({
    files: {
      "notes.md": "# Notes\n\nA lighthouse at dusk.\n",
      "lamp.ts": "export const lamp = 'oil';\nexport const wick = 2;\n",
      "greet.gen.md": "---\nmodel: demo-text\nvars: { whom: nobody }\n---\nWrite a greeting for {{whom}}\n",
      "gone.txt": "as it was when it was attached",
    },
    settings: { "generationStudio.chat.attachActiveFile": false },
  });
  await workbench.openContainer("Generation Studio");
  chat = await findChat(workbench.page, "sideBar");
});
afterAll(() => workbench?.close());

async function attach(way: string): Promise<void> {
  await button("Attach").click();
  await button(way).click();
}

async function showConversations(): Promise<void> {
  await workbench.pressViewAction("Chat", "Show Conversations", search());
}

async function importFile(name: string): Promise<void> {
  await button("Import…").click();
  await workbench.answerFileDialog("open", "Import a Conversation", inFolder(name));
}

async function exportRow(text: string, format: "Markdown" | "JSON", name: string): Promise<void> {
  const row = rows().filter({ hasText: text });
  await row.hover();
  await row.getByRole("button", { name: "More Actions" }).click();
  await row.getByRole("menuitem", { name: `Export as ${format}` }).click();
  await workbench.answerFileDialog("save", "Export the Conversation", inFolder(name));
  await workbench.notification(`exported to ${name}`).waitFor();
}

test("the active file, its selection, a picked file and a URL are attached, and sent with their contents at that time", async () => {
  await workbench.openFile("lamp.ts");
  await workbench.select({ line: 2, column: 14 }, { line: 2, column: 18 });
  await attach("Active File");
  await attach("Selection");
  await attach("Files and Images…");
  await workbench.answerFileDialog("open", "Attach", inFolder("gone.txt"));
  await chips().filter({ hasText: "gone.txt" }).waitFor();
  await button("Attach").click();
  const address = chat.frame.getByRole("textbox", { name: "Address of a file" });
  await address.fill("https://example.com/a/paper%20one.pdf");
  await address.press("Enter");
  await expect
    .poll(() => chips().locator(".chip-name").allTextContents())
    .toEqual(["lamp.ts", "lamp.ts, line 2", "gone.txt", "paper one.pdf"]);
  await workbench.screenshot("chat-attachments");
  await button("Remove paper one.pdf").click();
  await expect.poll(() => chips().count()).toBe(3);
  await rm(inFolder("gone.txt"));
  await chat.askAndWait("Which words are in these files?");
  await expect.poll(() => chat.prompts.last().locator(".chip-name").allTextContents()).toEqual(["lamp.ts", "lamp.ts, line 2", "gone.txt"]);
});

test("attachments over the limits are reported before sending, and images are scaled down if the user agrees", async () => {
  await chat.frame.evaluate(async () => {
    const side = 2000;
    const canvas = new OffscreenCanvas(side, side);
    const context = canvas.getContext("2d");
    const noise = new ImageData(side, side);
    for (let at = 0; at < noise.data.length; at += 65536) crypto.getRandomValues(noise.data.subarray(at, at + 65536));
    for (let at = 3; at < noise.data.length; at += 4) noise.data[at] = 255;
    context?.putImageData(noise, 0, 0);
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([await canvas.convertToBlob({ type: "image/png" })], "noise.png", { type: "image/png" }));
    document.querySelector("textarea.input")?.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  });
  await chips().filter({ hasText: "noise.png" }).waitFor();
  await chat.frame.getByText(/^1[2-3](?:\.\d)? MB: the service accepts at most 10 MB in total\.$/).waitFor();
  await write(chat.input, "What is this?");
  await expect.poll(() => button("Send").isDisabled()).toBe(true);
  await workbench.screenshot("chat-over-limit");
  await button("Shrink Images").click();
  await expect.poll(() => button("Send").isDisabled()).toBe(false);
  await expect.poll(() => chips().locator(".chip-size").allTextContents()).not.toEqual([]);
  await button("Remove noise.png").click();

  await chat.frame.evaluate(() => {
    const dataTransfer = new DataTransfer();
    for (let index = 1; index <= 11; index += 1)
      dataTransfer.items.add(new File([`%PDF-1.7\nxref\n0 ${index}\nstartxref\n9\n%%EOF\n`], `page ${index}.pdf`));
    document.querySelector(".composer")?.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  });
  await chat.frame.getByText("11 files: the service accepts at most 10.").waitFor();
  await expect.poll(() => button("Send").isDisabled()).toBe(true);
  await button("Attach").click();
  await button("Active File").hover();
  await workbench.screenshot("chat-many-files");
  await workbench.page.keyboard.press("Escape");
  await chips().last().getByRole("button").click();
  await expect.poll(() => button("Send").isDisabled()).toBe(false);
  for (let left = 9; left >= 0; left -= 1) {
    await chips().last().getByRole("button").click();
    await expect.poll(() => chips().count()).toBe(left);
  }
  await write(chat.input, "");
});

test("a generated image is saved, linked in the open Markdown file, and attached to the next prompt", async () => {
  await startConversation(workbench, chat);
  await button(/^Model:/).click();
  const models = chat.frame.getByRole("combobox", { name: "Search models" });
  await models.fill("demo-multimodal");
  await chat.frame
    .getByRole("option", { name: /^demo-multimodal/ })
    .first()
    .waitFor();
  await models.press("Enter");
  await button("Model: demo-multimodal").waitFor();
  await button("Request Settings").click();
  await chat.frame.getByRole("checkbox", { name: "Image generation" }).check();
  await workbench.page.keyboard.press("Escape");
  await workbench.openFile("notes.md");
  await workbench.setCursor(3, 1);
  await chat.askAndWait("Draw a lighthouse");
  const figure = chat.answers.last().locator("figure.image").last();
  await figure.hover();
  await figure.getByRole("button", { name: "Save Image…" }).click();
  await workbench.answerFileDialog("save", "Save the Generated Image", inFolder("saved.png"));
  const startOf = (name: string) =>
    readFile(inFolder(name), "latin1").then(
      (text) => text.slice(1, 4),
      () => "",
    );
  await expect.poll(() => startOf("saved.png")).toBe("PNG");
  await figure.getByRole("button", { name: "Insert Link at Cursor" }).click();
  const line = workbench.activeEditor.locator(".view-line", { hasText: "![Draw a lighthouse](generated/draw-a-lighthouse-" });
  await line.waitFor();
  const linked = /\]\(([^)]+)\)/.exec((await line.textContent()) ?? "")?.[1] ?? "";
  await expect.poll(() => startOf(linked)).toBe("PNG");
  const copied = () =>
    workbench.page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types }) => types)).catch((error: unknown) => error);
  await workbench.page.evaluate(() => navigator.clipboard.writeText(""));
  await figure.getByRole("button", { name: "Copy Image" }).click();
  await expect.poll(copied).toEqual(["image/png"]);
  await workbench.page.evaluate(() => navigator.clipboard.writeText(""));
  await workbench.chooseFromWebviewMenu(figure.getByRole("img"), "Copy Image");
  await expect.poll(copied).toEqual(["image/png"]);
  await figure.getByRole("button", { name: "More Actions" }).click();
  await chat.frame.getByRole("menuitem", { name: "Use as Reference" }).click();
  await chips().filter({ hasText: "draw-a-lighthouse-" }).waitFor();
  await workbench.screenshot("chat-picture");
  await chat.askAndWait("What is on it?");
  await expect.poll(() => chat.prompts.last().locator(".chip").count()).toBe(1);
  await chat.frame.getByRole("button", { name: "Turn Off Image generation" }).click();
  await chat.answers.first().locator("figure.image").last().getByRole("button", { name: "More Actions" }).click();
  await chat.frame.getByRole("menuitem", { name: "Make Variants" }).click();
  await expect.poll(() => chat.input.inputValue()).toMatch(/^Make variants .*: Draw a lighthouse$/);
  await chat.frame.getByRole("button", { name: "Turn Off Image generation" }).waitFor();
  await expect.poll(() => chat.prompts.count()).toBe(2);
  const reference = chips().filter({ hasText: "draw-a-lighthouse-" });
  await reference.getByRole("button", { name: "Remove" }).click();
  await reference.waitFor({ state: "detached" });
  await write(chat.input, "");
});

test("an answer is read aloud with a voice that the user chooses once", async () => {
  const answer = chat.answers.last();
  const read = answer.getByRole("button", { name: "Read Aloud", exact: true });
  await read.click();
  await workbench.pick("flite");
  await workbench.pick("slt");
  await answer.getByRole("button", { name: "Pause Reading" }).waitFor();
  const heard = () => answer.evaluate(() => [...(CSS.highlights.get("heard-sentence") ?? [])].length);
  await expect.poll(heard).toBe(1);
  await workbench.screenshot("chat-read-aloud");
  await answer.getByRole("button", { name: "Stop Reading" }).click();
  await read.click();
  await expect.poll(heard).toBe(1);
  await answer.getByRole("button", { name: "Stop Reading" }).click();
  await read.waitFor();
});

test("conversations are found by text with punctuation, renamed, and deleted after confirmation", async () => {
  await showConversations();
  await expect.poll(() => rows().count()).toBe(2);
  await workbench.screenshot("chat-list");
  await search().fill("words are in these files?");
  await expect.poll(() => rows().count()).toBe(1);
  const row = rows().first();
  await row.hover();
  await row.click({ button: "right" });
  await row.getByRole("menuitem", { name: "Rename" }).click();
  const name = chat.frame.getByRole("textbox", { name: "Name" });
  await name.fill('灯台 🏮 AND "oil"');
  await name.press("Enter");
  await rows().filter({ hasText: "灯台 🏮 AND" }).waitFor();
  for (const typed of ["灯台", "🏮", 'and "oil', "灯"]) {
    await search().fill(typed);
    await expect.poll(() => rows().allInnerTexts()).toHaveLength(1);
    await rows().filter({ hasText: "灯台 🏮 AND" }).waitFor();
  }
  await search().fill("no such text 🎉");
  await chat.frame.getByText("Nothing found").waitFor();
  await search().fill("draw");
  await rows().filter({ hasText: "Draw a lighthouse" }).waitFor();
  const remove = async (answer: string) => {
    await rows().first().hover();
    await rows().first().getByRole("button", { name: "More Actions" }).click();
    await rows().first().getByRole("menuitem", { name: "Delete" }).click();
    await workbench.page.locator(".monaco-dialog-box", { hasText: "Delete “Draw a lighthouse”?" }).waitFor();
    await workbench.pressDialogButton(answer);
  };
  await remove("Cancel");
  await expect.poll(() => rows().count()).toBe(1);
  await remove("Delete");
  await expect.poll(() => rows().count()).toBe(0);
});

test("conversations are exported as JSON and Markdown through a dialog, and imported without replacing others", async () => {
  await search().fill("");
  await exportRow("灯台", "JSON", "lamps.json");
  await exportRow("灯台", "Markdown", "lamps.md");
  expect(await readFile(inFolder("lamps.md"), "utf8")).toContain("Which words are in these files?");
  for (const name of ["lamps.json", "lamps.md"]) {
    await importFile(name);
    await chat.prompts.filter({ hasText: "Which words are in these files?" }).waitFor();
    await chat.answers.first().locator(".turn-footer .usage").waitFor();
    await expect
      .poll(() => chat.prompts.first().locator(".chip-name").allTextContents())
      .toEqual(["lamp.ts", "lamp.ts, line 2", "gone.txt"]);
    await showConversations();
  }
  await expect.poll(() => rows().count()).toBe(3);
});

test("a foreign, newer, truncated or huge file is refused with the reason, and nothing is lost", async () => {
  const whole = await readFile(inFolder("lamps.json"), "utf8");
  await writeFile(inFolder("newer.json"), whole.replace('"version": 1', '"version": 2'));
  await writeFile(inFolder("cut.json"), whole.slice(0, whole.length / 2));
  const huge = await open(inFolder("huge.json"), "w");
  await huge.truncate(500_000_000);
  await huge.close();
  for (const [name, reason] of [
    ["notes.md", "is not an exported conversation"],
    ["newer.json", "exported by a newer version"],
    ["cut.json", "damaged or incomplete conversation"],
    ["huge.json", "is larger than any exported conversation"],
  ] as const) {
    await importFile(name);
    await workbench.notification(new RegExp(`${name}.*${reason}`)).waitFor();
  }
  await expect.poll(() => rows().count()).toBe(3);
});

test("a file in an answer opens at its line; one outside the workspace needs confirmation", async () => {
  const whole = await readFile(inFolder("lamps.json"), "utf8");
  const said = "See [the wick](lamp.ts#L2), `lamp.ts:1:14` and [the host](/etc/hostname).";
  const moved = JSON.parse(whole) as { conversation: { turns: { role: string; parts?: { kind: string; text?: string }[] }[] } };
  for (const { parts = [] } of moved.conversation.turns) for (const part of parts) if (part.kind === "text") part.text = said;
  await writeFile(inFolder("links.json"), JSON.stringify(moved));
  await importFile("links.json");
  const links = chat.answers.first().locator(".markdown a[href]");
  await expect.poll(() => links.allTextContents()).toEqual(["the wick", "lamp.ts:1:14", "the host"]);
  await workbench.screenshot("chat-file-links");
  await links.nth(0).click();
  await workbench.page.getByText("Ln 2, Col 1", { exact: true }).waitFor();
  // The opened editor takes the focus, but Enter needs it in the chat.
  await workbench.page.locator('.editor-group-container.active .monaco-editor.focused[data-uri$="/lamp.ts"]').waitFor();
  await links.nth(1).press("Enter");
  await workbench.page.getByText("Ln 1, Col 14", { exact: true }).waitFor();
  await links.nth(2).click();
  await workbench.page.getByText("It is outside the workspace.").waitFor();
  await workbench.pressDialogButton("Cancel");
  await expect.poll(() => workbench.tab("hostname").count()).toBe(0);
});

test("a slash sends a prompt document, and generates an image and audio that are shown in the chat, also after a reload", async () => {
  await startConversation(workbench, chat);
  await write(chat.input, "/gr");
  await chat.frame.getByRole("option", { name: "/greet" }).click();
  const field = chat.frame.getByRole("textbox", { name: "whom", exact: true });
  await field.fill("the keeper");
  await field.press("Enter");
  await chat.answers.first().locator(".turn-footer").waitFor();
  await expect.poll(() => chat.prompts.first().locator(".prompt-text").textContent()).toBe("Write a greeting for the keeper");
  const width = async () => {
    const image = chat.frame.locator(".task-file img").first();
    // An image is loaded once it is near the viewport.
    await image.scrollIntoViewIfNeeded();
    return image.evaluate((element) => (element instanceof HTMLImageElement ? element.naturalWidth : 0));
  };
  const seconds = () => chat.frame.locator("audio").evaluate((audio) => (audio instanceof HTMLMediaElement ? audio.duration : 0));
  await chat.ask("/image A lighthouse at dusk");
  await expect.poll(width).toBeGreaterThan(0);
  await chat.ask("/audio Good evening");
  await expect.poll(seconds).toBeGreaterThan(0);
  await workbench.screenshot("chat-tasks");
  await attach("Files and Images…");
  await workbench.answerFileDialog("open", "Attach", inFolder("saved.png"));
  await chips().filter({ hasText: "saved.png" }).waitFor();
  await chat.ask("/audio Good night");
  await workbench.notification("/audio cannot use saved.png").waitFor();
  await expect.poll(() => chat.input.inputValue()).toBe("/audio Good night");
  await write(chat.input, "/image The same at night");
  await chat.input.press("Enter");
  const again = chat.answers.last();
  await again.locator(".task-file img").waitFor();
  await chat.prompts.last().locator(".chip", { hasText: "saved.png" }).waitFor();
  await expect.poll(() => chips().count()).toBe(0);
  await workbench.openView("Tasks");
  await workbench.chooseFromMenuOf(workbench.treeRow("The same at night"), "Show Details");
  const details = await workbench.rendered("The same at night");
  await expect.poll(() => details.textContent()).toMatch(/Reference images: ?1/);
  await workbench.reload();
  chat = await findChat(workbench.page, "sideBar", "Good evening");
  await expect.poll(width).toBeGreaterThan(0);
  await expect.poll(seconds).toBeGreaterThan(0);
});

test("a picture that a model of texts was asked for is generated once that is pressed", async () => {
  await startConversation(workbench, chat);
  await chat.askAndWait("Draw me a picture of a cat");
  await expect.poll(() => chat.frame.locator(".task-file").count()).toBe(0);
  await chat.answers.last().getByRole("button", { name: "Generate an Image of This" }).click();
  const generated = chat.answers.last();
  await generated.locator(".task-file img").waitFor();
  await expect.poll(() => chat.prompts.last().locator(".prompt-text").textContent()).toBe("/image Draw me a picture of a cat");
  await workbench.screenshot("chat-picture-offered");
  await generated.getByRole("button", { name: "More Actions" }).first().click();
  await workbench.screenshot("chat-picture-actions");
  await chat.frame.getByRole("menuitem", { name: "Edit Image…" }).click();
  await workbench.tab(/^Edit .*draw-me/).waitFor();
  await workbench.runCommand("View: Close All Editors");
  await workbench.chooseFromWebviewMenu(generated.locator(".task-file img"), "Edit Image…");
  await workbench.tab(/^Edit .*draw-me/).waitFor();
  await workbench.runCommand("View: Close All Editors");
  await workbench.chooseFromWebviewMenu(generated.locator(".task-file img"), "Save As…");
  await workbench.answerFileDialog("save", "Save As", inFolder("cat.png"));
  await expect
    .poll(() =>
      readFile(inFolder("cat.png"), "latin1").then(
        (text) => text.slice(1, 4),
        () => "",
      ),
    )
    .toBe("PNG");
});
