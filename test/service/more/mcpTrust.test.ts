/** Actions that agents are not allowed, and data that they never receive, with the SDK's client. */
import { spawn } from "node:child_process";
import { existsSync, readdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { test } from "vitest";
import { openTasks } from "../../../src/generations/openTasks.ts";
import { startAgent } from "../agent.ts";
import { openAgentWorkspaces } from "../agentWorkspaces.ts";
import { startHeldService } from "../heldService.ts";
import { mainProgram } from "../mainProgram.ts";

const { service, folder, makeFolder, startDemoAgent } = await openAgentWorkspaces();
const video = { prompt: "A heron", model: "held-video" };

test.concurrent("nothing is read or written outside the client's roots", async ({ expect, onTestFinished }) => {
  const secret = makeFolder({ "secret.png": "secret", "secret.gen.md": "---\nmodel: demo-text\n---\nHello\n" });
  const root = makeFolder({
    ".env": "KEY=1",
    "server.pem": "KEY=1",
    "notes.md": "notes",
    "steal.gen.md": `---\nkind: image\nmodel: demo-image\nimage: ["${secret}/secret.png"]\n---\nA heron\n`,
    "escape.gen.md": "---\nkind: image\nmodel: demo-image\noutput: ../../escaped\n---\nA heron\n",
  });
  symlinkSync(secret, path.join(root, "link"));
  const agent = await startDemoAgent({ onTestFinished, root });
  const refused = async (name: string, input: Record<string, unknown>) => (await agent.call(name, input)).text;
  for (const outside of ["..", "../other", secret, "link", "link/deeper", `${root}/../x`])
    expect(await refused("generate_image", { prompt: "A heron", folder: outside })).toContain("is outside of the folders that are allowed");
  expect(await refused("generate_image", { prompt: "A heron", folder: ".git/hooks" })).toContain("is hidden");
  expect(await refused("generate_image", { prompt: "A heron", name: "../x" })).toMatch(/is hidden|no folders/);
  expect(await refused("generate_image", { prompt: "A heron", images: ["link/secret.png"] })).toContain("is outside");
  expect(await refused("generate_image", { prompt: "A heron", images: ["notes.md"] })).toContain("it is text/markdown");
  expect(await refused("generate_image", { prompt: "A heron", images: ["gone.png"] })).toContain("There is no file");
  for (const mask of ["link/secret.png", `${secret}/secret.png`])
    expect(await refused("generate_image", { prompt: "A heron", model: "demo-image", mask })).toContain("is outside");
  expect(await refused("generate_image", { prompt: "A heron", model: "demo-image", mask: "notes.md" })).toContain("it is text/markdown");
  for (const file of [".env", `${root}/.env`, "server.pem"])
    expect(await refused("generate_text", { prompt: "Summarize it", files: [file] })).toContain("is not sent:");
  expect(await refused("run_prompt_document", { document: `${secret}/secret.gen.md` })).toContain("is outside");
  expect(await refused("run_prompt_document", { document: "link/secret.gen.md" })).toContain("is outside");
  expect(await refused("run_prompt_document", { document: "steal.gen.md" })).toContain("names what is not sent");
  expect(await refused("run_prompt_document", { document: ".env" })).toContain("is no prompt document");
  const kept = await agent.call("run_prompt_document", { document: "escape.gen.md" });
  expect(kept.files).toEqual([path.join(root, "escaped.png")]);
  expect([readdirSync(secret).toSorted(), existsSync(path.join(folder, "escaped.png"))]).toEqual([["secret.gen.md", "secret.png"], false]);
});

test.concurrent("without roots, files go where --output says, or nowhere", async ({ expect, onTestFinished }) => {
  const output = makeFolder();
  const common = ["--base-url", service.url, "--data", makeFolder()];
  const nowhere = await startAgent({ onTestFinished, args: common, key: service.key });
  const refused = await nowhere.call("generate_image", { prompt: "A heron", model: "demo-image" });
  expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining("Start the server with --output DIR.")]);
  expect((await nowhere.call("generate_text", { prompt: "Hello", model: "demo-text" })).isError).toBe(false);
  const agent = await startAgent({ onTestFinished, args: [...common, "--output", output], key: service.key });
  const saved = await agent.call("generate_image", { prompt: "A heron", model: "demo-image", size: "64x64" });
  expect(path.dirname(saved.files[0] ?? "")).toBe(path.join(output, "generated"));
});

