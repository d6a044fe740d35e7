/** Agents, from npm, that bring their own model: it is planned, and they use the MCP server. A call that generates is one task. */
import { readdir } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { installOrSkip, openClientRun, type Program } from "./clientRun.ts";

const { engine, addRow, openProgram, costs, costOfImage } = await openClientRun();

const prompt = "a heron";
/** Lists models, makes an image and finds it. `prefix`: how the agent names the tools of the server `studio`. */
const plan = (prefix: string) =>
  `[[${prefix}list_models {"kind":"image"}]] [[${prefix}generate_image {"prompt":"${prompt}","model":"demo/demo-image"}]] [[${prefix}find_results {}]]`;

/** The agent has said what follows its calls, its last result names the image, there is one, and it is charged once. */
async function makesOneImage({ work }: Program, run: () => Promise<string>): Promise<void> {
  const price = await costOfImage(prompt);
  expect(price).toBeGreaterThan(0);
  await costs(
    async () => expect(await run()).toContain("All done."),
    () => price,
  );
  const files = await readdir(path.join(work, "generated"));
  expect(files).toEqual([expect.stringMatching(/heron\.png$/)]);
  expect(String(engine.requests.at(-1)?.body)).toContain(files[0]);
}

const works = "MCP: 3 tools, one of which generates";

test("Claude Code", async (context) => {
  const version = "2.1.332";
  const modules = await installOrSkip(context, "@anthropic-ai/claude-code", version);
  const program = await openProgram("claude");
  const configuration = JSON.stringify({ mcpServers: { studio: { type: "stdio", ...program.server } } });
  await openProgram("claude", { "mcp.json": configuration });
  const executable = path.join(modules, `@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`);
  const options = ["--mcp-config", path.join(program.work, "../mcp.json"), "--strict-mcp-config", "--allowedTools", "mcp__studio"];
  const environment = {
    ANTHROPIC_BASE_URL: engine.url,
    ANTHROPIC_API_KEY: "planned",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    // The planned model does not search for tools, and needs them in its first turn.
    ENABLE_TOOL_SEARCH: "false",
    MCP_CONNECTION_NONBLOCKING: "0",
    CLAUDE_CODE_MCP_STARTUP_WAIT_MS: "60000",
    MCP_TIMEOUT: "60000",
  };
  await makesOneImage(program, () => program.run(executable, ["-p", plan("mcp__studio__"), ...options], environment));
  addRow(["Claude Code", version, "the MCP server", works]);
}, 300_000);

test("Gemini CLI", async (context) => {
  const version = "0.61.0";
  const modules = await installOrSkip(context, "@google/gemini-cli", version);
  const program = await openProgram("gemini");
  const settings = {
    security: { auth: { selectedType: "gemini-api-key" } },
    general: { enableAutoUpdate: false },
    privacy: { usageStatisticsEnabled: false },
    mcpServers: { studio: { ...program.server, trust: true, timeout: 60_000 } },
  };
  await openProgram("gemini", { "home/.gemini/settings.json": JSON.stringify(settings) });
  const entry = path.join(modules, "@google/gemini-cli/bundle/gemini.js");
  const args = [entry, "-m", "gemini-2.5-flash", "--approval-mode", "yolo", "-p", plan("mcp_studio_")];
  const environment = { GEMINI_API_KEY: "planned", GOOGLE_GEMINI_BASE_URL: engine.url, GEMINI_CLI_TRUST_WORKSPACE: "true" };
  await makesOneImage(program, () => program.run(process.execPath, args, environment));
  addRow(["Gemini CLI", version, "the MCP server", works]);
}, 300_000);
