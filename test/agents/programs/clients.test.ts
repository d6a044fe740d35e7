/** Real clients and agents, from npm, with the built-in service as it comes: three turns with a tool each, each of them charged once. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { createOpenAI } from "@ai-sdk/openai";
import { tool as langChainTool } from "@langchain/core/tools";
import { ChatOpenAI } from "@langchain/openai";
import { generateText, isStepCount, tool } from "ai";
import OpenAI from "openai";
import { afterAll, expect, test } from "vitest";
import * as z from "zod";
import { importPackage, installPackage } from "../../../scripts/testing/installPackage.ts";
import { readConfiguration } from "../../../src/providers/readConfiguration.ts";
import { startTestService } from "../../service/testService.ts";
import { openPlannedEngine } from "./plannedEngine.ts";

const engine = await openPlannedEngine();
const providers = { local: { type: "openai-compatible", baseURL: `${engine.url}/v1` } };
const service = await startTestService({ configuration: readConfiguration(JSON.stringify({ providers })), superset: true });
const baseURL = `${service.url}/api/v1`;
const model = "local/planner";
const sentences = ["Oslo", "Bergen"].map((city) => `[[weather {"city":"${city}"}]]`).join(" ");
const repository = path.join(import.meta.dirname, "../../..");
const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-clients-"));
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

/** Rows of the table in the documentation: the client, its version, and what it needs. */
const rows: [client: string, version: string, needs: string][] = [];

/** Runs a client's three turns, each of which the engine is asked for once. */
async function passes(row: (typeof rows)[number], run: () => Promise<unknown>): Promise<void> {
  const before = engine.countOf("/v1/chat/completions");
  await run();
  expect(engine.countOf("/v1/chat/completions") - before).toBe(3);
  rows.push(row);
}

const versionSchema = z.object({ version: z.string() });
const versionOf = (name: string) =>
  versionSchema.parse(JSON.parse(readFileSync(path.join(repository, "node_modules", name, "package.json"), "utf8"))).version;

afterAll(async () => {
  // Of a run of some tests, the table is not known.
  if (rows.length < 5) return;
  const file = path.join(repository, "docs/built-in-service.md");
  const page = await readFile(file, "utf8");
  const table = ["| client | version | needs |", "|---|---|---|", ...rows.map((row) => `| ${row.join(" | ")} |`)].join("\n");
  const found = /\| client \| version \| needs \|\n(?:\|.*\n)+/.exec(page)?.[0].trimEnd() ?? "";
  if (process.env.UPDATE_DOCS) await writeFile(file, page.replace(found, table));
  else expect(found, "UPDATE_DOCS=1 npm run test:agents writes this table").toBe(table);
});

test("AI SDK", async () => {
  const weather = tool({
    description: "Weather",
    inputSchema: z.object({ city: z.string() }),
    execute: async ({ city }) => `rain in ${city}`,
  });
  const provider = createOpenAI({ baseURL, apiKey: service.key });
  await passes(["AI SDK (`@ai-sdk/openai`)", versionOf("@ai-sdk/openai"), "`--superset` for a system prompt"], async () => {
    const { text } = await generateText({
      model: provider.responses(model),
      system: "Be brief.",
      prompt: sentences,
      tools: { weather },
      stopWhen: isStepCount(5),
    });
    expect(text).toBe("All done.");
  });
});

test("openai", async () => {
  const client = new OpenAI({ baseURL, apiKey: service.key });
  const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"], additionalProperties: false };
  const input: OpenAI.Responses.ResponseInput = [{ role: "user", content: sentences }];
  await passes(["`openai`", versionOf("openai"), "nothing"], async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      const stream = client.responses.stream({ model, input, tools: [{ type: "function", name: "weather", parameters, strict: true }] });
      const { output, output_text: text } = await stream.finalResponse();
      if (turn === 2) expect(text).toBe("All done.");
      input.push(...(output as OpenAI.Responses.ResponseInputItem[]));
      for (const item of output)
        if (item.type === "function_call") input.push({ type: "function_call_output", call_id: item.call_id, output: "rain" });
    }
  });
});