test.concurrent("an agent cannot see tasks of another workspace, and cannot delete a user's task", async ({ expect, onTestFinished }) => {
  const data = makeFolder();
  const first = await startDemoAgent({ onTestFinished, data });
  const taskId = await first.begin("generate_image", { prompt: "A heron", size: "64x64" });
  await first.result(taskId);
  const second = await startDemoAgent({ onTestFinished, data });
  expect((await second.call("get_task", { task_id: taskId })).text).toContain("There is no task");
  expect((await second.call("find_results")).text).toBe("Nothing was found.");
  await expect(second.client.experimental.tasks.getTask(taskId)).rejects.toThrow("There is no task");
  expect((await second.client.experimental.tasks.listTasks()).tasks).toEqual([]);
  const tasks = await openTasks({ folder: data, client: async () => undefined });
  const body = { model: "demo-image", prompt: "By hand" };
  const { key } = tasks.submit({
    baseUrl: "http://127.0.0.1:9",
    request: { interface: "v1", kind: "image", body },
    target: { folder: first.root, pattern: "x" },
  });
  await tasks.handle(key).end();
  await tasks.close();
  expect((await first.call("delete_task", { task_id: key })).text).toContain("The user began this one.");
});

test.concurrent("the key is never in an answer or a log, whatever the service returns", async ({ expect, onTestFinished }) => {
  const key = "sk-very-secret-key-0123456789";
  const held = await startHeldService({ onTestFinished, error: { status: 500, message: `Your key ${key} failed at ${key}.` } });
  const args = ["--base-url", held.url, "--data", makeFolder()];
  const agent = await startAgent({ onTestFinished, args, roots: [makeFolder()], key, isProcess: true });
  const refused = await agent.call("generate_video", video);
  const [, taskId = ""] = /Task (\S+):/.exec(refused.text) ?? [];
  const all = [refused.json, (await agent.result(taskId)).json, JSON.stringify(await agent.client.experimental.tasks.listTasks())];
  all.push((await agent.call("list_models")).json, (await agent.call("get_task", { task_id: taskId })).json, agent.log());
  expect(refused.isError).toBe(true);
  expect(all.filter((one) => one.includes("very-secret"))).toEqual([]);
  const without = await startAgent({ onTestFinished, args: ["--base-url", held.url, "--data", makeFolder()], roots: [makeFolder()] });
  expect((await without.call("list_models")).text).toContain("set GENERATION_STUDIO_API_KEY");
});

test.concurrent("an invalid message or argument is refused, and the server keeps running", async ({ expect, onTestFinished }) => {
  const agent = await startDemoAgent({ onTestFinished });
  const wrong: [string, Record<string, unknown>][] = [
    ["generate_image", {}],
    ["generate_image", { prompt: "" }],
    ["generate_image", { prompt: 7 }],
    ["generate_image", { prompt: "x", other: 1 }],
    ["generate_image", { prompt: "x", images: Array.from({ length: 11 }, () => "a.png") }],
    ["generate_image", { prompt: "x", folder: "a\0b" }],
    ["generate_image", { prompt: "x", model: "no-such-model" }],
    ["get_task", { task_id: "' OR 1=1 --" }],
    ["get_task", { task_id: "x", wait_seconds: 1e9 }],
    ["run_prompt_document", { document: "gone.gen.md" }],
    ["run_prompt_document", { document: "x", values: { a: 1 } }],
    ["find_results", { kind: "smell" }],
  ];
  for (const [name, input] of wrong) {
    const { isError, text: reason, json } = await agent.call(name, input);
    expect([name, isError, reason !== "", json.length < 4000]).toEqual([name, true, true, true]);
  }
  await expect(agent.call("no_such_tool")).rejects.toThrow("There is no tool");
  await expect(agent.client.getPrompt({ name: "../x" })).rejects.toThrow("There is no prompt");
  await expect(agent.begin("generate_image", { prompt: "x", folder: ".." })).rejects.toThrow("outside of the folders");
  expect((await agent.call("list_models")).isError).toBe(false);
});

test.concurrent("standard output contains only protocol messages, and other input lines are skipped", async ({ expect }) => {
  const child = spawn(process.execPath, [mainProgram, "mcp", "--data", makeFolder()], { stdio: ["pipe", "pipe", "pipe"] });
  const [output, status] = [text(child.stdout), new Promise((resolve) => child.once("close", resolve))];
  const initialize = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } };
  const lines = [
    "{not json",
    "[]",
    '{"jsonrpc":"1.0"}',
    JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: initialize }),
  ];
  child.stdin.end(`${lines.join("\n")}\n${JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/nonsense" })}\n`);
  const answers = (await output)
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
  expect(answers).toHaveLength(2);
  expect(answers).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        id: 1,
        result: expect.objectContaining({ serverInfo: expect.objectContaining({ name: "generation-studio" }) }),
      }),
      expect.objectContaining({ id: 2, error: expect.objectContaining({ code: -32601 }) }),
    ]),
  );
  expect(await status).toBe(0);
});
