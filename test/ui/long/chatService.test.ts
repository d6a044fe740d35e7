/** The chat with a user's own service: key, errors, VS Code's own chat, a proposed edit, links, images, and untrusted messages. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Front } from "../openFront.ts";
import { answerOf, scriptedServiceKey, startScriptedService } from "../scriptedService.ts";
import { type ChatFrame, findChat, startConversation } from "../workbench/chatFrames.ts";
import { editorChat } from "../workbench/editorChat.ts";
import { repeatUntil, repeatUntilGone } from "../workbench/repeatUntil.ts";
import { openWorkbench, type Workbench } from "../workbench.ts";

const image = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==", "base64");
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

let asked: string[] = [];
const remote = createServer((request, response) => {
  asked.push(request.url ?? "");
  response.writeHead(200, { "content-type": "image/png" }).end(request.url === "/page.png" ? "<html>" : image);
});
let service: Front;
let workbench: Workbench;
let chat: ChatFrame;

/** Reads the host's messages to every panel and uses the panel's own API, as an attacker's script in the page could. */
function spyOnPanels(): void {
  const received: string[] = [];
  let acquire: (() => unknown) | undefined;
  Object.defineProperty(window, "acquireVsCodeApi", {
    configurable: true,
    get: () =>
      acquire === undefined
        ? undefined
        : () => {
            const api = acquire?.();
            window.addEventListener("message", (event) => received.push(JSON.stringify(event.data) ?? ""));
            Object.assign(window, { spy: { api, received } });
            return api;
          },
    set: (given: () => unknown) => {
      acquire = given;
    },
  });
}

beforeAll(async () => {
  await new Promise<void>((resolve) => remote.listen(0, "127.0.0.1", resolve));
  const address = remote.address();
  const host = typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}` : "";
  service = await startScriptedService({
    LINKS: answerOf(
      [
        "[outside](https://example.com/search?q=a%26b&c=d%2Fe) and [mail](mailto:someone@example.com)",
        "[command](command:workbench.action.terminal.new) [file](file:///etc/passwd) [script](javascript:alert(1)) [relative](src/add.ts)",
        "A claim (source: https://example.org/cited?x=1%2B1).",
      ].join("\n\n"),
    ),
    EDITOR: answerOf("The answer in the editor's own chat."),
    "Fix both": answerOf(`Both operators are wrong:\n\n\`\`\`js\n// src/math.js\n${fixed}\`\`\`\n`),
    DIAGRAM: answerOf("```mermaid\nflowchart LR\n  A[Prompt] --> B{Complete?}\n  B -- yes --> C[Answer]\n```\n"),
    IMAGES: answerOf(`![good](${host}/good.png) ![page](${host}/page.png)`),
  });
  workbench = await openWorkbench({
    files: { "src/math.js": source, "notes.md": "# Notes\n\nNothing of this is code.\n" },
    settings: { "generationStudio.baseUrl": service.url, "chat.disableAIFeatures": false },
    initScript: spyOnPanels,
  });
  await workbench.openContainer("Generation Studio");
  chat = await findChat(workbench.page, "sideBar");
});
afterAll(async () => {
  await workbench?.close();
  await service?.close();
  await new Promise((resolve) => remote.close(resolve));
});

const notice = () => chat.answers.last().locator(".notice");

async function chooseModel(id: string): Promise<void> {
  await chat.frame.getByRole("button", { name: /^Model:/ }).click();
  await chat.frame.getByRole("combobox", { name: "Search models" }).fill(id);
  await chat.frame
    .getByRole("option", { name: new RegExp(`^${id}`) })
    .first()
    .waitFor();
  await chat.frame.getByRole("combobox", { name: "Search models" }).press("Enter");
  await chat.frame.getByRole("button", { name: `Model: ${id}` }).waitFor();
}

test("without a key, the answer asks for one and is then tried again with it", async () => {
  await chat.askAndWait("Say hello");
  await notice().getByRole("button", { name: "Set API Key…" }).click();
  await workbench.answerInput(scriptedServiceKey, "The key is stored in");
  await workbench.notification("The API key works").waitFor();
  await notice().getByRole("button", { name: "Try Again" }).click();
  await chat.answers.last().locator(".markdown").waitFor();
  await expect.poll(() => notice().count()).toBe(0);
});

