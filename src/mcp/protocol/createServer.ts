import { Server } from "@modelcontextprotocol/server";
import { instructions } from "../instructions.ts";
import { version } from "../version.ts";
import { type AgentSession, tasksExtension } from "./agentSession.ts";
import { answerDocuments } from "./answerDocuments.ts";
import { answerTasks } from "./answerTasks.ts";
import { answerTools } from "./answerTools.ts";

const tasks = { list: {}, cancel: {}, requests: { tools: { call: {} } } };

class StudioServer extends Server {
  /** The SDK's checks of a result of `tools/call` refuse the tasks of both revisions. */
  protected override _wrapHandler(...[method, handler]: Parameters<Server["_wrapHandler"]>): ReturnType<Server["_wrapHandler"]> {
    return method === "tools/call" ? handler : super._wrapHandler(method, handler);
  }
}

/** A server of the SDK for one connection, or for one request over HTTP. */
export function createServer(given: Omit<AgentSession, "stated">): Server {
  const server = new StudioServer(
    { name: "generation-studio", title: "Generation Studio", version },
    {
      capabilities: {
        tools: {},
        prompts: {},
        resources: {},
        ...(given.era === "legacy" ? { tasks } : { extensions: { [tasksExtension]: {} } }),
      },
      instructions,
      // The server requests no input from the user, so there is nothing to validate.
      jsonSchemaValidator: { getValidator: () => (input) => ({ valid: false, data: undefined, errorMessage: `${typeof input}` }) },
    },
  );
  const session: AgentSession = { ...given, stated: () => server.getClientCapabilities() };
  answerTools(server, session);
  answerTasks(server, session);
  answerDocuments(server, session);
  return server;
}
