/** `generation-studio mcp`: the tools for agents, on standard input and output. */
import path from "node:path";
import { parseArgs } from "node:util";
import { interfaceGenerations, type Kind, kinds } from "../../contract/kind.ts";
import type { AgentOptions } from "../../mcp/agentStudio.ts";
import { type McpServer, type Streams, startMcpServer } from "../../mcp/mcpServer.ts";
import { viewDocument } from "../../mcp/view/viewDocument.ts";
import { keyVariable } from "../../prompt/parse/keyVariable.ts";
import { builtInBaseUrl } from "../../tasks/builtInBaseUrl.ts";
import { findDataFolder } from "./dataFolder.ts";

/** The output of `--help`. */
export const mcpHelp = (program: string) => `Usage: ${program} [options]

A server of the Model Context Protocol on standard input and output: agents generate images, audio, video and text with it. Files are
saved in the folders that the client names as its roots.

  --base-url URL          the service (the key is read from ${keyVariable}); without it, the built-in demo service
  --output DIR            where files go if the client names no roots
  --data DIR              keeps the list of tasks, which all agents with the same DIR share (default: a folder of your own)
  --max-cost N            most that this session may cost, in units of the balance
  --max-cost-per-day N    most that all agents with the same --data may cost on a day
  --default-model KIND=ID a model for text, image, audio or video where the agent names none; repeat for more kinds
  --interface NAME        v1 or v2: how images, audio and video are requested (default v2, which reports costs)
  --wait SECONDS          how long a call waits for its result before it answers that the task goes on (default 50)
  --thumbnails            shows images to the person in clients that can, as copies of at most 256 kB
  --help                  show this text
`;

interface CommandLine {
  help: boolean;
  baseUrl: string | undefined;
  settings: Pick<AgentOptions, "data" | "output" | "budget" | "defaultModels" | "interface" | "waitMilliseconds" | "thumbnails">;
}

/** Returns 0 when the client has disconnected, 2 for an invalid command line. */
export async function runMcp(program: string, args: readonly string[]): Promise<number> {
  let line: CommandLine;
  try {
    line = readCommandLine(args);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${mcpHelp(program)}`);
    return 2;
  }
  if (line.help) {
    process.stdout.write(mcpHelp(program));
    return 0;
  }
  const server = await serveAgent(line, { input: process.stdin, output: process.stdout }, process.env);
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  await Promise.race([server.closed, stopped]);
  await server.close();
  // Standard input may still be open, which would keep the process running.
  process.stdin.destroy();
  return 0;
}

/** Serves one agent. `document`: the HTML of the view of results. */
export async function serveAgent(
  { baseUrl, settings }: Pick<CommandLine, "baseUrl" | "settings">,
  streams: Streams,
  environment: NodeJS.ProcessEnv,
  document = viewDocument,
): Promise<McpServer> {
  const log = (text: string) => process.stderr.write(`${text}\n`);
  const service = baseUrl === undefined ? builtInService(settings.data) : otherService(baseUrl, environment[keyVariable]);
  const server = await startMcpServer(
    { ...settings, ...service, view: document === undefined ? undefined : { document, texts: undefined }, log },
    streams,
  );
  return { closed: server.closed, close: () => server.close().then(() => service.close()) };
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
    isDemo: () => true,
    close: async () => (await starting?.catch(() => undefined))?.close(),
  };
}

/** @throws an Error that describes what is wrong with the command line. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { values } = parseArgs({
    args: [...args],
    options: {
      "base-url": { type: "string" },
      output: { type: "string" },
      data: { type: "string" },
      "max-cost": { type: "string" },
      "max-cost-per-day": { type: "string" },
      "default-model": { type: "string", multiple: true },
      interface: { type: "string" },
      wait: { type: "string" },
      thumbnails: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  const baseUrl = values["base-url"];
  if (baseUrl !== undefined && !URL.canParse(baseUrl)) throw new Error(`“${baseUrl}” is no URL.`);
  const generation = interfaceGenerations.find((known) => known === (values.interface ?? "v2"));
  if (generation === undefined) throw new Error(`--interface takes ${interfaceGenerations.join(" or ")}.`);
  return {
    help: values.help === true,
    baseUrl,
    settings: {
      data: path.resolve(values.data ?? findDataFolder(process.env)),
      output: values.output,
      budget: { session: readAmount("max-cost", values["max-cost"]), day: readAmount("max-cost-per-day", values["max-cost-per-day"]) },
      defaultModels: Object.fromEntries((values["default-model"] ?? []).map(readModel)),
      interface: generation,
      waitMilliseconds: 1000 * (readAmount("wait", values.wait) ?? 50),
      thumbnails: values.thumbnails === true,
    },
  };
}

function readAmount(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const amount = value.trim() === "" ? Number.NaN : Number(value);
  if (!(amount >= 0 && Number.isFinite(amount))) throw new Error(`--${name} takes a number, not “${value}”.`);
  return amount;
}

function readModel(pair: string): readonly [Kind, string] {
  const [name = "", ...rest] = pair.split("=");
  const kind = kinds.find((known) => known === name);
  if (kind === undefined || rest.join("=") === "") throw new Error(`--default-model takes KIND=ID, with ${kinds.join(", ")}.`);
  return [kind, rest.join("=")];
}