test("VS Code's own chat answers without a GitHub account, only in Ask mode if the models do not call functions", async () => {
  const own = editorChat(workbench.page);
  await workbench.runCommand("Chat: Manage Language Models");
  const row = workbench.page.locator(".models-table-container .monaco-list-row", { hasText: "demo-text-mini" });
  await row.waitFor();
  await expect.poll(() => row.locator(".model-capabilities").textContent(), { message: "the service reports none" }).toBe("");
  await workbench.runCommand("Chat: Open Chat (Agent)");
  await expect.poll(() => own.offered("demo-text")).toEqual(["Sign in to use Copilot..."]);
  await own.addModels("Generation Studio");
  await expect.poll(() => own.offered("demo-text")).toEqual(["Manage Models..."]);
  await expect.poll(() => row.count(), { message: "the models are listed once" }).toBe(1);
  await workbench.runCommand("Chat: Open Chat (Ask)");
  await own.choose("demo-text");
  await own.ask("EDITOR");
  await own.answers.getByText("The answer in the editor's own chat.").waitFor();
  await workbench.screenshot("editor-chat-ask");

  // The participant answers from local data, and lets the model answer from the same data.
  await own.ask("@studio /models mini");
  await own.answers.last().locator("td", { hasText: "demo-text-mini" }).waitFor();
  await own.ask("@studio /costs");
  await own.answers.last().getByText("in the last 30 days").first().waitFor();
  await own.ask("@studio /made");
  await own.answers.last().getByText("Attach or open a file").waitFor();
  await own.ask("@studio EDITOR");
  await own.answers.last().getByText("The answer in the editor's own chat.").waitFor();
  expect(service.posted.some((body) => body.includes("newestTasks") && body.includes("demo-text-mini"))).toBe(true);
  await workbench.screenshot("editor-chat-participant");
  await workbench.runCommand("View: Close All Editors");
  await workbench.runCommand("View: Hide Secondary Side Bar");
}, 300_000);

test("an option that the model does not support can be changed where it is chosen", async () => {
  await chooseModel("demo-text");
  const settings = chat.frame.getByRole("button", { name: "Request Settings", exact: true });
  await settings.click();
  await chat.frame.getByRole("checkbox", { name: "Image generation" }).check();
  await settings.click();
  await chat.askAndWait("Draw a quay");
  await expect.poll(() => notice().textContent()).toContain("demo-text cannot draw");
  await notice().getByRole("button", { name: "Request Settings…" }).click();
  await chat.frame.getByRole("checkbox", { name: "Image generation" }).uncheck();
  await settings.click();
  await notice().getByRole("button", { name: "Try Again" }).click();
  await chat.answers.last().locator(".markdown").waitFor();
  await expect.poll(() => notice().count()).toBe(0);
});

test("a diagram is drawn in its frame, under the policies of VS Code and of the panel", async () => {
  await chooseModel("demo-text");
  await chat.askAndWait("DIAGRAM");
  const image = chat.answers.last().locator(".diagram-image img");
  await image.waitFor();
  const width = () => image.evaluate((element) => (element instanceof HTMLImageElement ? element.naturalWidth : 0));
  await expect.poll(width).toBeGreaterThan(100);
  await workbench.screenshot("chat-diagram");
});

test("an answer becomes a prompt document with the same request and the messages before it", async () => {
  await chat.answers.last().locator("footer").getByRole("button", { name: "More Actions" }).click();
  await chat.frame.getByRole("menuitem", { name: "Save as Prompt Document" }).click();
  await workbench.tab(/^Untitled-1/).waitFor();
  const line = (text: string) => workbench.activeEditor.locator(".view-line", { hasText: text }).last();
  await line("model: demo-text").waitFor();
  await line("Say hello").waitFor();
  // The text appears before the focus.
  await repeatUntil(line("Draw a quay"), () => workbench.page.keyboard.press("Control+End"));
  await workbench.screenshot("chat-prompt-document");
  await workbench.runCommand("View: Revert and Close Editor");
});

test("an answer whose connection is reset in the middle is completed, since the service knows the rest", async () => {
  await chooseModel("fault-reset");
  await chat.askAndWait("Tell me about lighthouses");
  await expect.poll(() => notice().count()).toBe(0);
  await expect.poll(() => chat.answers.last().locator(".usage").textContent()).not.toBe("");
});

