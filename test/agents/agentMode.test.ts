/** VS Code's agent mode, without an account: a scripted model calls a tool of the MCP server, and the result is shown beside the answer. */
import { readdir } from "node:fs/promises";
import path from "node:path";
import type { Frame } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { startService } from "../../src/service/startService.ts";
import { type Front, openFront } from "../ui/openFront.ts";
import { writeResponseStream } from "../ui/responseStream.ts";
import { editorChat } from "../ui/workbench/editorChat.ts";
import { repeatUntil } from "../ui/workbench/repeatUntil.ts";
import { openWorkbench, type Workbench } from "../ui/workbench.ts";

const key = "ui-scripted-key-0123456789";
const bodySchema = z.object({
  input: z.union([z.string(), z.array(z.looseObject({ type: z.optional(z.string()), output: z.optional(z.string()) }))]),
  tools: z.optional(z.array(z.looseObject({ name: z.optional(z.string()) }))),
});
let service: Front;
let workbench: Workbench;
/** The tool's result as the model received it. */
let output: string | undefined;

/** Calls the image tool, then ends its answer. */
function answer(body: string): string {
  const { input, tools = [] } = bodySchema.parse(JSON.parse(body));
  const name = tools.map((tool) => tool.name ?? "").find((one) => one.endsWith("generate_image"));
  output = typeof input === "string" ? undefined : input.find(({ type }) => type === "function_call_output")?.output;
  if (output !== undefined || name === undefined) return writeResponseStream([{ kind: "text", text: "It is drawn." }], "completed");
  const given = { prompt: "A heron", model: "demo-image", size: "512x512", name: "heron" };
  return writeResponseStream([{ kind: "call", name, input: given }], "completed");
}

beforeAll(async () => {
  service = await openFront(await startService({ keys: [key], superset: true }), (incoming, body, outgoing) => {
    if (incoming.url !== "/api/v1/responses") return false;
    outgoing.writeHead(200, { "content-type": "text/event-stream" }).end(answer(body));
    return true;
  });
  workbench = await openWorkbench({
    settings: { "generationStudio.baseUrl": service.url, "chat.disableAIFeatures": false },
    viewport: { width: 1400, height: 1000 },
  });
});
afterAll(async () => {
  await workbench?.close();
  await service?.close();
});

async function findView(): Promise<Frame | undefined> {
  for (const frame of workbench.page.frames())
    if (
      await frame
        .getByRole("button", { name: "Insert Link" })
        .isVisible()
        .catch(() => false)
    )
      return frame;
  return undefined;
}

test("the model calls the tool, and the result is shown with its actions", async () => {
  const { page } = workbench;
  await workbench.runCommand("Generation Studio: Set API Key…");
  await workbench.answerInput(key, "The key is stored in");
  await workbench.notification("The API key works").waitFor();
  const chat = editorChat(page);
  await workbench.runCommand("Chat: Manage Language Models");
  await page.locator(".models-table-container .monaco-list-row", { hasText: "demo-text-mini" }).waitFor();
  await chat.addModels("Generation Studio");
  await workbench.runCommand("MCP: List Servers");
  await workbench.pick(/Generation Studio/);
  await workbench.pick(/Start Server/);
  await page.getByText(/Discovered\s\d+\stools/).waitFor();
  await workbench.runCommand("Chat: Open Chat (Agent)");
  await chat.choose("demo-text");
  await chat.ask("DRAW");
  // VS Code asks before the billed call, and before the model reads the result.
  const allow = page.locator(".interactive-response").getByRole("button", { name: /Allow/ }).first();
  await repeatUntil(chat.answers.getByText("It is drawn."), () => allow.click({ timeout: 2000 }));
  expect(output).toContain("saved, image by demo-image");
  expect(await readdir(path.join(workbench.folder, "generated"))).toEqual(["heron.png"]);
  await expect.poll(async () => (await findView()) !== undefined).toBe(true);
  const view = await findView();
  await expect.poll(() => view?.getByRole("img", { name: "A heron" }).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512);
  await workbench.screenshot("agent-mode");
  await view?.getByRole("button", { name: "Insert Link" }).click();
  await page.locator(".interactive-input-part .view-line").getByText("Insert this link where it fits").first().waitFor();
}, 240_000);
