/** Implements the Model Context Protocol. Only this file uses its SDK. */
import type { Readable, Writable } from "node:stream";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  CancelTaskRequestSchema,
  type CreateTaskResult,
  ErrorCode,
  GetPromptRequestSchema,
  GetTaskPayloadRequestSchema,
  GetTaskRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListTasksRequestSchema,
  ListToolsRequestSchema,
  McpError,
  type ProgressToken,
  ReadResourceRequestSchema,
  RootsListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod/mini";
import { ServiceError } from "../client/serviceError.ts";
import { type ViewFacts, viewFactsKey, viewUri } from "../contract/agentView.ts";
import { type AgentOptions, type AgentStudio, createAgentStudio } from "./agentStudio.ts";
import { instructions } from "./instructions.ts";
import { fillPrompt, listPrompts } from "./prompts.ts";
import { isOfAgent, isVisible } from "./tasks/agentTasks.ts";
import { Budget } from "./tasks/budget.ts";
import { describeTaskStatus } from "./tasks/describeTaskStatus.ts";
import { cancelTask, readStatus, readTaskResult } from "./tasks/protocolTasks.ts";
import { readResult } from "./tasks/readResult.ts";
import type { Tool, ToolResult } from "./tool.ts";
import { ToolError } from "./toolError.ts";
import { createTools } from "./tools/createTools.ts";
import { version } from "./version.ts";
import { canShowView, viewResource } from "./view/view.ts";

/** Time limit for a client to return its roots, in milliseconds. */
const rootsTimeLimit = 10_000;
/** Number of tasks on one page. */
const pageSize = 50;
/** The protocol's metadata key for the task of a result. */
const relatedTask = "io.modelcontextprotocol/related-task";

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
  const server = new Server(
    { name: "generation-studio", title: "Generation Studio", version },
    {
      capabilities: { tools: {}, prompts: {}, resources: {}, tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } },
      instructions,
      // The server requests no input from the user, so there is nothing to validate.
      jsonSchemaValidator: { getValidator: () => (input) => ({ valid: false, data: undefined, errorMessage: `${typeof input}` }) },
    },
  );
  const studio = createAgentStudio(options, async () => {
    if (server.getClientCapabilities()?.roots === undefined) return undefined;
    return (await server.listRoots(undefined, { timeout: rootsTimeLimit })).roots.map(({ uri }) => uri);
  });
  const budget = new Budget(options.budget);
  const tools = createTools(studio, budget);
  answerTools(server, studio, tools);
  answerTasks(server, studio, tools);
  answerPrompts(server, studio);
  answerResources(server, studio);
  server.setNotificationHandler(RootsListChangedNotificationSchema, () => studio.folders.forget());
  // Continues the tasks of dead processes, even if this agent makes no request.
  server.oninitialized = () => void studio.tasks().catch((error: unknown) => options.log(messageOf(error, studio)));
  server.onerror = () => options.log("A message of the client could not be read or answered.");
  const disconnected = Promise.withResolvers<void>();
  server.onclose = () => disconnected.resolve();
  input.once("end", () => disconnected.resolve()).once("close", () => disconnected.resolve());
  await server.connect(new StdioServerTransport(input, output));
  let closing: Promise<void> | undefined;
  return {
    closed: disconnected.promise,
    close() {
      closing ??= server.close().then(() => studio.close());
      return closing;
    },
  };
}

