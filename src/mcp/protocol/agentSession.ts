/** What the answers to one client share, in both revisions of the protocol. */

import { ProtocolError, ProtocolErrorCode, type ServerContext } from "@modelcontextprotocol/server";
import * as z from "zod/mini";
import { describeErrorPlainly } from "../../client/errors/describeError.ts";
import { ServiceError } from "../../client/serviceError.ts";
import { type ViewFacts, viewFactsKey } from "../../contract/agentView.ts";
import { errorText } from "../../contract/errorText.ts";
import type { AgentStudio } from "../agentStudio.ts";
import type { AgentTool, ToolResult } from "../tool.ts";
import { ToolError } from "../toolError.ts";
import { canShowView } from "../view/view.ts";

/** The extension with tasks of revision 2026-07-28. */
export const tasksExtension = "io.modelcontextprotocol/tasks";

const capabilitiesSchema = z.looseObject({
  roots: z.optional(z.unknown()),
  extensions: z.optional(z.record(z.string(), z.unknown())),
});
export type ClientCapabilities = z.infer<typeof capabilitiesSchema>;

const envelopeSchema = z.object({
  "io.modelcontextprotocol/clientCapabilities": z.optional(capabilitiesSchema),
  "io.modelcontextprotocol/clientInfo": z.optional(z.looseObject({ name: z.string() })),
});

/** What a client says about itself. */
export interface StatedClient {
  capabilities: ClientCapabilities;
  name: string | undefined;
}

/** The names of programs that show the links of a result to their user. */
const linkReaders = /^(?:Visual Studio Code|Code - OSS|VSCodium)\b/;

export interface AgentSession {
  readonly studio: AgentStudio;
  readonly tools: readonly AgentTool[];
  /** 2025-11-25 and earlier revisions begin with a handshake; each request of 2026-07-28 states the client's capabilities. */
  readonly era: "legacy" | "modern";
  /** The capabilities and the name that the client stated in the handshake. */
  stated(): { capabilities: unknown; name: string | undefined };
  /** The client's roots in revision 2026-07-28, in which it answers a question with them; undefined: they are not used. */
  readonly roots: AskedRoots | undefined;
}

/** Roots that the client sends with its second attempt of a call. */
export interface AskedRoots {
  uris: readonly string[] | undefined;
}

export function statedClient(session: AgentSession, { mcpReq }: ServerContext): StatedClient {
  if (session.era === "legacy") {
    const { capabilities, name } = session.stated();
    return { capabilities: capabilitiesSchema.safeParse(capabilities).data ?? {}, name };
  }
  const envelope = envelopeSchema.safeParse(mcpReq.envelope).data;
  return {
    capabilities: envelope?.["io.modelcontextprotocol/clientCapabilities"] ?? {},
    name: envelope?.["io.modelcontextprotocol/clientInfo"]?.name,
  };
}

export function hasViews({ studio }: AgentSession, { extensions }: ClientCapabilities): boolean {
  return studio.options.view !== undefined && canShowView(extensions);
}

export function hasTasks({ extensions }: ClientCapabilities): boolean {
  return extensions?.[tasksExtension] !== undefined;
}

/** A result of `tools/call`. */
interface ProtocolResult extends Pick<ToolResult, "content" | "isError"> {
  _meta?: Record<string, unknown>;
  [name: string]: unknown;
}

/**
 * The result of a tool as the protocol writes it. Keys are removed from everything that is sent, whatever a service answers. Links go only to
 * programs that show them: LangChain ends a conversation with one, and the OpenAI Agents SDK writes an image beside one as text. The text
 * has the paths.
 */
export function describeAnswer(
  session: AgentSession,
  { capabilities, name = "" }: StatedClient,
  tool: AgentTool | undefined,
  { content, isError, tasks }: ToolResult,
): ProtocolResult {
  const { redact, options } = session.studio;
  const shown = linkReaders.test(name) ? content : content.filter(({ type }) => type !== "resource_link");
  const cleaned = shown.map((part) => (part.type === "text" ? { ...part, text: redact(part.text) } : part));
  const result = { content: cleaned, ...(isError === undefined ? {} : { isError }) };
  if (tasks === undefined || tool === undefined || !hasViews(session, capabilities)) return result;
  const facts: ViewFacts = {
    tasks: tasks.map((task) => ({ ...task, prompt: redact(task.prompt) })),
    tool: tool.name,
    repeats: tool.effect === "generates",
    waitSeconds: Math.floor(options.waitMilliseconds / 1000),
  };
  return { ...result, _meta: { [viewFactsKey]: facts } };
}

/** Turns an error into one of the protocol. */
export function refuseCall(studio: AgentStudio, data?: Record<string, unknown>): (error: unknown) => never {
  return (error) => {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, agentMessage(error, studio), data);
  };
}

export function agentMessage(error: unknown, { redact }: AgentStudio): string {
  if (error instanceof ServiceError) return redact(describeErrorPlainly(error));
  if (error instanceof ToolError) return redact(error.message);
  return redact(`Unexpected: ${errorText(error)}`);
}
