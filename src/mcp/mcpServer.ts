/** Serves one agent on standard input and output, in revision 2025-11-25 or 2026-07-28 of the Model Context Protocol. */
import type { Readable, Writable } from "node:stream";
import type { Server } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { type AgentOptions, createAgentStudio } from "./agentStudio.ts";
import { type AskedRoots, agentMessage } from "./protocol/agentSession.ts";
import { createServer } from "./protocol/createServer.ts";
import { AgentBudget } from "./tasks/budget.ts";
import { createTools } from "./tools/createTools.ts";

/** Time limit for a client to return its roots, in milliseconds. */
const rootsTimeLimit = 10_000;

export interface McpServer {
  /** Resolves when the client has disconnected. */
  readonly closed: Promise<void>;
  /** Tasks in progress continue in the next process. */
  close(): Promise<void>;
}

/** The streams to and from the client. Each line is a message of the protocol: nothing else may be written to them. */
export interface Streams {
  input: Readable;
  output: Writable;
}

export async function startMcpServer(options: AgentOptions, { input, output }: Streams): Promise<McpServer> {
  const roots: AskedRoots = { uris: undefined };
  let legacy: Server | undefined;
  const studio = createAgentStudio(options, async () => {
    if (legacy === undefined) return roots.uris;
    if (legacy.getClientCapabilities()?.roots === undefined) return undefined;
    return (await legacy.listRoots(undefined, { timeout: rootsTimeLimit })).roots.map(({ uri }) => uri);
  });
  const tools = createTools(studio, new AgentBudget(options));
  const served = serveStdio(
    ({ era }) => {
      const server = createServer({ studio, tools, era, roots: era === "modern" ? roots : undefined });
      if (era === "legacy") {
        legacy = server;
        server.setNotificationHandler("notifications/roots/list_changed", () => studio.folders.forget());
      }
      // Continues the tasks of dead processes, even if this agent makes no request.
      studio.tasks().catch((error: unknown) => options.log(agentMessage(error, studio)));
      return server;
    },
    {
      transport: new StdioServerTransport(input, output),
      onerror: () => options.log("A message of the client could not be read or answered."),
    },
  );
  const disconnected = Promise.withResolvers<void>();
  input.once("end", () => disconnected.resolve()).once("close", () => disconnected.resolve());
  let closing: Promise<void> | undefined;
  return {
    closed: disconnected.promise,
    close() {
      closing ??= served.close().then(() => studio.close());
      return closing;
    },
  };
}
