/** Coding agents, from npm, whose model is one of the service: three turns with a tool each, each of them charged once. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { installOrSkip, model, openClientRun } from "./clientRun.ts";

const { service, baseURL, engine, passes, openProgram } = await openClientRun();
const apiKey = service.key;
const asked = z.object({ messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })) });

/** What the last function returned to the engine. */
function lastResult(): string {
  const { messages } = asked.parse(engine.requests.findLast(({ json }) => json.tools !== undefined)?.json);
  return JSON.stringify(messages.findLast(({ role }) => role === "tool")?.content);
}

test("Codex", async (context) => {
  const version = "0.171.0";
  const modules = await installOrSkip(context, "@openai/codex", version);
  const { run, home, work, server } = await openProgram("codex");
  const configuration = `model = "${model}"
model_provider = "studio"
[model_providers.studio]
name = "studio"
base_url = "${baseURL}"
env_key = "GENERATION_STUDIO_API_KEY"
wire_api = "responses"
[mcp_servers.studio]
command = "${server.command}"
args = ${JSON.stringify(server.args)}
env_vars = ["GENERATION_STUDIO_API_KEY"]
required = true
startup_timeout_sec = 60
default_tools_approval_mode = "approve"
`;
  await openProgram("codex", { "home/config.toml": configuration });
  const prompt = '[[exec_command {"cmd":"echo heron > bird.txt"}]] [[mcp__studio__list_models {}]]';
  const args = ["exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", prompt];
  await passes(["Codex", version, '`--superset`, `wire_api = "responses"`'], async () =>
    expect(await run(path.join(modules, ".bin/codex"), args, { CODEX_HOME: home })).toContain("All done."),
  );
  expect(await readFile(path.join(work, "bird.txt"), "utf8")).toBe("heron\n");
  expect(lastResult()).toContain(model);
}, 300_000);

test("opencode", async (context) => {
  const version = "1.18.33";
  const modules = await installOrSkip(context, "opencode-ai", version);
  const { run, work, server } = await openProgram("opencode");
  const configuration = {
    provider: {
      studio: { npm: "@ai-sdk/openai-compatible", name: "studio", options: { baseURL, apiKey }, models: { [model]: { name: model } } },
    },
    model: `studio/${model}`,
    small_model: `studio/${model}`,
    permission: { edit: "allow", bash: "allow" },
    autoupdate: false,
    share: "disabled",
    mcp: {
      studio: { type: "local", command: [server.command, ...server.args], enabled: true, timeout: 60_000, environment: server.env },
    },
  };
  await openProgram("opencode", { "work/opencode.json": JSON.stringify(configuration) });
  const prompt = '[[bash {"command":"echo heron > bird.txt","description":"Writes"}]] [[studio_list_models {}]]';
  // Its own installation chooses one of these.
  const program = path.join(modules, `opencode-${process.platform}-${process.arch}/bin/opencode`);
  const offline = { OPENCODE_DISABLE_MODELS_FETCH: "1", OPENCODE_DISABLE_AUTOUPDATE: "1", OPENCODE_DISABLE_LSP_DOWNLOAD: "1" };
  await passes(["opencode", version, "`--superset`, `@ai-sdk/openai-compatible`"], async () =>
    expect(await run(program, ["run", prompt], offline)).toContain("All done."),
  );
  expect(await readFile(path.join(work, "bird.txt"), "utf8")).toBe("heron\n");
  expect(lastResult()).toContain(model);
}, 300_000);

test("Qwen Code", async (context) => {
  const version = "0.24.4";
  const modules = await installOrSkip(context, "@qwen-code/qwen-code", version);
  const settings = {
    security: { auth: { selectedType: "openai" } },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
  };
  const { run, work } = await openProgram("qwen", { "home/.qwen/settings.json": JSON.stringify(settings) });
  const bird = path.join(work, "bird.txt");
  const write = JSON.stringify({ command: "echo heron > bird.txt", is_background: false, description: "Writes" });
  const prompt = `[[run_shell_command ${write}]] [[read_file {"file_path":"${bird}"}]]`;
  const environment = { OPENAI_BASE_URL: baseURL, OPENAI_API_KEY: apiKey, OPENAI_MODEL: model };
  await passes(["Qwen Code", version, "`--superset`, `OPENAI_BASE_URL`"], async () =>
    expect(await run(path.join(modules, ".bin/qwen"), ["--approval-mode", "yolo", "-p", prompt], environment)).toContain("All done."),
  );
  expect(lastResult()).toContain("heron");
}, 300_000);
