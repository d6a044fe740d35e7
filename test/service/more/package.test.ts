/** The tarball of `npm pack`, installed into an empty folder. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { npmInstall } from "../../../scripts/npmInstall.ts";
import { viewExtension, viewMediaType, viewUri } from "../../../src/contract/agentView.ts";
import { packProgram } from "../packProgram.ts";
import { type PostgresServer, startPostgres } from "../postgresServer.ts";
import { callService, readMediaFile, type TestService } from "../testService.ts";

const execute = promisify(execFile);
let folder: string;
let postgres: PostgresServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "generation-studio-tarball-"));
  await packProgram(folder);
  const [tarball = ""] = (await readdir(folder)).filter((name) => name.endsWith(".tgz"));
  await writeFile(join(folder, "package.json"), "{}");
  // It has no dependencies.
  await npmInstall(folder, [join(folder, tarball), "--offline"]);
  postgres = await startPostgres();
}, 300_000);
afterAll(async () => {
  await postgres?.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const program = () => join(folder, "node_modules/.bin/generation-studio");
const run = (...args: string[]) => execute(process.execPath, [program(), ...args], { cwd: folder });

/** Resolves once it prints its address. */
async function startInstalled(...args: string[]): Promise<{ url: string; end(): Promise<unknown> }> {
  const child = spawn(process.execPath, [program(), "service", "--port", "0", ...args], {
    cwd: folder,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(child, "exit").then(([code]) => code);
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      output += chunk;
      const [, found] = /^url: (\S+)\n/m.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    });
    void ended.then((code) => reject(new Error(`It ended with ${code}.`)));
  });
  const end = () => {
    child.kill("SIGTERM");
    return ended;
  };
  return { url, end };
}

test("it contains only the command line, and prints its help", async () => {
  const files = await readdir(join(folder, "node_modules/generation-studio"), { recursive: true });
  expect(files).toEqual(expect.arrayContaining(["LICENSE", "README.md", "dist/commandLine/THIRD_PARTY_NOTICES.txt"]));
  expect(files.filter((file) => /extension|webview|\.meta\.json|\.map$/.test(file))).toEqual([]);
  expect((await run("--help")).stdout).toContain("generation-studio COMMAND");
  expect((await run("service", "--help")).stdout).toContain("generation-studio service keys COMMAND");
  await expect(run("nonsense")).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining("prompt") });
});

test("its service generates every kind", async () => {
  const installed = await startInstalled("--key", "key", "--tokens-per-second", "0");
  const service: TestService = callService(installed.url, "key", async () => undefined);
  expect((await service.post("/api/v1/responses", { model: "demo-text", input: "Hello" })).body.status).toBe("completed");
  const image = await service.make("images", { model: "demo-image", prompt: "A heron", size: "512" });
  expect(readMediaFile(image).subarray(1, 4).toString()).toBe("PNG");
  const audio = await service.make("audios", { model: "flite", input: "A heron", voice: "slt", format: "opus" });
  expect(readMediaFile(audio).subarray(0, 4).toString()).toBe("OggS");
  const video = await service.make("videos", { model: "demo-video", prompt: "A heron", duration: 1 });
  expect(readMediaFile(video).subarray(4, 8).toString()).toBe("ftyp");
  expect(await installed.end()).toBe(0);
});

test("it contains the view of results for agents", async () => {
  const client = new Client(
    { name: "test", version: "1" },
    { capabilities: { extensions: { [viewExtension]: { mimeTypes: [viewMediaType] } } } },
  );
  onTestFinished(() => client.close());
  const args = [program(), "mcp", "--data", join(folder, "data")];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
  const [view] = (await client.readResource({ uri: viewUri })).contents;
  expect(view !== undefined && "text" in view ? view.text : "").toMatch(/^<!DOCTYPE html>.*<div id="view" /s);
});

test("it works with PostgreSQL, and runs prompt documents", async () => {
  const database = await postgres.createDatabase();
  const key = (await run("service", "keys", "create", "ada", "--database", database)).stdout.replace(/^key: |\n$/g, "");
  const installed = await startInstalled("--database", database, "--tokens-per-second", "0");
  const service = callService(installed.url, key, async () => undefined);
  expect((await service.make("images", { model: "demo-image", prompt: "A heron", size: "512" })).body.status).toBe("completed");
  expect((await run("service", "usage", "--by", "model", "--database", database)).stdout).toContain("demo-image");
  await writeFile(join(folder, "heron.gen.md"), "---\nmodel: demo-text\n---\nA heron\n");
  expect((await run("prompt", "run", "heron.gen.md")).stdout).not.toBe("");
  expect(await installed.end()).toBe(0);
});

test("it runs the MCP server", async () => {
  const child = spawn(process.execPath, [program(), "mcp", "--data", join(folder, "agents")], {
    cwd: folder,
    stdio: ["pipe", "pipe", "ignore"],
  });
  const [output, ended] = [text(child.stdout), once(child, "exit")];
  const initialize = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  const requests = [
    { jsonrpc: "2.0", id: 1, method: "initialize", params: initialize },
    { jsonrpc: "2.0", id: 2, method: "tools/list" },
  ];
  child.stdin.end(requests.map((request) => `${JSON.stringify(request)}\n`).join(""));
  expect(await output).toContain('"name":"generate_video"');
  expect((await ended)[0]).toBe(0);
});
