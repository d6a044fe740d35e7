/** Both revisions of the protocol, over standard input and output and over HTTP, with the client of the SDK's second version. */
import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { importPackage, installPackage } from "../../../scripts/testing/installPackage.ts";
import { readMcpCommandLine } from "../../../src/commandLine/mcp/readCommandLine.ts";
import { serveAgents } from "../../../src/commandLine/mcp/runMcp.ts";
import { startAgent } from "../agent.ts";
import { openAgentWorkspaces } from "../agentWorkspaces.ts";
import { startHeldService } from "../heldService.ts";
import { mainProgram } from "../mainProgram.ts";

const { service, makeFolder } = await openAgentWorkspaces();
const key = "a-key-of-enough-characters";
const tasksExtension = "io.modelcontextprotocol/tasks";

interface Client {
  setRequestHandler(method: "roots/list", handler: () => object): void;
  connect(transport: object): Promise<void>;
  getNegotiatedProtocolVersion(): string | undefined;
  listTools(): Promise<{ tools: { name: string; execution?: unknown }[] }>;
  callTool(call: { name: string; arguments: object }): Promise<unknown>;
  close(): Promise<void>;
}
interface ClientPackage {
  Client: new (info: object, options: object) => Client;
  StreamableHTTPClientTransport: new (url: URL, options: object) => object;
  StdioClientTransport: new (options: object) => object;
}
interface Schema {
  parse(value: unknown): Record<string, unknown>;
}
interface TaskSchemas {
  CreateTaskResultV2Schema: Schema;
  GetTaskResultV2Schema: Schema;
}

let sdk: ClientPackage;
let schemas: TaskSchemas;
const asPackage = <Package extends object>() => z.custom<Package>((value) => typeof value === "object" && value !== null);

beforeAll(async () => {
  const client = await importPackage("@modelcontextprotocol/client", "2.4.0");
  const stdio = await importPackage("@modelcontextprotocol/client", "2.4.0", undefined, "@modelcontextprotocol/client/stdio");
  sdk = asPackage<ClientPackage>().parse({ ...Object(client), ...Object(stdio) });
  const folder = await installPackage("@modelcontextprotocol/ext-tasks", "0.2.2");
  const core: unknown = await import(
    pathToFileURL(path.join(folder, "node_modules/@modelcontextprotocol/ext-tasks/dist/core/v2/index.js")).href
  );
  schemas = asPackage<TaskSchemas>().parse(core);
}, 300_000);

async function connect(transport: object, mode: "legacy" | "auto", roots?: { root: string; asked: () => unknown }): Promise<Client> {
  const client = new sdk.Client({ name: "test", version: "1" }, { capabilities: roots ? { roots: {} } : {}, versionNegotiation: { mode } });
  if (roots) {
    client.setRequestHandler("roots/list", () => {
      roots.asked();
      return { roots: [{ uri: pathToFileURL(roots.root).href }] };
    });
  }
  onTestFinished(() => client.close());
  await client.connect(transport);
  return client;
}

function startProcess(...args: readonly string[]): object {
  const env = { PATH: process.env.PATH ?? "", NO_PROXY: "127.0.0.1", GENERATION_STUDIO_API_KEY: service.key };
  const given = [mainProgram, "mcp", "--base-url", service.url, "--data", makeFolder(), ...args];
  return new sdk.StdioClientTransport({ command: process.execPath, args: given, env, stderr: "ignore" });
}

const revisions = [
  ["legacy", "2025-11-25"],
  ["auto", "2026-07-28"],
] as const;
const image = { name: "generate_image", arguments: { prompt: "A heron", model: "demo-image", size: "64x64", name: "heron" } };

test.each(revisions)(
  "one process serves a client in mode %s with revision %s, and saves in its root, for which it asks once",
  async (mode, revision) => {
    const asked: string[] = [];
    const root = makeFolder();
    const client = await connect(startProcess(), mode, { root, asked: () => asked.push(mode) });
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    await client.callTool(image);
    await client.callTool({ name: "find_results", arguments: {} });
    expect(existsSync(path.join(root, "generated/heron.png"))).toBe(true);
    expect(asked).toEqual([mode]);
  },
);

async function startShared(output: string) {
  const line = readMcpCommandLine(["--http", "--base-url", service.url, "--data", makeFolder(), "--output", output]);
  const shared = await serveAgents(line, { host: "127.0.0.1", port: 0, key }, { GENERATION_STUDIO_API_KEY: service.key });
  onTestFinished(() => shared.close());
  return shared;
}

