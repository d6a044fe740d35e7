/** `generation-studio mcp`: the tools for agents, on standard input and output. */

import path from "node:path";
import { isDrawnByCode } from "../../contract/builtInModels.ts";
import { errorText } from "../../contract/errorText.ts";
import { forTerminal } from "../../contract/hiddenCharacters.ts";
import { unitIn, unitVariable } from "../../contract/writeAmount.ts";
import { builtInBaseUrl } from "../../generations/builtInBaseUrl.ts";
import type { AgentOptions } from "../../mcp/agentStudio.ts";
import type { HttpReach } from "../../mcp/http/checkCaller.ts";
import type { HttpServer } from "../../mcp/http/startHttpServer.ts";
import { type McpServer, type Streams, startMcpServer } from "../../mcp/mcpServer.ts";
import { viewDocument } from "../../mcp/view/viewDocument.ts";
import { keyVariable } from "../../prompt/parse/keyVariable.ts";
import { agentKeyVariable, type McpCommandLine, readHttpReach, readMcpCommandLine } from "./readCommandLine.ts";

/** The output of `--help`. */
export const mcpHelp = (program: string) => `Usage: ${program} [options]

A server of the Model Context Protocol on standard input and output: agents generate images, audio, video and text with it. Files are
saved in the folders that the client names as its roots. With --http, one server is shared by the agents of a team.

  --base-url URL          the service (the key is read from ${keyVariable}); without it, the built-in demo service
  --output DIR            where files go if the client names no roots
  --data DIR              keeps the list of tasks, which all agents with the same DIR share (default: a folder of your own)
  --max-cost N            most that this session may cost, in the service's unit, which ${unitVariable} names (default credits)
  --max-cost-per-day N    most that all agents with the same --data may cost on a day
  --default-model KIND=ID a model for text, image, audio or video where the agent names none; repeat for more kinds
  --interface NAME        v1 or v2: how images, audio and video are requested (default v2, which reports costs)
  --wait SECONDS          how long a call waits for its result before it answers that the task goes on (default 50)
  --thumbnails            shows images to the person in clients that can, as copies of at most 256 kB
  --http                  serves agents at http://127.0.0.1:8788/mcp; needs --output, where the files of all agents are saved
  --host ADDRESS          with --http, the address to listen on (default 127.0.0.1); others than this machine need a key, which is
                          read from ${agentKeyVariable} and which agents send as a bearer token
  --port N                with --http, the TCP port; 0 takes a free one (default 8788)
  --oauth-issuer URL      with --http, instead of a key: the authorization server whose access tokens agents send
  --public-url URL        with --oauth-issuer, the address of this server's endpoint, for which the tokens must be issued
  --oauth-scope NAME      with --oauth-issuer, a scope that each token must have; repeat for more
  --help                  show this text
`;

/** Returns 0 when the client has disconnected or a signal ends the process, 2 for an invalid command line. */
export async function runMcp(program: string, args: readonly string[]): Promise<number> {
  let line: McpCommandLine;
  let reach: HttpReach | undefined;
  try {
    line = readMcpCommandLine(args);
    reach = line.http && readHttpReach(line.http, process.env);
  } catch (error) {
    process.stderr.write(forTerminal(`${errorText(error)}\n\n${mcpHelp(program)}`));
    return 2;
  }
  if (line.help) {
    process.stdout.write(mcpHelp(program));
    return 0;
  }
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  if (reach !== undefined) {
    const shared = await serveAgents(line, reach, process.env);
    process.stdout.write(`The MCP server is at ${shared.url}\n`);
    await stopped;
    await shared.close();
    return 0;
  }
  const server = await serveAgent(line, { input: process.stdin, output: process.stdout }, process.env);
  await Promise.race([server.closed, stopped]);
  await server.close();
  // Standard input may still be open, which would keep the process running.
  process.stdin.destroy();
  return 0;
}

type Settings = Pick<McpCommandLine, "baseUrl" | "settings">;

/** Serves one agent. `document`: the HTML of the view of results. */
export async function serveAgent(
  line: Settings,
  streams: Streams,
  environment: NodeJS.ProcessEnv,
  document = viewDocument,
): Promise<McpServer> {
  const { options, service } = connectService(line, environment, document);
  const server = await startMcpServer(options, streams);
  return { closed: server.closed, close: () => server.close().then(() => service.close()) };
}

/** Serves agents over HTTP. */
export async function serveAgents(line: Settings, reach: HttpReach, environment: NodeJS.ProcessEnv): Promise<HttpServer> {
  const { startHttpServer } = await import("../../mcp/http/startHttpServer.ts");
  const { options, service } = connectService(line, environment, viewDocument);
  const server = await startHttpServer(options, reach);
  return { url: server.url, close: () => server.close().then(() => service.close()) };
}

function connectService({ baseUrl, settings }: Settings, environment: NodeJS.ProcessEnv, document: string | undefined) {
  const log = (text: string) => process.stderr.write(`${forTerminal(text)}\n`);
  const service = baseUrl === undefined ? builtInService(settings.data) : otherService(baseUrl, environment[keyVariable]);
  const options: AgentOptions = {
    ...settings,
    ...service,
    unit: unitIn(environment),
    view: document === undefined ? undefined : { document, texts: undefined },
    log,
  };
  return { options, service };
}

type Service = Pick<AgentOptions, "baseUrl" | "connect" | "isDemo"> & { close(): Promise<void> };

function otherService(baseUrl: string, key: string | undefined): Service {
  return {
    baseUrl: baseUrl.replace(/\/$/, ""),
    async connect() {
      if (!key)
        throw new Error(`The service at ${new URL(baseUrl).host} needs a key: set ${keyVariable} in the environment of the server.`);
      return { url: baseUrl, key };
    },
    isDemo: () => false,
    close: async () => undefined,
  };
}

/** Starts on first use. Its tasks and results are stored beside the journal, for the next process. */
function builtInService(data: string): Service {
  let starting: Promise<{ url: string; key: string; close(): Promise<void> }> | undefined;
  return {
    baseUrl: builtInBaseUrl,
    connect() {
      starting ??= import("../../service/startService.ts").then(({ startService }) =>
        startService({ port: 0, data: path.join(data, "built-in-service"), superset: true, tokensPerSecond: 0 }),
      );
      return starting;
    },
    isDemo: isDrawnByCode,
    close: async () => (await starting?.catch(() => undefined))?.close(),
  };
}
