/** The protocol's conformance suite, limited to scenarios for the capabilities of this server. */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { json } from "node:stream/consumers";
import { promisify } from "node:util";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { installPackage } from "../../../scripts/testing/installPackage.ts";
import { readCommandLine, serveAgent } from "../../../src/commandLine/mcp/runMcp.ts";
import { openAgentWorkspaces } from "../agentWorkspaces.ts";

const { service, makeFolder } = await openAgentWorkspaces();
let program: string;

beforeAll(async () => {
  const folder = await installPackage("@modelcontextprotocol/conformance", "0.1.16");
  program = join(folder, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
}, 300_000);

/** The suite uses HTTP, our server standard input and output: each message is forwarded unchanged. */
async function startBridge(args: readonly string[]): Promise<string> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const open = async () => {
    const [toServer, toClient] = [new PassThrough(), new PassThrough()];
    const agent = await serveAgent(
      readCommandLine(args),
      { input: toServer, output: toClient },
      { GENERATION_STUDIO_API_KEY: service.key },
    );
    onTestFinished(() => agent.close());
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    transport.onmessage = (message) => toServer.write(`${JSON.stringify(message)}\n`);
    createInterface({ input: toClient }).on("line", (line) => void transport.send(JSONRPCMessageSchema.parse(JSON.parse(line))));
    await transport.start();
    return transport;
  };
  const server: Server = createServer(async (request, response) => {
    const id = request.headers["mcp-session-id"];
    const transport = (typeof id === "string" ? sessions.get(id) : undefined) ?? (await open());
    await transport.handleRequest(request, response, request.method === "POST" ? await json(request) : undefined);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/mcp`;
}

test("server, tools and prompts conform to the protocol", async () => {
  // A workspace's prompts are its documents: these are the prompts that the suite requests.
  const output = makeFolder({
    "test_simple_prompt.gen.md": "---\nmodel: demo-text\n---\nThis is a simple prompt for testing.\n",
    "test_prompt_with_arguments.gen.md":
      "---\nmodel: demo-text\nvars: { arg1: \"\", arg2: \"\" }\n---\nPrompt with arguments: arg1='{{arg1}}', arg2='{{arg2}}'\n",
  });
  const url = await startBridge(["--base-url", service.url, "--data", makeFolder(), "--output", output]);
  const scenarios = ["server-initialize", "ping", "tools-list", "prompts-list", "prompts-get-simple", "prompts-get-with-args"];
  const results = makeFolder();
  const run = async (scenario: string) => {
    const args = [program, "server", "--url", url, "--scenario", scenario, "--output-dir", join(results, scenario)];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: results }).catch((error: unknown) => Object(error));
    return `${scenario}: ${/Passed: \d+\/\d+, \d+ failed/.exec(`${stdout}${stderr}`)?.[0] ?? `${stdout}${stderr}`}`;
  };
  const found: string[] = [];
  for (const scenario of scenarios) found.push(await run(scenario));
  expect(found.filter((line) => !/: Passed: (\d+)\/\1, 0 failed$/.test(line))).toEqual([]);
});
