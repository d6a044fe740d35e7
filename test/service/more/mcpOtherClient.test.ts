/** Another client than the SDK's: the AI SDK has its own implementation of the protocol. The server is a separate process. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";
import { installPackage } from "../../../scripts/testing/installPackage.ts";
import { openAgentWorkspaces } from "../agentWorkspaces.ts";
import { startHeldService } from "../heldService.ts";
import { mainProgram } from "../mainProgram.ts";

interface OtherClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  tools(): Promise<Record<string, { execute(input: object, options: object): Promise<unknown> }>>;
  close(): Promise<void>;
}

interface OtherPackage {
  createMCPClient(options: { transport: object }): Promise<OtherClient>;
}

const { service, makeFolder } = await openAgentWorkspaces();
const answerSchema = z.object({ content: z.array(z.looseObject({ type: z.string(), text: z.optional(z.string()) })) });
let folder: string;

beforeAll(async () => {
  folder = path.join(await installPackage("@ai-sdk/mcp", "2.0.99"), "node_modules/@ai-sdk/mcp/dist");
}, 300_000);

const load = (file: string) => import(pathToFileURL(path.join(folder, file)).href);

async function startClient(url: string, key: string): Promise<{ client: OtherClient; output: string }> {
  const { createMCPClient }: OtherPackage = await load("index.js");
  const { StdioMCPTransport }: { StdioMCPTransport: new (options: object) => object } = await load("mcp-stdio/index.js");
  const output = makeFolder();
  const args = [mainProgram, "mcp", "--base-url", url, "--data", makeFolder(), "--output", output, "--wait", "1"];
  const env = { PATH: process.env.PATH ?? "", NO_PROXY: "127.0.0.1", GENERATION_STUDIO_API_KEY: key };
  const client = await createMCPClient({ transport: new StdioMCPTransport({ command: process.execPath, args, env, stderr: "ignore" }) });
  onTestFinished(() => client.close());
  return { client, output };
}

/** Calls a tool as the AI SDK's agents do. */
async function call(client: OtherClient, name: string, input: object): Promise<string> {
  const tool = (await client.tools())[name];
  const answer = answerSchema.parse(await tool?.execute(input, { toolCallId: "call", messages: [] }));
  return answer.content.flatMap(({ text }) => text ?? []).join("\n");
}

test("the AI SDK's client lists the tools and generates an image", async () => {
  const { client, output } = await startClient(service.url, service.key);
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(expect.arrayContaining(["generate_image", "get_task"]));
  let text = await call(client, "generate_image", { prompt: "A heron", model: "demo-image", size: "64x64", name: "heron" });
  const [, task = ""] = /Task (\S+):/.exec(text) ?? [];
  // A busy machine may take longer than the call waits.
  await expect.poll(async () => (text = await call(client, "get_task", { task_id: task }))).toContain("saved, image by demo-image");
  expect(text).toContain(path.join(output, "generated/heron.png"));
  expect(readFileSync(path.join(output, "generated/heron.png")).subarray(1, 4).toString()).toBe("PNG");
});

test("the AI SDK's client follows a task that continues after the call", async () => {
  const held = await startHeldService({ onTestFinished, cost: 3 });
  const { client } = await startClient(held.url, "key");
  const waiting = await call(client, "generate_video", { prompt: "A heron", model: "held-video" });
  const [, task = ""] = /Task (\S+):/.exec(waiting) ?? [];
  expect(waiting).toContain("It goes on by itself");
  held.release();
  await expect
    .poll(() => call(client, "get_task", { task_id: task, wait_seconds: 1 }))
    .toContain("saved, video by held-video, cost 3 credits");
  expect(held.posted).toEqual(["A heron"]);
});
