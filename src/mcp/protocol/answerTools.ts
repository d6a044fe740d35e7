/** `tools/list` and `tools/call`. */
import { ProtocolError, ProtocolErrorCode, type Server, type ServerContext } from "@modelcontextprotocol/server";
import * as z from "zod/mini";
import { viewUri } from "../../contract/agentView.ts";
import { readStatus } from "../tasks/protocolTasks.ts";
import type { AgentTool } from "../tool.ts";
import {
  type AgentSession,
  agentMessage,
  type ClientCapabilities,
  describeAnswer,
  hasTasks,
  hasViews,
  refuseCall,
  statedClient,
} from "./agentSession.ts";
import { describeTask } from "./answerTasks.ts";

const objectSchema = z.looseObject({ properties: z.optional(z.record(z.string(), z.json())) });
const callSchema = z.looseObject({
  name: z.string(),
  arguments: z.optional(z.record(z.string(), z.unknown())),
  task: z.optional(z.unknown()),
});

export function answerTools(server: Server, session: AgentSession): void {
  const described = session.tools.map(describeTool);
  server.setRequestHandler("tools/list", (_, context) => {
    const showsViews = hasViews(session, statedClient(session, context).capabilities);
    return {
      tools: described.map(({ hasView, ...tool }) => (hasView && showsViews ? { ...tool, _meta: { ui: { resourceUri: viewUri } } } : tool)),
    };
  });
  server.setRequestHandler("tools/call", { params: callSchema }, (call, context) => callTool(session, call, context));
}

function describeTool({ name, title, description, input, effect, begin, hasView }: AgentTool) {
  return {
    name,
    title,
    description,
    inputSchema: { ...objectSchema.parse(z.toJSONSchema(input, { override: withoutSafeBounds })), type: "object" as const },
    annotations: {
      title,
      readOnlyHint: effect === "reads",
      ...(effect === "reads" ? {} : { destructiveHint: effect === "deletes" }),
      openWorldHint: effect === "generates",
    },
    // Only of revision 2025-11-25: the SDK removes it for the other.
    execution: { taskSupport: begin === undefined ? ("forbidden" as const) : ("optional" as const) },
    hasView,
  };
}

async function callTool(session: AgentSession, call: z.infer<typeof callSchema>, context: ServerContext): Promise<Record<string, unknown>> {
  const { studio, tools, era } = session;
  const tool = tools.find(({ name }) => name === call.name);
  if (tool === undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${JSON.stringify(call.name.slice(0, 100))}.`);
  const client = statedClient(session, context);
  const { capabilities } = client;
  if (era === "legacy" && call.task !== undefined) return beginLegacyTask(session, tool, call.arguments);
  if (mustAskForRoots(session, capabilities, context))
    return { resultType: "input_required", inputRequests: { roots: { method: "roots/list" } } };
  try {
    if (era === "modern" && tool.begin !== undefined && hasTasks(capabilities))
      return { resultType: "task", ...describeTask(await readStatus(studio, await tool.begin(call.arguments))) };
    const { signal, _meta } = context.mcpReq;
    const token = _meta?.progressToken;
    const report = token === undefined ? undefined : createReport(token, context);
    return describeAnswer(session, client, tool, await tool.call(call.arguments, { signal, report }));
  } catch (error) {
    return { content: [{ type: "text", text: agentMessage(error, studio) }], isError: true };
  }
}

/** zod states the range of integers that JavaScript can represent, which some clients refuse and which says nothing to a model. */
function withoutSafeBounds({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

const rootsSchema = z.object({ roots: z.object({ roots: z.array(z.object({ uri: z.string() })) }) });

/** Nothing is begun before the client has sent its roots, so that its second attempt is not billed twice. They are kept for its other calls. */
function mustAskForRoots({ studio, roots }: AgentSession, capabilities: ClientCapabilities, { mcpReq }: ServerContext): boolean {
  if (roots === undefined || capabilities.roots === undefined) return false;
  const sent = rootsSchema.safeParse(mcpReq.inputResponses);
  if (sent.success) {
    roots.uris = sent.data.roots.roots.map(({ uri }) => uri);
    studio.folders.forget();
  }
  return roots.uris === undefined;
}

async function beginLegacyTask({ studio }: AgentSession, tool: AgentTool, given: unknown): Promise<Record<string, unknown>> {
  if (tool.begin === undefined) throw new ProtocolError(ProtocolErrorCode.MethodNotFound, `${tool.name} cannot be called as a task.`);
  const id = await tool.begin(given).catch(refuseCall(studio));
  return { task: await readStatus(studio, id) };
}

function createReport(progressToken: string | number, { mcpReq }: ServerContext): (message: string) => void {
  let progress = 0;
  return (message) => {
    progress += 1;
    // The client may have disconnected.
    mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, message } }).catch(() => undefined);
  };
}
