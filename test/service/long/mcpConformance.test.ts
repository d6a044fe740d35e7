/** The protocol's conformance suites against `generation-studio mcp --http`, in both revisions. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify, stripVTControlCharacters } from "node:util";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { installPackage } from "../../../scripts/testing/installPackage.ts";
import { readMcpCommandLine } from "../../../src/commandLine/mcp/readCommandLine.ts";
import { serveAgents } from "../../../src/commandLine/mcp/runMcp.ts";
import { openAgentWorkspaces } from "../agentWorkspaces.ts";
import { startTestService } from "../testService.ts";

const { makeFolder } = await openAgentWorkspaces();
const service = await startTestService({ faults: true, superset: true });
const versions = { released: "0.1.16", next: "0.2.0-alpha.12" } as const;
const programs = new Map<string, string>();

beforeAll(async () => {
  for (const version of Object.values(versions)) {
    const folder = await installPackage("@modelcontextprotocol/conformance", version);
    programs.set(version, join(folder, "node_modules/@modelcontextprotocol/conformance/dist/index.js"));
  }
}, 600_000);

/** A workspace's prompts are its documents: these are the prompts that the suite requests. */
async function startServer(): Promise<string> {
  const output = makeFolder({
    "test_simple_prompt.gen.md": "---\nmodel: demo-text\n---\nThis is a simple prompt for testing.\n",
    "test_prompt_with_arguments.gen.md":
      "---\nmodel: demo-text\nvars: { arg1: \"\", arg2: \"\" }\n---\nPrompt with arguments: arg1='{{arg1}}', arg2='{{arg2}}'\n",
  });
  const line = readMcpCommandLine(["--http", "--base-url", service.url, "--data", makeFolder(), "--output", output]);
  const server = await serveAgents(line, { host: "127.0.0.1", port: 0, key: undefined }, { GENERATION_STUDIO_API_KEY: service.key });
  onTestFinished(() => server.close());
  return server.url;
}

const callSchema = z.looseObject({
  method: z.string(),
  params: z.looseObject({ name: z.string(), arguments: z.optional(z.looseObject({})) }),
});

/** The tools that the suite expects of a server, as calls of ours. */
function toolOf(name: string, given: Record<string, unknown> = {}): { name: string; arguments: object } | undefined {
  switch (name) {
    case "greet":
      return { name: "list_models", arguments: {} };
    case "slow_compute":
      return { name: "generate_image", arguments: { model: "fault-slow", prompt: `Take ${given.seconds ?? 1} seconds.`, size: "512" } };
    case "failing_job":
      return { name: "generate_image", arguments: { model: "fault-failed-task", prompt: "A heron" } };
    default:
      return undefined;
  }
}

/** Passes requests on to the server, with the calls of the suite's tools changed. */
async function startRenamingProxy(target: string): Promise<string> {
  const proxy = createServer(async (request, response) => {
    const body = await text(request);
    const call = callSchema.safeParse(body === "" ? undefined : JSON.parse(body));
    const tool = call.data?.method === "tools/call" ? toolOf(call.data.params.name, call.data.params.arguments) : undefined;
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers))
      if (!/^(?:host|connection|content-length)$/.test(name)) headers.set(name, String(value));
    if (tool && headers.get("mcp-name") === call.data?.params.name) headers.set("mcp-name", tool.name);
    const sent = tool && call.data ? JSON.stringify({ ...call.data, params: { ...call.data.params, ...tool } }) : body;
    const answer = await fetch(target, { method: request.method ?? "POST", headers, ...(sent === "" ? {} : { body: sent }) });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "application/json" });
    for await (const part of answer.body ?? []) response.write(part);
    response.end();
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const address = proxy.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/mcp`;
}

/** The failed checks of scenarios, in this order. Three at a time, each in a process of its own. */
async function findAllFailedChecks(version: string, url: string, scenarios: readonly string[], args: readonly string[] = []) {
  const found: string[][] = [];
  const left = scenarios.entries();
  const run = async () => {
    for (const [index, scenario] of left) found[index] = await findFailedChecks(version, url, scenario, args);
  };
  await Promise.all([run(), run(), run()]);
  return found.flat();
}

/** The names of a scenario's failed checks; or its output, if it ran none. */
async function findFailedChecks(version: string, url: string, scenario: string, args: readonly string[] = []): Promise<string[]> {
  const folder = makeFolder();
  const given = [programs.get(version) ?? "", "server", "--url", url, "--scenario", scenario, "--output-dir", folder, ...args];
  const result = await promisify(execFile)(process.execPath, given, { cwd: folder }).catch((error: unknown) => Object(error));
  const output = stripVTControlCharacters(`${result.stdout}${result.stderr}`);
  if (!/Passed: \d+\/[1-9]/.test(output)) return [`${scenario}: ${output}`];
  return [...output.matchAll(/\[([\w-]+) *\] FAILURE/g)]
    .map(([, check]) => `${scenario}: ${check}`)
    .concat(/Passed: (\d+)\/\1, 0 failed/.test(output) || /FAILURE/.test(output) ? [] : [output]);
}

test("the released suite passes for revision 2025-11-25", async () => {
  const url = await startServer();
  const scenarios = [
    "server-initialize",
    "ping",
    "tools-list",
    "resources-list",
    "prompts-list",
    "prompts-get-simple",
    "prompts-get-with-args",
  ];
  expect(await findAllFailedChecks(versions.released, url, [...scenarios, "dns-rebinding-protection"])).toEqual([]);
});

test("the suite of revision 2026-07-28 passes, except checks that need tools for diagnosis", async () => {
  const url = await startServer();
  const scenarios = ["server-stateless", "tools-list", "resources-list", "prompts-list", "prompts-get-simple", "prompts-get-with-args"];
  const more = ["dns-rebinding-protection", "caching", "http-header-validation", "sep-2164-resource-not-found"];
  const inputs = ["input-required-result-unsupported-methods", "input-required-result-ignore-extra-params"];
  const all = [...scenarios, ...more, ...inputs];
  expect(await findAllFailedChecks(versions.next, url, all, ["--spec-version", "2026-07-28"])).toEqual([
    "server-stateless: sep-2575-server-rejects-undeclared-capability",
    "server-stateless: sep-2575-missing-capability-http-400",
    "server-stateless: sep-2575-http-server-no-independent-requests-on-stream",
    "server-stateless: sep-2575-server-no-log-without-loglevel",
  ]);
});

test("the suite of the tasks extension passes, except checks that need other tools", async () => {
  const url = await startRenamingProxy(await startServer());
  const scenarios = [
    "tasks-lifecycle",
    "tasks-capability-negotiation",
    "tasks-wire-fields",
    "tasks-dispatch-and-envelope",
    "tasks-request-headers",
  ];
  expect(await findAllFailedChecks(versions.next, url, scenarios)).toEqual([
    // A generation that fails is a result with `isError`: no call of ours ends with an error of the protocol.
    "tasks-lifecycle: sep-2663-tasks-get-status-failed",
    // No tool of ours asks for confirmation, and none greets.
    "tasks-dispatch-and-envelope: tasks-result-type-complete-on-non-task-responses",
    "tasks-request-headers: tasks-headers-tolerate-mcp-method-on-tools-call",
  ]);
});
