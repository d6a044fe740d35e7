/** Reads the command line of `mcp`. */
import { homedir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { interfaceVersions, type Kind, kinds } from "../../contract/kind.ts";
import type { AgentOptions } from "../../mcp/agentStudio.ts";
import type { HttpReach } from "../../mcp/http/checkCaller.ts";
import type { OAuthSettings } from "../../mcp/http/oauth.ts";
import { isLoopbackHost } from "../../network/isLoopbackHost.ts";

/** The variable with the key that agents send to an MCP server over HTTP. */
export const agentKeyVariable = "GENERATION_STUDIO_MCP_KEY";

/** The service's own port is 8787. */
const usualPort = 8788;
/** Characters of a key. */
const shortestKey = 20;

interface HttpOptions {
  host?: string | undefined;
  port?: string | undefined;
  oauthIssuer?: string | undefined;
  publicUrl?: string | undefined;
  oauthScope?: readonly string[];
}

export interface McpCommandLine {
  help: boolean;
  /** undefined: standard input and output. */
  http: HttpOptions | undefined;
  baseUrl: string | undefined;
  settings: Pick<AgentOptions, "data" | "output" | "budget" | "defaultModels" | "interface" | "waitMilliseconds" | "thumbnails">;
}

/** @throws an Error that describes what is wrong with the command line. */
export function readMcpCommandLine(args: readonly string[]): McpCommandLine {
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
      http: { type: "boolean" },
      host: { type: "string" },
      port: { type: "string" },
      "oauth-issuer": { type: "string" },
      "oauth-scope": { type: "string", multiple: true },
      "public-url": { type: "string" },
      help: { type: "boolean" },
    },
  });
  const baseUrl = values["base-url"];
  if (baseUrl !== undefined && !URL.canParse(baseUrl)) throw new Error(`“${baseUrl}” is no URL.`);
  const version = interfaceVersions.find((known) => known === (values.interface ?? "v2"));
  if (version === undefined) throw new Error(`--interface takes ${interfaceVersions.join(" or ")}.`);
  const { http = false, host, port, "oauth-issuer": oauthIssuer, "public-url": publicUrl, "oauth-scope": oauthScope = [] } = values;
  if (!http && [host, port, oauthIssuer, publicUrl, ...oauthScope].some((value) => value !== undefined))
    throw new Error("--host, --port, --public-url and those of OAuth need --http.");
  if (http && values.output === undefined && values.help !== true)
    throw new Error("--http needs --output DIR: the folders of an agent on another machine are not on this one.");
  return {
    help: values.help === true,
    http: http ? { host, port, oauthIssuer, publicUrl, oauthScope } : undefined,
    baseUrl,
    settings: {
      data: path.resolve(values.data ?? findDataFolder(process.env)),
      output: values.output,
      budget: { session: readAmount("max-cost", values["max-cost"]), day: readAmount("max-cost-per-day", values["max-cost-per-day"]) },
      defaultModels: Object.fromEntries((values["default-model"] ?? []).map(readModel)),
      interface: version,
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

/** The folder for the user's application data, by the convention of the operating system. */
function findDataFolder(environment: NodeJS.ProcessEnv): string {
  switch (process.platform) {
    case "win32":
      return path.join(environment.LOCALAPPDATA || path.join(homedir(), "AppData", "Local"), "generation-studio");
    case "darwin":
      return path.join(homedir(), "Library", "Application Support", "generation-studio");
    default:
      return path.join(environment.XDG_DATA_HOME || path.join(homedir(), ".local", "share"), "generation-studio");
  }
}

/** @throws an Error that describes what is wrong with the options, or that a key is missing. */
export function readHttpReach(options: HttpOptions, environment: NodeJS.ProcessEnv): HttpReach {
  const { host = "127.0.0.1" } = options;
  const port = Number(options.port ?? usualPort);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`--port takes a number up to 65535, not “${options.port}”.`);
  const key = environment[agentKeyVariable] || undefined;
  const oauth = readOAuth(options);
  if (oauth !== undefined && key !== undefined)
    throw new Error(`Agents send either a token of ${oauth.issuer} or the key in ${agentKeyVariable}: set one of them.`);
  if (key === undefined && oauth === undefined && !isLoopbackHost(host))
    throw new Error(`--host ${host} needs a key, which agents send: set ${agentKeyVariable}, or use --oauth-issuer.`);
  if (key !== undefined && key.length < shortestKey)
    throw new Error(`The key in ${agentKeyVariable} needs at least ${shortestKey} characters.`);
  return { host, port, key, oauth };
}

function readOAuth({ oauthIssuer, publicUrl, oauthScope = [] }: HttpOptions): OAuthSettings | undefined {
  if (oauthIssuer === undefined) {
    if (publicUrl !== undefined || oauthScope.length > 0) throw new Error("--public-url and --oauth-scope need --oauth-issuer.");
    return undefined;
  }
  const issuer = URL.parse(oauthIssuer);
  if (!issuer || (issuer.protocol !== "https:" && !isLoopbackHost(issuer.hostname)))
    throw new Error(`--oauth-issuer takes an https address, not “${oauthIssuer}”.`);
  const resource = URL.parse(publicUrl ?? "");
  if (!resource)
    throw new Error("--oauth-issuer needs --public-url: the address of this server that agents use, such as https://studio.example/mcp.");
  return { issuer: oauthIssuer, resource, scopes: oauthScope };
}
