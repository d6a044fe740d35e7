/** Serves any number of agents over Streamable HTTP: one studio, journal and budget for all of them. */
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { type AgentOptions, createAgentStudio } from "../agentStudio.ts";
import { agentMessage } from "../protocol/agentSession.ts";
import { createServer } from "../protocol/createServer.ts";
import { AgentBudget } from "../tasks/budget.ts";
import { createTools } from "../tools/createTools.ts";
import { checkCaller, type HttpReach } from "./checkCaller.ts";
import { openOAuthGate } from "./oauth.ts";

const endpoint = "/mcp";

export interface HttpServer {
  /** The address of the endpoint. */
  readonly url: string;
  /** Tasks in progress continue in the next process. */
  close(): Promise<void>;
}

/**
 * Files are saved in `options.output`: the roots of an agent on another machine are no folders of this one. No request needs an earlier one,
 * in both revisions of the protocol. Rejects if the port is in use, or the authorization server cannot be used.
 */
export async function startHttpServer(options: AgentOptions, reach: HttpReach): Promise<HttpServer> {
  const studio = createAgentStudio(options, async () => undefined);
  const tools = createTools(studio, new AgentBudget(options));
  const handler = createMcpHandler(({ era }) => createServer({ studio, tools, era, roots: undefined }), {
    onerror: () => options.log("A request of an agent could not be read or answered."),
  });
  const gate = reach.oauth && (await openOAuthGate(reach.oauth));
  const listener = getRequestListener(async (request) => {
    const verdict = checkCaller(reach, request.headers);
    if (!verdict.allowed) return answerError(verdict.status, verdict.reason);
    const metadata = gate?.metadata(request);
    if (metadata) return metadata;
    if (new URL(request.url).pathname !== endpoint) return answerError(404, `The server is at ${endpoint}.`);
    const authInfo = await gate?.authorize(request);
    return authInfo instanceof Response ? authInfo : handler.fetch(request, authInfo && { authInfo });
  });
  const server = createHttpServer((incoming, outgoing) => void listener(incoming, outgoing));
  server.listen(reach.port, reach.host);
  await once(server, "listening");
  // Continues the tasks of dead processes, even if no agent makes a request.
  studio.tasks().catch((error: unknown) => options.log(agentMessage(error, studio)));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : reach.port;
  return {
    url: `http://${reach.host.includes(":") ? `[${reach.host}]` : reach.host}:${port}${endpoint}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await handler.close();
      await studio.close();
    },
  };
}

function answerError(status: number, message: string): Response {
  const headers = {
    "content-type": "application/json",
    ...(status === 401 ? { "www-authenticate": 'Bearer realm="generation-studio"' } : {}),
  };
  return new Response(JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32600, message } }), { status, headers });
}