test("LangChain", async () => {
  const weather = langChainTool(async ({ city }: { city: string }) => `rain in ${city}`, {
    name: "weather",
    description: "Weather",
    schema: z.object({ city: z.string() }),
  });
  const chat = new ChatOpenAI({ model, apiKey: service.key, useResponsesApi: true, configuration: { baseURL } }).bindTools([weather]);
  const { HumanMessage, SystemMessage, ToolMessage } = await import("@langchain/core/messages");
  const messages: InstanceType<typeof HumanMessage | typeof SystemMessage | typeof ToolMessage>[] = [
    new SystemMessage("Be brief."),
    new HumanMessage(sentences),
  ];
  await passes(
    ["LangChain (`@langchain/openai`)", versionOf("@langchain/openai"), "`useResponsesApi`; `--superset` for a system prompt"],
    async () => {
      for (let turn = 0; turn < 3; turn += 1) {
        const answer = await chat.invoke(messages);
        messages.push(answer as never);
        if (turn === 2) expect(answer.text).toBe("All done.");
        for (const call of answer.tool_calls ?? []) messages.push(new ToolMessage({ content: "rain", tool_call_id: call.id ?? "" }));
      }
    },
  );
});

interface AgentsPackage {
  Agent: new (options: object) => unknown;
  run(agent: unknown, input: string): Promise<{ finalOutput: string }>;
  tool(options: object): unknown;
  setDefaultOpenAIClient(client: unknown): void;
  setTracingDisabled(disabled: boolean): void;
}

test("agents SDK", async () => {
  const agents = (await importPackage("@openai/agents", "0.20.0")) as AgentsPackage;
  agents.setTracingDisabled(true);
  agents.setDefaultOpenAIClient(new OpenAI({ baseURL, apiKey: service.key }));
  const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"], additionalProperties: false };
  const weather = agents.tool({ name: "weather", description: "Weather", parameters, strict: true, execute: async () => "rain" });
  await passes(["`@openai/agents`", "0.20.0", "`setDefaultOpenAIClient`"], async () => {
    const { finalOutput } = await agents.run(
      new agents.Agent({ name: "A", instructions: "Be brief.", model, tools: [weather] }),
      sentences,
    );
    expect(finalOutput).toBe("All done.");
  });
});

const codexVersion = "0.171.0";
const program = path.join(repository, "src/commandLine/main.ts");

test("Codex", async () => {
  const installed = await installPackage("@openai/codex", codexVersion);
  const [home, work] = [path.join(folder, "codex"), path.join(folder, "work")];
  await Promise.all([mkdir(home), mkdir(work)]);
  const server = JSON.stringify([program, "mcp", "--base-url", service.url, "--output", work, "--data", path.join(folder, "data")]);
  await writeFile(
    path.join(home, "config.toml"),
    `model = "${model}"
model_provider = "studio"
[model_providers.studio]
name = "studio"
base_url = "${baseURL}"
env_key = "GENERATION_STUDIO_API_KEY"
wire_api = "responses"
[mcp_servers.studio]
command = "${process.execPath}"
args = ${server}
env_vars = ["GENERATION_STUDIO_API_KEY"]
required = true
startup_timeout_sec = 60
default_tools_approval_mode = "approve"
`,
  );
  const prompt = '[[exec_command {"cmd":"echo heron > bird.txt"}]] [[mcp__studio__list_models {}]]';
  const args = ["exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", prompt];
  const environment = { PATH: process.env.PATH, HOME: home, CODEX_HOME: home, GENERATION_STUDIO_API_KEY: service.key };
  await passes(["Codex", codexVersion, '`--superset`, `wire_api = "responses"`'], async () => {
    const running = promisify(execFile)(path.join(installed, "node_modules/.bin/codex"), args, {
      cwd: work,
      env: environment,
      timeout: 120_000,
    });
    running.child.stdin?.end();
    const { stdout, stderr } = await running;
    expect(stdout, stderr).toContain("All done.");
  });
  expect(await readFile(path.join(work, "bird.txt"), "utf8")).toBe("heron\n");
  const { messages }: { messages: { role: string; content: string }[] } = JSON.parse(String(engine.requests.at(-1)?.body));
  expect(messages.findLast(({ role }) => role === "tool")?.content).toContain(model);
}, 300_000);
