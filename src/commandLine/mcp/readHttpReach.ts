import type { HttpReach } from "../../mcp/http/checkCaller.ts";
import { isLoopbackHost } from "../../network/isLoopbackHost.ts";

/** The variable with the key that agents send to an MCP server over HTTP. */
export const agentKeyVariable = "GENERATION_STUDIO_MCP_KEY";

/** The service's own port is 8787. */
const usualPort = 8788;
/** Characters of a key. */
const shortestKey = 20;

/** @throws an Error that describes what is wrong with the options, or that a key is missing. */
export function readHttpReach(options: { host: string | undefined; port: string | undefined }, environment: NodeJS.ProcessEnv): HttpReach {
  const { host = "127.0.0.1" } = options;
  const port = Number(options.port ?? usualPort);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`--port takes a number up to 65535, not “${options.port}”.`);
  const key = environment[agentKeyVariable] || undefined;
  if (key === undefined && !isLoopbackHost(host))
    throw new Error(`--host ${host} needs a key, which agents send: set ${agentKeyVariable}.`);
  if (key !== undefined && key.length < shortestKey)
    throw new Error(`The key in ${agentKeyVariable} needs at least ${shortestKey} characters.`);
  return { host, port, key };
}
