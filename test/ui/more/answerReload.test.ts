/** A reload of the window, and a crash of the extension host, while a provider answers in the chat, to a prompt document and in a document. */
import { readFile, rename } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { chunk, type Engine, finishChunk, openEngine, sendJson } from "../../providers/engineServer.ts";
import { type ChatFrame, findChat, startConversation } from "../workbench/chatFrames.ts";
import { openWorkbench, type Workbench } from "../workbench.ts";

const files = {
  "saved.gen.md": "---\nmodel: local/slow\noutput: told/saved\n---\nTell me everything.\n",
  "notes.md": "# Notes\n\n\n\nThe end.\n",
  "replaced.md": "# Notes\n\nIt flew.\n\nThe end.\n",
  "jetty.md": "# Coast\n\nA stone jetty\n",
};

/** One black pixel. */
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==";

let workbench: Workbench;
let engine: Engine;
let release: () => void;
let released: Promise<void>;

beforeEach(() => {
  ({ promise: released, resolve: release } = Promise.withResolvers<void>());
});
beforeAll(async () => {
  engine = await openEngine({
    "GET /v1/models": sendJson({ data: [{ id: "slow" }] }),
    "POST /v1/chat/completions": async (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`data: ${JSON.stringify(chunk({ content: "The first half" }))}\n\n`);
      await released;
      for (const event of [chunk({ content: ", and the second." }), finishChunk("stop")])
        response.write(`data: ${JSON.stringify(event)}\n\n`);
      response.end("data: [DONE]\n\n");
    },
    "POST /v1/images/generations": async (_, response) => {
      await released;
      response.end(JSON.stringify({ data: [{ b64_json: png }] }));
    },
  });
  const providers = { local: { type: "openai-compatible", baseURL: `${engine.url}/v1`, models: { painter: { kinds: ["image"] } } } };
  const settings = {
    "generationStudio.providers": providers,
    "generationStudio.defaultModels": { image: "local/painter" },
    "generationStudio.output.fileName": "{slug}",
  };
  workbench = await openWorkbench({ settings, files });
  await workbench.openContainer("Generation Studio");
});
afterAll(async () => {
  await workbench?.close();
  engine?.close();
});

const requests = () => engine.countOf("/v1/chat/completions") + engine.countOf("/v1/images/generations");
const offer = () => workbench.page.locator(".codelens-decoration a", { hasText: "Insert Link to a-stone-jetty.png" });
const textInEditor = (text: string) => workbench.page.locator(".editor-instance .view-line").getByText(text);

/** Asks in a new conversation, and waits for the beginning of the answer. */
async function askInChat(): Promise<ChatFrame> {
  const chat = await findChat(workbench.page, "sideBar");
  await startConversation(workbench, chat);
  await chat.ask("Tell me everything");
  await chat.answers.last().getByText("The first half").waitFor();
  return chat;
}

/** Lets the provider finish once the new window shows the beginning of the answer, and waits for its end in the chat. */
async function expectWholeAnswer(): Promise<void> {
  const answer = workbench.webview().locator("article.answer").last();
  await answer.getByText("The first half").waitFor();
  release();
  await answer.getByText("The first half, and the second.").waitFor();
  await answer.locator(".turn-footer .usage").waitFor();
  expect(await answer.locator(".notice").count()).toBe(0);
}

it("after a reload, an answer, a file, a proposed replacement and an image are completed with one request each, and a queued message waits", async () => {
  const before = requests();
  const { ask } = await askInChat();
  const chat = () => workbench.webview();
  await ask("Say goodbye");
  await chat().locator(".queue li", { hasText: "Say goodbye" }).waitFor();
  await workbench.openFile("saved.gen.md");
  await workbench.runCommand("Generation Studio: Run Prompt Document");
  await textInEditor("The first half").waitFor();
  await workbench.openFile("replaced.md");
  await workbench.select({ line: 3, column: 1 }, { line: 3, column: 9 });
  await workbench.runCommand("Generation Studio: Replace Selection…");
  await workbench.answerInput("Longer", "How should the selection change?");
  const proposed = workbench.page.locator(".monaco-diff-editor .modified .view-line");
  await proposed.getByText("The first half").waitFor();
  await workbench.openFile("jetty.md");
  await workbench.select({ line: 3, column: 1 }, { line: 3, column: 14 });
  await workbench.chooseFromContextMenu("Generation Studio", "Generate Image from Selection");
  await workbench.notification("Generating an image").waitFor();
  // Renamed by another program: VS Code only sees the change on the disk.
  await rename(path.join(workbench.folder, "jetty.md"), path.join(workbench.folder, "mole.md"));
  await workbench.reload();
  await chat().getByText("Paused because the window was closed before these were sent.").first().waitFor();
  await expectWholeAnswer();
  await expect.poll(() => chat().locator(".queue li").count()).toBe(1);
  expect(requests() - before).toBe(4);
  await chat().getByRole("button", { name: "Send Now" }).click();
  await chat().locator("article.prompt", { hasText: "Say goodbye" }).waitFor();
  await expect.poll(() => chat().locator(".queue").count()).toBe(0);
  const file = path.join(workbench.folder, "told", "saved.out.md");
  await expect.poll(() => readFile(file, "utf8")).toBe("The first half, and the second.");
  const message = "The rest of a text for replaced.md has arrived.";
  await workbench.notification(message).waitFor();
  await workbench.pressNotificationButton(message, "Show Changes");
  await proposed.getByText("The first half, and the second.").waitFor();
  await expect.poll(() => requests() - before).toBe(5);
  await workbench.notification("a-stone-jetty.png is saved.").waitFor();
  await workbench.openFile("mole.md");
  await offer().waitFor();
  await workbench.runCommand("View: Close All Editors");
  await workbench.tab(/./).first().waitFor({ state: "hidden" });
});

it("after a crash of the extension host, an answer is completed, and the rest of a text and a link are inserted when the user asks for it", async () => {
  const message = "The rest of a text for notes.md has arrived.";
  const before = requests();
  await askInChat();
  await workbench.openFile("notes.md");
  await workbench.setCursor(3, 1);
  await workbench.runCommand("Generation Studio: Continue Writing");
  await textInEditor("The first half").waitFor();
  await workbench.killExtensionHost();
  await workbench.reload();
  await expectWholeAnswer();
  await workbench.notification(message).waitFor();
  await workbench.screenshot("rest-of-a-text");
  await workbench.clearNotifications();
  await workbench.notification(message).waitFor({ state: "hidden" });
  await workbench.runCommand("Generation Studio: Focus on Tasks View");
  await workbench.chooseFromViewMenu("Tasks", "Open Interrupted Text…");
  await workbench.pick("notes.md");
  await workbench.notification(message).waitFor();
  await workbench.pressNotificationButton(message, "Insert the Rest");
  await textInEditor("The first half, and the second.").waitFor();
  expect(requests() - before).toBe(2);
  await workbench.openFile("mole.md");
  await offer().click();
  await textInEditor("generated/a-stone-jetty.png").waitFor();
});