test.each(revisions)("over HTTP, a client in mode %s is served with revision %s, if it has the key", async (mode, revision) => {
  const output = makeFolder();
  const { url } = await startShared(output);
  const open = (token: string) =>
    new sdk.StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { authorization: `Bearer ${token}` } } });
  const client = await connect(open(key), mode);
  expect(client.getNegotiatedProtocolVersion()).toBe(revision);
  expect((await client.listTools()).tools).toHaveLength(10);
  await client.callTool(image);
  expect(existsSync(path.join(output, "generated/heron.png"))).toBe(true);
  await expect(connect(open("another-key"), mode)).rejects.toThrow();
});

test("without the key, the answer is 401 with a challenge as RFC 6750 asks for", async () => {
  const { url } = await startShared(makeFolder());
  for (const headers of [{}, { authorization: "Bearer another-key" }, { authorization: `Basic ${key}` }]) {
    const answer = await fetch(url, { method: "POST", headers, body: "{}" });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer realm="[^"]+"$/);
  }
});

/** A request of revision 2026-07-28 as its specification writes it. */
async function ask(url: string, method: string, params: Record<string, unknown>, extensions: object = { [tasksExtension]: {} }) {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": { extensions },
  };
  const headers = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": method,
    "mcp-name": String(params.name ?? params.taskId),
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } });
  const answer = await fetch(url, { method: "POST", headers, body });
  return z.object({ result: z.unknown().optional(), error: z.object({ code: z.number() }).optional() }).parse(await answer.json());
}

test("a task is the same one in both forms, and its result is in the journal", async () => {
  const held = await startHeldService({ onTestFinished, cost: 3 });
  const [data, output] = [makeFolder(), makeFolder()];
  const args = ["--base-url", held.url, "--data", data, "--output", output];
  const shared = await serveAgents(
    readMcpCommandLine(["--http", ...args]),
    { host: "127.0.0.1", port: 0, key },
    { GENERATION_STUDIO_API_KEY: "key" },
  );
  onTestFinished(() => shared.close());
  const call = { name: "generate_video", arguments: { prompt: "A heron", model: "held-video" } };
  const begun = schemas.CreateTaskResultV2Schema.parse((await ask(shared.url, "tools/call", call)).result);
  expect(begun).toMatchObject({ resultType: "task", status: "working", ttlMs: null });
  const taskId = String(begun.taskId);
  const read = async () => schemas.GetTaskResultV2Schema.parse((await ask(shared.url, "tasks/get", { taskId })).result);
  expect(await read()).toMatchObject({ taskId, status: "working" });
  const other = await startAgent({ args, key: "key", onTestFinished });
  expect((await other.client.experimental.tasks.listTasks()).tasks).toMatchObject([{ taskId, status: "working" }]);
  held.release();
  await expect.poll(read).toMatchObject({ status: "completed", result: { resultType: "complete", content: expect.any(Array) } });
  expect((await other.result(taskId)).text).toContain("saved, video by held-video, cost 3 credits");
  expect(held.posted).toEqual(["A heron"]);
});

test("a task is cancelled, and a client without the extension is refused", async () => {
  const held = await startHeldService({ onTestFinished });
  const line = readMcpCommandLine(["--http", "--base-url", held.url, "--data", makeFolder(), "--output", makeFolder()]);
  const shared = await serveAgents(line, { host: "127.0.0.1", port: 0, key }, { GENERATION_STUDIO_API_KEY: "key" });
  onTestFinished(() => shared.close());
  const call = { name: "generate_video", arguments: { prompt: "A heron", model: "held-video" } };
  const { taskId } = schemas.CreateTaskResultV2Schema.parse((await ask(shared.url, "tools/call", call)).result);
  expect((await ask(shared.url, "tasks/get", { taskId }, {})).error?.code).toBe(-32021);
  expect((await ask(shared.url, "tasks/cancel", { taskId })).result).toMatchObject({ resultType: "complete" });
  await expect.poll(async () => (await ask(shared.url, "tasks/get", { taskId })).result).toMatchObject({ status: "cancelled" });
  expect((await ask(shared.url, "tasks/get", { taskId: "unknown" })).error?.code).toBe(-32602);
});