test("deleted messages and conversations are also deleted on the service if the user chooses that", async () => {
  await startConversation(workbench, chat);
  await chooseModel("demo-text");
  const dialog = workbench.page.locator(".monaco-dialog-box");
  const remove = async (button: "Delete" | "Delete Here Only") => {
    await chat.answers.last().hover();
    await chat.answers.last().locator("footer").getByRole("button", { name: "More Actions" }).click();
    await chat.frame.getByRole("menuitem", { name: "Delete Answer" }).click();
    await dialog.filter({ hasText: "The service stores results for 30 days." }).waitFor();
    await workbench.pressDialogButton(button);
    await expect.poll(() => chat.answers.count()).toBe(0);
  };
  await chat.askAndWait("Say hello to the tide");
  const before = service.deleted.length;
  await chat.prompts.hover();
  await chat.prompts.getByRole("button", { name: "Delete Message and What Follows" }).click();
  await dialog.filter({ hasText: "Delete this message and the one that follows it?" }).waitFor();
  await workbench.pressDialogButton("Cancel");
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => chat.answers.count()).toBe(1);
  await remove("Delete Here Only");
  expect(service.deleted.length - before).toBe(0);
  await chat.askAndWait("Say good night to the tide");
  await remove("Delete");
  await expect.poll(() => service.deleted.length - before).toBe(1);
  // The server counts a request when it forwards it, before the service has handled it.
  const headers = { authorization: `Bearer ${scriptedServiceKey}` };
  await expect.poll(async () => (await fetch(`${service.url}${service.deleted.at(-1)}`, { headers })).status).toBe(404);
});

test("a proposed change is accepted or rejected by itself, and the file on the disk waits for it", async () => {
  await workbench.changeWorkspaceSettings({ "files.autoSave": "afterDelay", "files.autoSaveDelay": 100 });
  const read = () => readFile(path.join(workbench.folder, "src", "math.js"), "utf8");
  const diff = workbench.page.locator(".monaco-diff-editor");
  const lens = (title: string) => diff.locator(".modified .codelens-decoration a").filter({ hasText: title });
  const added = workbench.activeEditor.locator(".view-line", { hasText: "return a + b" });
  // Not the file named in the block.
  await workbench.openFile("notes.md");
  await chat.askAndWait("Fix both");
  const block = chat.answers.last().locator(".code-block");
  await block.hover();
  await block.getByRole("button", { name: "Apply to File…", exact: true }).click();
  await lens("Accept All 2").waitFor();
  await expect.poll(() => lens("Accept").count()).toBe(3);
  await workbench.screenshotInThemes("edits-two-changes");
  await lens("Reject").last().click();
  await expect.poll(() => lens("Accept").count()).toBe(1);
  expect(await read()).toBe(source);
  await repeatUntilGone(diff, () => workbench.pressEditorAction("Accept All Changes", 2000));
  await workbench.tab("math.js").waitFor();
  await expect.poll(() => added.count()).toBe(2);
  await expect.poll(read).toBe(fixedAdd);
  await workbench.undo();
  await expect.poll(() => added.count()).toBe(1);
  await expect.poll(read).toBe(source);
  await workbench.runCommand("View: Close All Editors");
});

test("links open outside only, with their exact URL, after the user has confirmed", async () => {
  await chooseModel("demo-text");
  await chat.askAndWait("LINKS");
  const answer = chat.answers.last();
  const addresses = () => answer.locator("a[href]").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  // An existing file gets a URI inside the panel: the panel opens it, and asks first if it is outside the workspace.
  const ownAddress = `#${encodeURIComponent("file:///etc/passwd")}`;
  await expect
    .poll(async () => [...new Set(await addresses())].toSorted())
    .toEqual([ownAddress, "https://example.com/search?q=a%26b&c=d%2Fe", "https://example.org/cited?x=1%2B1", "mailto:someone@example.com"]);
  const visited: string[] = [];
  const opened: Page[] = [];
  workbench.page.context().on("page", (page) => opened.push(page));
  await workbench.page.context().route("https://example.com/**", (route) => {
    if (route.request().isNavigationRequest()) visited.push(route.request().url());
    return route.fulfill({ contentType: "text/plain", body: "outside" });
  });
  await answer.getByRole("link", { name: "outside" }).click();
  const dialog = workbench.page.locator(".monaco-dialog-box");
  await dialog.getByText("https://example.com/search").waitFor();
  expect(visited).toEqual([]);
  await workbench.pressDialogButton("Open");
  await expect.poll(() => visited).toEqual(["https://example.com/search?q=a%26b&c=d%2Fe"]);
  // The browser reports a new page some time after the request for its URL.
  await expect.poll(() => opened).toHaveLength(1);
  await answer.locator("a[href^='https://example.org']").first().click();
  await dialog.getByText("https://example.org/cited").waitFor();
  await workbench.pressDialogButton("Cancel");
  expect(visited).toHaveLength(1);
  expect(opened).toHaveLength(1);
});

