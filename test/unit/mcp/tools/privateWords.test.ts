/** What an agent writes itself is judged like a file: it may have read it in one. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { createAgentStudio } from "../../../../src/mcp/agentStudio.ts";
import { AgentBudget } from "../../../../src/mcp/tasks/budget.ts";
import { createTools } from "../../../../src/mcp/tools/createTools.ts";
import { startHeldService } from "../../generations/budgetWindow.ts";
import { temporaryFolder } from "../../generations/temporaryFolder.ts";

const token = `ghp_${"q7Zk2mXw9RtB4vNc8LsJ5hPy3GdF6aKe1UoT"}`;
const key = `-----BEGIN ${"RSA PRIVATE"} KEY-----\nMIIEow`;
const context = { signal: new AbortController().signal };

async function openTools() {
  const { server, posts } = await startHeldService();
  const folder = await temporaryFolder();
  const root = join(folder, "root");
  await mkdir(root);
  await writeFile(join(root, "greet.gen.md"), "---\nmodel: maker\nvars: { topic: a }\n---\nA {{topic}} {{input:Name}}.\n");
  const budget = { session: undefined, day: undefined };
  const studio = createAgentStudio(
    {
      data: join(folder, "journal"),
      baseUrl: server.baseUrl,
      connect: async () => ({ url: server.baseUrl, key: "key" }),
      isDemo: () => false,
      output: undefined,
      interface: "v1",
      defaultModels: {},
      budget,
      unit: "$",
      thumbnails: false,
      view: undefined,
      waitMilliseconds: 1000,
      log: () => undefined,
    },
    async () => [pathToFileURL(root).href],
  );
  onTestFinished(() => studio.close());
  return { posts, tools: createTools(studio, new AgentBudget({ budget, unit: "$" })) };
}

test.each([
  ["generate_text", { prompt: `What is ${token}?` }, "`prompt` contains a token of GitHub"],
  ["generate_image", { prompt: key }, "`prompt` contains a private key"],
  ["generate_image", { prompt: "A heron", negative_prompt: token }, "`negative_prompt` contains a token of GitHub"],
  ["generate_audio", { prompt: "Read", voice: token }, "`voice` contains a token of GitHub"],
  ["generate_video", { prompt: `postgres://ann:${"q7Zk2mXw9"}@db.internal/x` }, "`prompt` contains a URL with a password"],
  ["generate_image", { prompt: "A heron", name: token }, "`name` contains a token of GitHub"],
  ["run_prompt_document", { document: "greet", values: { topic: token, Name: "Ann" } }, "`values.topic` contains a token of GitHub"],
  ["run_prompt_document", { document: "greet", values: { Name: key } }, "`values.Name` contains a private key"],
])("%s of %j sends nothing, called or begun as a task", async (name, given, reason) => {
  const { posts, tools } = await openTools();
  const tool = tools.find((one) => one.name === name);
  await expect(tool?.call(given, context)).rejects.toThrow(`${reason}, which is not sent`);
  await expect(tool?.begin?.(given)).rejects.toThrow(`${reason}, which is not sent`);
  expect(posts()).toBe(0);
});
