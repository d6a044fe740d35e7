/** An agent for tests: the SDK's client, with `generation-studio mcp` in this process or as a separate process. */
import { PassThrough } from "node:stream";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolResultSchema, ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod/mini";
import { readMcpCommandLine } from "../../src/commandLine/mcp/readCommandLine.ts";
import { serveAgent } from "../../src/commandLine/mcp/runMcp.ts";
import { viewExtension, viewMediaType } from "../../src/contract/agentView.ts";
import { mainProgram } from "./mainProgram.ts";

const answerSchema = z.looseObject({
  isError: z.optional(z.boolean()),
  content: z.array(
    z.looseObject({
      type: z.string(),
      text: z.optional(z.string()),
      uri: z.optional(z.string()),
      data: z.optional(z.string()),
      mimeType: z.optional(z.string()),
      annotations: z.optional(z.unknown()),
    }),
  ),
});

/** The result of a tool call. */
export interface Answer {
  isError: boolean;
  text: string;
  /** URIs of local files. */
  files: string[];
  images: { data: string; mimeType: string }[];
  /** All its content parts. */
  content: z.infer<typeof answerSchema>["content"];
  /** The whole result as JSON. */
  json: string;
}

export interface Agent {
  client: Client;
  call(name: string, input?: Record<string, unknown>): Promise<Answer>;
  /** Calls a tool as a task; resolves with its id. */
  begin(name: string, input: Record<string, unknown>): Promise<string>;
  /** Waits until a task ends. */
  result(taskId: string): Promise<Answer>;
  /** What the server wrote to standard error. */
  log(): string;
  /** Kills the server. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

export interface AgentOptions {
  args: readonly string[];
  /** undefined: the client does not support roots. */
  roots?: readonly string[] | undefined;
  key?: string;
  /** Runs the server as a separate process, which can be killed. */
  isProcess?: boolean;
  /** The client's. */
  name?: string;
  /** The document of the view, for a client that shows one. The server then runs in this process. */
  view?: string;
  /** From the test's context, because concurrent tests have no global one. */
  onTestFinished: (end: () => Promise<void>) => void;
  onProgress?: (message: string | undefined) => void;
}

/** Closed when the test ends. */
export async function startAgent({
  args,
  roots,
  key = "",
  isProcess = false,
  name = "Visual Studio Code",
  view,
  onTestFinished,
  onProgress,
}: AgentOptions): Promise<Agent> {
  const client = new Client(
    { name, version: "1" },
    {
      capabilities: {
        ...(roots === undefined ? {} : { roots: {} }),
        ...(view === undefined ? {} : { extensions: { [viewExtension]: { mimeTypes: [viewMediaType] } } }),
      },
    },
  );
  if (roots !== undefined)
    client.setRequestHandler(ListRootsRequestSchema, async () => ({ roots: roots.map((root) => ({ uri: pathToFileURL(root).href })) }));
  const environment = {
    PATH: process.env.PATH ?? "",
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? "",
    NO_PROXY: "127.0.0.1",
    GENERATION_STUDIO_API_KEY: key,
  };
  let log = "";
  let kill = async (): Promise<void> => {
    throw new Error("Only a process can be killed.");
  };
  if (isProcess) {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [mainProgram, "mcp", ...args],
      env: environment,
      stderr: "pipe",
    });
    transport.stderr?.on("data", (chunk) => {
      log += chunk;
    });
    kill = async () => {
      const gone = new Promise<void>((resolve) => {
        client.onclose = resolve;
      });
      if (transport.pid !== null) process.kill(transport.pid, "SIGKILL");
      await gone;
    };
    onTestFinished(() => client.close());
    await client.connect(transport);
  } else {
    const [toServer, toClient] = [new PassThrough(), new PassThrough()];
    const server = await serveAgent(readMcpCommandLine(args), { input: toServer, output: toClient }, environment, view);
    onTestFinished(() => client.close().then(() => server.close()));
    // The client writes the server's input and reads its output.
    await client.connect(new StdioServerTransport(toClient, toServer));
  }
  const call = async (name: string, input: Record<string, unknown> = {}) =>
    readAnswer(
      await client.callTool({ name, arguments: input }, CallToolResultSchema, {
        timeout: 120_000,
        ...(onProgress === undefined ? {} : { onprogress: ({ message }) => onProgress(message) }),
      }),
    );
  return {
    client,
    call,
    async begin(name, input) {
      for await (const message of client.experimental.tasks.callToolStream({ name, arguments: input }, CallToolResultSchema, {
        task: {},
      })) {
        if (message.type === "taskCreated") return message.task.taskId;
        if (message.type === "error") throw message.error;
      }
      throw new Error("No task was begun.");
    },
    result: async (taskId) => readAnswer(await client.experimental.tasks.getTaskResult(taskId, CallToolResultSchema, { timeout: 120_000 })),
    log: () => log,
    kill: () => kill(),
    close: () => client.close(),
  };
}

function readAnswer(result: object): Answer {
  const { content, isError = false } = answerSchema.parse(result);
  return {
    isError,
    text: content.flatMap(({ text }) => text ?? []).join("\n"),
    files: content.flatMap(({ type, uri }) => (type === "resource_link" && uri !== undefined ? [fileURLToPath(uri)] : [])),
    images: content.flatMap(({ type, data = "", mimeType = "" }) => (type === "image" ? [{ data, mimeType }] : [])),
    content,
    json: JSON.stringify(result),
  };
}