function answerTools(server: Server, studio: AgentStudio, tools: readonly Tool[]): void {
  const described = tools.map(({ name, title, description, input, effect, begin, hasView }) => ({
    name,
    title,
    description,
    inputSchema: { ...objectSchema.parse(z.toJSONSchema(input)), type: "object" as const },
    annotations: {
      title,
      readOnlyHint: effect === "reads",
      ...(effect === "reads" ? {} : { destructiveHint: effect === "deletes" }),
      openWorldHint: effect === "generates",
    },
    execution: { taskSupport: begin === undefined ? ("forbidden" as const) : ("optional" as const) },
    hasView,
  }));
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: described.map(({ hasView, ...tool }) =>
      hasView && hasViews(server, studio) ? { ...tool, _meta: { ui: { resourceUri: viewUri } } } : tool,
    ),
  }));
  server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params }, { signal, sendNotification, _meta }): Promise<CallToolResult | CreateTaskResult> => {
      const tool = tools.find(({ name }) => name === params.name);
      if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${JSON.stringify(params.name.slice(0, 100))}.`);
      if (params.task !== undefined) return beginTask(studio, tool, params.arguments);
      const report = _meta?.progressToken === undefined ? undefined : createReport(_meta.progressToken, sendNotification);
      try {
        return answer(server, studio, tool, await tool.call(params.arguments, { signal, report }));
      } catch (error) {
        return { content: [{ type: "text", text: messageOf(error, studio) }], isError: true };
      }
    },
  );
}

const objectSchema = z.looseObject({ properties: z.optional(z.record(z.string(), z.looseObject({}))) });

async function beginTask(studio: AgentStudio, tool: Tool, given: unknown): Promise<CreateTaskResult> {
  if (tool.begin === undefined) throw new McpError(ErrorCode.MethodNotFound, `${tool.name} cannot be called as a task.`);
  const id = await tool.begin(given).catch(refuse(studio));
  return { task: await readStatus(studio, id) };
}

type SendNotification = (notification: {
  method: "notifications/progress";
  params: { progressToken: ProgressToken; progress: number; message: string };
}) => Promise<void>;

function createReport(progressToken: ProgressToken, send: SendNotification): (message: string) => void {
  let progress = 0;
  return (message) => {
    progress += 1;
    // The client may have disconnected.
    send({ method: "notifications/progress", params: { progressToken, progress, message } }).catch(() => undefined);
  };
}

function answerTasks(server: Server, studio: AgentStudio, tools: readonly Tool[]): void {
  server.setRequestHandler(GetTaskRequestSchema, ({ params }) => readStatus(studio, params.taskId).catch(refuse(studio)));
  server.setRequestHandler(GetTaskPayloadRequestSchema, async ({ params: { taskId } }, { signal }) => {
    const { tool, result } = await readTaskResult(studio, taskId, signal).catch(refuse(studio));
    const answered = answer(
      server,
      studio,
      tools.find(({ name }) => name === tool),
      result,
    );
    return { ...answered, _meta: { ...answered._meta, [relatedTask]: { taskId } } };
  });
  server.setRequestHandler(ListTasksRequestSchema, async ({ params }) => {
    const [tasks, folders] = await Promise.all([studio.tasks(), studio.folders.list()]);
    const cursor = params?.cursor;
    const page = tasks.list({ limit: pageSize, ...(cursor === undefined ? {} : { before: cursor }) });
    const shown = page.filter((task) => isOfAgent(task) && isVisible(task, folders));
    const last = page.length === pageSize ? page.at(-1)?.key : undefined;
    return { tasks: shown.map((task) => describeTaskStatus(task, studio.redact)), ...(last === undefined ? {} : { nextCursor: last }) };
  });
  server.setRequestHandler(CancelTaskRequestSchema, ({ params }) => cancelTask(studio, params.taskId).catch(refuse(studio)));
}

function answerPrompts(server: Server, studio: AgentStudio): void {
  server.setRequestHandler(ListPromptsRequestSchema, async () => ({ prompts: await listPrompts(studio).catch(refuse(studio)) }));
  server.setRequestHandler(GetPromptRequestSchema, async ({ params }) => {
    const { description, text } = await fillPrompt(studio, params.name, params.arguments ?? {}).catch(refuse(studio));
    return { description, messages: [{ role: "user", content: { type: "text", text: studio.redact(text) } }] };
  });
}

function refuse(studio: AgentStudio): (error: unknown) => never {
  return (error) => {
    throw new McpError(ErrorCode.InvalidParams, messageOf(error, studio));
  };
}

function answerResources(server: Server, studio: AgentStudio): void {
  // Results are not listed, because a tool finds them by their content. Clients find the view through the tools that use it.
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [] }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const { view } = studio.options;
    if (uri === viewUri && view !== undefined) return { contents: [viewResource(view.document, view.texts)] };
    return { contents: [await readResult(studio, uri).catch(refuse(studio))] };
  });
}

function hasViews(server: Server, studio: AgentStudio): boolean {
  return studio.options.view !== undefined && canShowView(server.getClientCapabilities()?.extensions);
}

/** Removes keys from everything that is sent to a client, whatever a service answers. */
function answer(server: Server, studio: AgentStudio, tool: Tool | undefined, { content, isError, tasks }: ToolResult): CallToolResult {
  const { redact, options } = studio;
  const cleaned = content.map((part) => (part.type === "text" ? { ...part, text: redact(part.text) } : part));
  const result = { content: cleaned, ...(isError === undefined ? {} : { isError }) };
  if (tasks === undefined || tool === undefined || !hasViews(server, studio)) return result;
  const facts: ViewFacts = {
    tasks: tasks.map((task) => ({ ...task, prompt: redact(task.prompt) })),
    tool: tool.name,
    repeats: tool.effect === "generates",
    waitSeconds: Math.floor(options.waitMilliseconds / 1000),
  };
  return { ...result, _meta: { [viewFactsKey]: facts } };
}

function messageOf(error: unknown, { redact }: AgentStudio): string {
  if (error instanceof ToolError || error instanceof ServiceError) return redact(error.message);
  return redact(`Unexpected: ${error instanceof Error ? error.message : "unknown error"}`);
}