test("a remote image is requested only after the user allows it, and a URL that is not an image stays a link", async () => {
  await chat.askAndWait("IMAGES");
  const answer = chat.answers.last();
  await answer.getByRole("button", { name: /good/ }).waitFor();
  expect(asked).toEqual([]);
  await answer.getByRole("button", { name: /good/ }).click();
  await expect
    .poll(() => answer.locator("img").evaluateAll((shown) => shown.map((image) => image instanceof HTMLImageElement && image.naturalWidth)))
    .toEqual([1]);
  expect(asked).toEqual(["/good.png"]);
  await answer.getByRole("button", { name: /page/ }).click();
  await expect.poll(() => asked).toEqual(["/good.png", "/page.png"]);
  await answer.getByRole("button", { name: /page/ }).waitFor();
  asked = [];
});

test("calls that the panel would not make have no effect, and the key is never sent to the panel", async () => {
  const bad = [
    ...[null, 7, "send", [], {}, { name: "send", input: { text: "No number" } }, { call: 1, name: "send" }],
    { call: 2, name: "send", input: { text: 7 } },
    { call: 3, name: "deleteConversation" },
    { call: 4, name: "no such" },
    { call: 5, name: "changeSettings", input: { settings: { model: 1 } } },
    { call: 6, name: "openLink", input: { url: "command:workbench.action.closeAllEditors" } },
  ];
  await chat.frame.evaluate(`for (const message of ${JSON.stringify(bad)}) spy.api.postMessage(message)`);
  await chat.askAndWait("Still there?");
  await expect.poll(() => notice().count()).toBe(0);
  const received = String(await chat.frame.evaluate("spy.received.join('\\n')")).split("\n");
  expect(received.length).toBeGreaterThan(50);
  expect(received.filter((message) => message.includes(scriptedServiceKey))).toEqual([]);
});

/** The answers after the prompt. After a reload, turns are rendered only when they become visible, so their number is not reliable. */
const answerTo = (prompt: string) => chat.frame.locator(`article.prompt:has-text("${prompt}") ~ article.answer`);

/** Waits until the answer to a prompt has ended, and expects it to be complete. */
async function expectWholeAnswer(prompt: string): Promise<void> {
  await expect.poll(() => chat.prompts.filter({ hasText: prompt }).count()).toBe(1);
  const whole = answerTo(prompt);
  await whole.locator(".turn-footer .usage").waitFor();
  await expect.poll(() => whole.locator(".notice").allTextContents()).toEqual([]);
  // The module that renders text is loaded later than the panel.
  const words = async () => ((await whole.locator(".markdown").first().textContent()) ?? "").split(/\s+/).length;
  await expect.poll(words).toBeGreaterThan(300);
}

async function askAndSeeItBegin(prompt: string): Promise<void> {
  await chat.ask(prompt);
  await answerTo(prompt).locator(".markdown p").first().waitFor();
  await expect.poll(() => answerTo(prompt).locator(".turn-footer").count()).toBe(0);
}

test("an answer continues while its view is hidden", async () => {
  // The last test: a window in a browser may be restored without a side bar that was just shown again.
  const prompt = "Write 1000 words about tides";
  await askAndSeeItBegin(prompt);
  const toggle = () => workbench.runCommand("View: Toggle Primary Side Bar Visibility");
  await toggle();
  await workbench.page.locator(".part.sidebar").waitFor({ state: "hidden" });
  await toggle();
  chat = await findChat(workbench.page, "sideBar", prompt);
  await expectWholeAnswer(prompt);
});
