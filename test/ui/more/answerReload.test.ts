/** Reloading the window, or a crash of the extension host, while a provider answers in the chat. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { chunk, type Engine, finishChunk, openEngine, sendJson } from "../../providers/engineServer.ts";
import { findChat } from "../workbench/chatFrames.ts";
import { openWorkbench, type Workbench } from "../workbench.ts";

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
  });
  const providers = { local: { type: "openai-compatible", baseURL: `${engine.url}/v1` } };
  workbench = await openWorkbench({ settings: { "generationStudio.providers": providers } });
  await workbench.openContainer("Generation Studio");
});
afterAll(async () => {
  await workbench?.close();
  engine?.close();
});

const interruptions: [string, () => Promise<void>][] = [
  ["a reload", () => workbench.reload()],
  ["a crash of the extension host", () => workbench.killExtensionHost().then(() => workbench.reload())],
];

it.for(interruptions)("an answer is completed after %s, and requested once", async ([, interrupt]) => {
  await workbench.runCommand("Generation Studio: New Conversation");
  const chat = await findChat(workbench.page, "sideBar");
  // Until the new conversation is shown, the last answer is that of the old one, which contains the same words.
  await expect.poll(() => chat.answers.count()).toBe(0);
  const requests = engine.countOf("/v1/chat/completions");
  await chat.ask("Tell me everything");
  await chat.answers.last().getByText("The first half").waitFor();
  await interrupt();
  const answer = workbench.webview().locator("article.answer").last();
  await answer.getByText("The first half").waitFor({ timeout: 60_000 });
  release();
  await answer.getByText("The first half, and the second.").waitFor({ timeout: 60_000 });
  await answer.locator(".turn-footer .usage").waitFor();
  expect(await answer.locator(".notice").count()).toBe(0);
  expect(engine.countOf("/v1/chat/completions") - requests).toBe(1);
});
