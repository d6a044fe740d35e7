/** The MCP server as a process that the editor starts. All its settings are in environment variables. */

import { type AgentEnvironment, agentEnvironmentSchema, agentVariable } from "../contract/agentEnvironment.ts";
import { isDrawnByCode } from "../contract/builtInModels.ts";
import { errorText } from "../contract/errorText.ts";
import { forTerminal } from "../contract/hiddenCharacters.ts";
import { keyVariable } from "../prompt/parse/keyVariable.ts";
import { startMcpServer } from "./mcpServer.ts";
import { viewDocument } from "./view/viewDocument.ts";

/** Milliseconds that a call waits for its result: the editor shows its progress, and runs longer calls as tasks. */
const waitMilliseconds = 50_000;

async function main(): Promise<void> {
  const settings = agentEnvironmentSchema.parse(JSON.parse(process.env[agentVariable] ?? ""));
  const key = process.env[keyVariable] ?? "";
  const server = await startMcpServer(
    {
      ...settings,
      budget: { session: settings.budget.session, day: settings.budget.day },
      async connect() {
        if (key === "") throw new Error("The service needs a key. The user sets it with the command Generation Studio: Set API Key.");
        return { url: settings.url, key };
      },
      isDemo: (model) => isDemo(model, settings.demo),
      output: undefined,
      thumbnails: true,
      view: viewDocument === undefined ? undefined : { document: viewDocument, texts: settings.texts },
      waitMilliseconds,
      log: (line) => process.stderr.write(`${forTerminal(line)}\n`),
    },
    { input: process.stdin, output: process.stdout },
  );
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  await Promise.race([server.closed, stopped]);
  await server.close();
  process.stdin.destroy();
}

/** A model's id starts with its provider's name. */
function isDemo(model: string, { isBuiltIn, providers }: AgentEnvironment["demo"]): boolean {
  const [name = "", ...rest] = model.split("/");
  return isBuiltIn && isDrawnByCode(model) && (rest.length === 0 || providers.includes(name));
}

await main().catch((error: unknown) => {
  process.stderr.write(`${forTerminal(errorText(error))}\n`);
  process.exitCode = 1;
});
